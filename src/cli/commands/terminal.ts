/**
 * `drover session open | headless | switch`, and the real terminal of a session: the program that keeps it is run here with
 * this terminal as its own. What an attach to a headless session shows is `attach`'s.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { DroverError } from '#contract/error'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'

export const open: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const { session } = await client.call('POST /api/v1/sessions/{id}/open', { path: { id }, body: {} })
  if (context.json) {
    context.answer({ session }, () => '')
    return 0
  }
  if (context.on('no-attach') || !context.io.outTty) {
    context.io.out(`${id} goes on in a terminal. Look at it with: drover session attach ${id}\n`)
    return 0
  }
  await showTerminal(context, client, id)
  return sayAfter(context, client, id)
}

export const headless: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const body = context.on('force') ? { force: true } : {}
  const answer = await client.call('POST /api/v1/sessions/{id}/headless', { path: { id }, body })
  context.answer(answer, () => `${id} is headless; say something with: drover send ${id} "…"\n`)
  return 0
}

export const change: Run = async (context) => {
  const id = context.args[0]!
  const agent = context.flag('agent')
  if (agent === undefined) {
    throw new DroverError('USAGE', 'which agent goes on is not said', {
      hint: 'Say it with --agent, for example --agent cx',
    })
  }
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/switch', { path: { id }, body: { agent } })
  context.answer(answer, () => `${id} goes on with ${answer.session.harness}; nothing was said to it yet\n`)
  return 0
}

/** In this terminal, until it is left (Ctrl+B d) or its program ends. Answers the exit code of what showed it. */
export async function showTerminal(context: Context, client: Client, id: string): Promise<number> {
  const readOnly = context.on('read-only') ? 'true' : 'false'
  const { terminal } = await client.call('GET /api/v1/sessions/{id}/terminal', { path: { id }, query: { readOnly } })
  const [program, ...args] = terminal.argv
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !terminal.unset.includes(name)))
  return new Promise((resolve, reject) => {
    const child = spawn(program!, args, { stdio: 'inherit', env })
    // Keys are the program's, and so are the signals that they make.
    const ignore = (): void => {}
    process.on('SIGINT', ignore)
    const leave = (code: number): void => {
      process.off('SIGINT', ignore)
      resolve(code)
    }
    child.once('error', (cause) => {
      process.off('SIGINT', ignore)
      reject(
        new DroverError('RUNTIME_MISSING', `${program} cannot be started here: ${cause.message}`, {
          hint: 'Install tmux on this machine, or look at the session in the cockpit.',
          cause,
        }),
      )
    })
    child.once('exit', (code, signal) => leave(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

/** What became of it while this terminal showed it. */
export async function sayAfter(context: Context, client: Client, id: string): Promise<number> {
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  const back = `Come back with: drover session attach ${id}`
  const words =
    session.phase === 'ended'
      ? `${id} has ended (${session.endReason}). Bring it back with: drover session restore ${id}`
      : session.mode === 'headless'
        ? `${id} is headless again. Say something with: drover send ${id} "…"`
        : `detached; ${id} goes on by itself. ${back}`
  context.io.out(`${words}\n`)
  return 0
}
