/** `drover spawn`: one agent in a workspace of its own. Finds the project and the prompt; the daemon does the rest. */
import { readFileSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { DroverError } from '#contract/error'
import type { Project } from '#contract/project'
import type { Session } from '#contract/session'
import { readStdin } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { followSession } from '../follow.ts'
import { facts } from '../print.ts'
import { renderRow } from '../transcript.ts'

async function promptOf(context: Context): Promise<string> {
  const text = context.flag('prompt')
  const file = context.flag('from-file')
  if (text !== undefined && file !== undefined) {
    throw new DroverError('USAGE', '--prompt and --from-file exclude each other', { hint: 'Give one of them.' })
  }
  if (text !== undefined) return text
  if (file === undefined) {
    throw new DroverError('PROMPT_REQUIRED', 'an agent needs something to do', {
      hint: 'Say it with --prompt "…" or --from-file task.md.',
    })
  }
  if (file === '-') return readStdin()
  try {
    return readFileSync(resolve(context.cwd, file), 'utf8')
  } catch (cause) {
    throw new DroverError('USAGE', `the prompt file ${file} cannot be read: ${(cause as Error).message}`, {
      hint: 'Give --from-file a file that exists, or - for standard input.',
      cause,
    })
  }
}

/** The registered repository that this directory is in, the innermost one. */
export function projectAround(projects: readonly Project[], cwd: string): Project | null {
  let here: string
  try {
    here = realpathSync(cwd)
  } catch {
    return null // The directory is gone; then it is in no repository either.
  }
  const around = projects.filter((p) => here === p.path || here.startsWith(p.path + sep))
  return around.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}

async function projectOf(context: Context, client: Client): Promise<string> {
  const named = context.flag('project')
  if (named !== undefined) return named
  const { projects } = await client.call('GET /api/v1/projects')
  const found = projectAround(projects, context.cwd) ?? (projects.length === 1 ? projects[0]! : null)
  if (found) return found.id
  if (projects.length === 0) {
    throw new DroverError('PROJECT_NOT_FOUND', 'no project is registered', {
      hint: 'Register this repository with `drover up`, or spawn with --scratch.',
    })
  }
  throw new DroverError('USAGE', 'which project? This directory is in none of them', {
    hint: `Name one with --project: ${projects.map((p) => p.id).join(', ')}. Or register this repository with \`drover up\`.`,
  })
}

function bodyOf(context: Context, projectId: string | null, prompt: string) {
  const given = (name: string, flag = name) => {
    const value = context.flag(flag)
    return value === undefined ? {} : { [name]: value }
  }
  const harness = context.flag('harness') ?? (context.env.DROVER_HARNESS || undefined)
  return {
    projectId,
    prompt,
    ...(projectId === null ? { scratch: true } : {}),
    ...(harness === undefined ? {} : { harness }),
    ...given('model'),
    ...given('name'),
    ...given('branch'),
    ...given('base'),
    ...given('kind'),
    ...given('permissions'),
    ...(context.on('ignore-config') ? { ignoreConfig: true } : {}),
  }
}

export const spawn: Run = async (context) => {
  const prompt = await promptOf(context)
  if (context.on('scratch') && context.flag('project') !== undefined) {
    throw new DroverError('USAGE', '--scratch and --project exclude each other', { hint: 'Give one of them.' })
  }
  const client = await context.connect()
  const projectId = context.on('scratch') ? null : await projectOf(context, client)
  const line = context.progress()
  line.step(projectId === null ? 'making a scratch workspace' : `making a workspace in ${projectId}`)
  const answer = await client
    .call('POST /api/v1/sessions', { body: bodyOf(context, projectId, prompt) as never })
    .finally(() => line.done())
  const { session } = answer
  if (!context.on('wait')) {
    context.answer(answer, () => describe(context, session))
    return 0
  }
  if (!context.json) context.io.out(`${describe(context, session)}\n`)
  return waitFor(context, client, session)
}

const describe = (context: Context, session: Session) =>
  facts(context.io, [
    ['id', session.id],
    ['branch', session.branch],
    ['workspace', session.workspace],
  ])

/** The first turn to its end; the exit code says whether it completed. */
async function waitFor(context: Context, client: Client, session: Session): Promise<number> {
  let outcome = 'lost'
  const signal = new AbortController().signal
  await followSession(
    client,
    session.id,
    { after: 0, signal, until: (row) => row.kind === 'turn_end' },
    {
      row(row) {
        if (row.kind === 'turn_end') outcome = row.outcome
        const text = renderRow(context.io, row)
        if (!context.json && text !== null) context.io.out(text)
        if (row.kind === 'request') {
          context.io.err(`${session.id} waits: answer with \`drover answer ${session.id} ${row.requestId} …\`\n`)
        }
      },
    },
  )
  if (context.json) {
    context.answer(await client.call('GET /api/v1/sessions/{id}', { path: { id: session.id } }), () => '')
  }
  return outcome === 'completed' ? 0 : 1
}
