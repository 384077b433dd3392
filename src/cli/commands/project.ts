/** `drover project add | ls | get | rm | set | trust`. */
import { resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { Project } from '#contract/project'
import { confirm } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { facts, harmless, paint, paintStatus, table } from '../print.ts'
import type { Answer } from '../routes.ts'

type TrustView = Answer<'GET /api/v1/projects/{id}/trust'>['trust']

const describe = (context: Context, p: Project): string =>
  facts(context.io, [
    ['id', p.id],
    ['name', p.name === p.id ? null : harmless(p.name)],
    ['path', p.path],
    ['repo', p.repo],
    ['default branch', p.defaultBranch],
    ['status', paintStatus(context.io, p.status)],
    ['trusted', p.trusted ? 'yes' : 'no'],
  ])

export const add: Run = async (context) => {
  const client = await context.connect()
  const id = context.flag('id')
  const name = context.flag('name')
  const answer = await client.call('POST /api/v1/projects', {
    body: {
      path: resolve(context.cwd, context.flag('path') ?? '.'),
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
    },
  })
  context.answer(answer, () => describe(context, answer.project))
  return 0
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/projects')
  context.answer(answer, () =>
    answer.projects.length === 0
      ? 'no projects; register one with `drover up` inside a repository\n'
      : table(
          context.io,
          ['ID', 'NAME', 'STATUS', 'BRANCH', 'PATH'],
          answer.projects.map((p) => [
            p.id,
            harmless(p.name),
            paintStatus(context.io, p.status),
            p.defaultBranch,
            p.path,
          ]),
        ),
  )
  return 0
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/projects/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => describe(context, answer.project))
  return 0
}

export const rm: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  if (!(await confirm(context, `Archive project ${id}? Nothing is removed from disk.`))) return 1
  const answer = await client.call('DELETE /api/v1/projects/{id}', { path: { id } })
  context.answer(answer, () => `${id} is archived; its repository and branches are untouched\n`)
  return 0
}

/** `true`, numbers, and lists in brackets become what they look like; everything else is text. */
export function settingValue(text: string): unknown {
  if (text === '') return null
  if (text === 'true' || text === 'false' || /^-?\d+(\.\d+)?$/.test(text) || /^[[{"]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      return text // Not JSON after all: the words as they are.
    }
  }
  return text
}

export const set: Run = async (context) => {
  const [id, ...pairs] = context.args as readonly [string, ...string[]]
  const settings: Record<string, unknown> = {}
  let name: string | undefined
  for (const pair of pairs) {
    const cut = pair.indexOf('=')
    if (cut < 1) {
      throw new DroverError('USAGE', `\`${pair}\` is no key=value`, {
        hint: `Write \`drover project set ${id} default_harness=codex\`.`,
      })
    }
    const key = pair.slice(0, cut)
    const value = pair.slice(cut + 1)
    if (key === 'name') name = value
    else settings[key] = settingValue(value)
  }
  const client = await context.connect()
  const answer = await client.call('PATCH /api/v1/projects/{id}', {
    path: { id },
    body: {
      ...(name === undefined ? {} : { name }),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
    },
  })
  context.answer(answer, () => describe(context, answer.project))
  return 0
}

function describeTrust(context: Context, view: TrustView): string {
  const { io } = context
  const changed =
    view.previous == null ? '' : `It was trusted before as:\n${harmless(JSON.stringify(view.previous, null, 2))}\n\n`
  const runs = view.commands.map((command) => `  ${harmless(command)}\n`).join('')
  const config = harmless(JSON.stringify(view.config ?? {}, null, 2))
  const commands = runs === '' ? 'It runs no command.\n' : `${paint(io, 'yellow', 'It would run:')}\n${runs}`
  return `${changed}The repository's configuration (${view.hash.slice(0, 12)}):\n${config}\n\n${commands}`
}

export const trust: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const { trust: view } = await client.call('GET /api/v1/projects/{id}/trust', { path: { id } })
  if (!context.json) context.io.out(describeTrust(context, view))
  if (!(await confirm(context, `Trust exactly this for ${id}?`))) {
    context.io.err('not trusted\n')
    return 1
  }
  // The hash pins what was shown: a change in between is refused, not approved unseen.
  const answer = await client.call('POST /api/v1/projects/{id}/trust', { path: { id }, body: { hash: view.hash } })
  context.answer(answer, () => `trusted: ${id}\n`)
  return 0
}
