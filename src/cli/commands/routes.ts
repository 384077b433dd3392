/** `drover routes check`: who would run, what is wrong, what is worth a word. */
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { harmless, type Io, paint, table } from '../print.ts'
import { projectAround } from '../project-here.ts'
import type { Answer } from '../routes.ts'

type Check = Answer<'GET /api/v1/routes'>

/** Named, or the one around here; none: the operator's own configuration. */
async function projectHere(context: Context, client: Client): Promise<string | undefined> {
  const named = context.flag('project')
  if (named !== undefined) return named
  return projectAround((await client.call('GET /api/v1/projects')).projects, context.cwd)?.id
}

const foundWord = (io: Io, found: boolean | null): string =>
  found === null ? paint(io, 'dim', 'unknown') : found ? paint(io, 'green', 'yes') : paint(io, 'yellow', 'no')

function shown({ io }: Context, { routes, errors, warnings }: Check): string {
  const rows = routes.flatMap(({ name, agents }) =>
    agents.length === 0
      ? [[harmless(name), paint(io, 'dim', 'nobody'), '', '']]
      : agents.map((one, n) => [
          n === 0 ? harmless(name) : '',
          harmless(one.agent),
          one.quota,
          foundWord(io, one.found),
        ]),
  )
  const head = rows.length === 0 ? 'no routes\n' : table(io, ['ROUTE', 'AGENT', 'QUOTA', 'FOUND'], rows)
  const of = (route: string | null) => (route === null ? '' : `${harmless(route)}: `)
  const wrong = errors.map(
    ({ code, route, message, hint }) =>
      `${paint(io, 'red', 'error')}    ${of(route)}${harmless(message)} (${code})\n         ${harmless(hint)}\n`,
  )
  const warned = warnings.map(({ message }) => `${paint(io, 'yellow', 'warning')}  ${harmless(message)}\n`)
  return [head, ...wrong, ...warned].join('')
}

export const check: Run = async (context) => {
  const client = await context.connect()
  const project = await projectHere(context, client)
  const answer = await client.call('GET /api/v1/routes', { query: { project } })
  context.answer(answer, () => shown(context, answer))
  return answer.errors.length > 0 ? 1 : 0
}
