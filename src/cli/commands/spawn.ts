/** `drover spawn`: one agent in a workspace of its own. Finds the project and the prompt; the daemon does the rest. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { readStdin } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { followSession } from '../follow.ts'
import { facts } from '../print.ts'
import { projectMeant } from '../project-here.ts'
import { renderRow } from '../transcript.ts'
import { attachTo } from './attach.ts'
import { startHeat } from './heat.ts'

/** null: the session is to wait for its first message. */
async function promptOf(context: Context): Promise<string | null> {
  const text = context.flag('prompt')
  const file = context.flag('from-file')
  if (text !== undefined && file !== undefined) {
    throw new DroverError('USAGE', '--prompt and --from-file exclude each other', { hint: 'Give one of them.' })
  }
  if (text !== undefined) return text
  if (file === undefined) {
    if (!context.on('wait')) return null
    throw new DroverError('PROMPT_REQUIRED', 'without a prompt there is no turn to wait for', {
      hint: 'Say what to do with --prompt "…" or --from-file task.md, or leave --wait away.',
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

function bodyOf(context: Context, projectId: string | null, prompt: string | null) {
  const given = (name: string, flag = name) => {
    const value = context.flag(flag)
    return value === undefined ? {} : { [name]: value }
  }
  const harness = context.flag('harness') ?? (context.env.DROVER_HARNESS || undefined)
  return {
    projectId,
    ...(prompt === null ? {} : { prompt }),
    ...(projectId === null ? { scratch: true } : {}),
    ...(harness === undefined ? {} : harness.includes(':') ? { agent: harness } : { harness }),
    ...given('model'),
    ...given('name'),
    ...given('branch'),
    ...given('base'),
    ...given('claimPr', 'claim-pr'),
    ...(context.on('no-takeover') ? { allowTakeover: false } : {}),
    ...given('kind'),
    ...given('permissions'),
    ...(context.on('terminal')
      ? { mode: 'terminal' as const }
      : context.on('headless')
        ? { mode: 'headless' as const }
        : {}),
    ...(context.on('ignore-config') ? { ignoreConfig: true } : {}),
    ...(context.on('no-wait') ? { noWait: true } : {}),
    ...roleOf(context),
  }
}

/** What it is in an effort. A file is named as it is seen from here; the agent sees it from its worktree. */
function roleOf(context: Context) {
  const files = context
    .list('files')
    .flatMap((globs) => globs.split(',').map((glob) => glob.trim()))
    .filter(Boolean)
  const spec = context.flag('spec')
  if (spec !== undefined && !existsSync(resolve(context.cwd, spec))) {
    throw new DroverError('USAGE', `the specification ${spec} is not there`, {
      hint: 'Give --spec a file that exists.',
    })
  }
  const words = [
    ['role', context.flag('role')],
    ['parentId', context.flag('parent')],
    ['taskId', context.flag('task')],
    ['effortId', context.flag('effort')],
    ['profile', context.flag('profile')],
    ['spec', spec === undefined ? undefined : resolve(context.cwd, spec)],
    ['files', files.length === 0 ? undefined : files],
    ['allowOverlap', context.on('allow-overlap') ? true : undefined],
  ]
  return Object.fromEntries(words.filter(([, value]) => value !== undefined))
}

export const spawn: Run = async (context) => {
  const prompt = await promptOf(context)
  if (context.on('scratch') && context.flag('project') !== undefined) {
    throw new DroverError('USAGE', '--scratch and --project exclude each other', { hint: 'Give one of them.' })
  }
  if (context.on('attach') && (context.on('wait') || context.flag('each') !== undefined)) {
    throw new DroverError('USAGE', '--attach follows one session until you leave it; it excludes --wait and --each', {
      hint: 'Give --attach alone, or follow later with `drover session attach <id>`.',
    })
  }
  const client = await context.connect()
  const projectId = context.on('scratch') ? null : await projectMeant(context, client)
  const each = context.flag('each')
  if (each !== undefined) {
    if (projectId === null || ['harness', 'model', 'role', 'branch'].some((name) => context.flag(name) !== undefined)) {
      throw new DroverError('USAGE', '--each names the agents and their models itself, in a project', {
        hint: 'Write for example --each "cc:opus cx", without --scratch, --harness, --model, --branch or --role.',
      })
    }
    return startHeat(context, client, { projectId, prompt: prompt ?? '', each })
  }
  const line = context.progress()
  line.step(projectId === null ? 'making a scratch workspace' : `making a workspace in ${projectId}`)
  const answer = await client
    .call('POST /api/v1/sessions', { body: bodyOf(context, projectId, prompt) as never })
    .finally(() => line.done())
  const { session } = answer
  if (context.on('attach')) {
    if (!context.json) context.io.out(`${describe(context, session)}\n`)
    return attachTo(context, client, session, 0)
  }
  if (!context.on('wait')) {
    const next = prompt === null ? `\nit waits: drover send --session ${session.id} --message "…"\n` : ''
    context.answer(answer, () => `${describe(context, session)}${next}`)
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
    ['parked until', session.parkedUntil],
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
