/** `drover start`, `stop`, `restart`, `daemon`: the life of the daemon as seen from the shell. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { DroverError } from '#contract/error'
import { confirm, wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { daemonEnv, makeHome, startDaemon, stopDaemon } from '../daemon-control.ts'
import { daemonArgv } from '../daemon-program.ts'
import { daemonState, type StatusView } from '../daemon-state.ts'
import { followFile, rememberLog } from '../log-file.ts'
import { currentStatus, describeStatus } from './status.ts'

const notInside = (word: string) =>
  new DroverError('FORBIDDEN_SCOPE', `an agent may not ${word} the daemon`, {
    hint: 'Ask the operator to do it in a terminal of their own.',
  })

async function bringUp(context: Context): Promise<{ status: StatusView; started: boolean }> {
  const line = context.progress()
  try {
    return await startDaemon({
      home: context.home,
      root: context.root,
      version: context.version,
      env: context.env,
      timeoutSeconds: wholeNumber(context, 'timeout') ?? 30,
      logFile: context.flag('log-file') ?? null,
      progress: line,
    })
  } finally {
    line.done()
  }
}

export const start: Run = async (context) => {
  if (context.inside) {
    const view = await currentStatus(context)
    if (view.state !== 'ready') throw notInside('start')
    context.answer(view, () => describeStatus(context, view))
    return 0
  }
  if (context.on('no-start')) {
    throw new DroverError('USAGE', '`start` and `--no-start` contradict each other', { hint: 'Use `drover status`.' })
  }
  const { status, started } = await bringUp(context)
  context.answer(status, () => `${started ? '' : 'already running\n'}${describeStatus(context, status)}`)
  return 0
}

/** How many turns run, asked of the daemon itself; null when it cannot say. */
async function runningTurns(context: Context): Promise<number | null> {
  try {
    const client = await context.connectIfRunning()
    if (client === null) return 0
    const { sessions } = await client.call('GET /api/v1/sessions', { query: { limit: 1000 } })
    return sessions.filter((session) => session.turn?.state === 'running').length
  } catch {
    return null // A daemon too sick to list its sessions can still be asked to stop.
  }
}

export const stop: Run = async (context) => {
  if (context.inside) throw notInside('stop')
  const keep = context.on('keep-agents')
  if (!keep && !context.on('yes') && context.io.inTty && !context.json) {
    const turns = await runningTurns(context)
    if (turns !== 0) {
      const what =
        turns === null ? 'Turns may be running.' : `${turns} ${turns === 1 ? 'turn is' : 'turns are'} running.`
      if (!(await confirm(context, `${what} Stop them and the daemon?`))) {
        context.io.err('nothing was stopped; `drover stop --keep-agents` leaves agents running\n')
        return 1
      }
    }
  }
  const line = context.progress()
  let pid: number | null
  try {
    pid = await stopDaemon({
      home: context.home,
      version: context.version,
      agents: keep ? 'keep' : 'stop',
      progress: line,
    })
  } finally {
    line.done()
  }
  const view = await daemonState(context.home, context.version)
  context.answer(view, () => (pid === null ? 'the daemon was not running\n' : `stopped (pid ${pid})\n`))
  return 0
}

export const restart: Run = async (context) => {
  if (context.inside) throw notInside('restart')
  const line = context.progress()
  try {
    await stopDaemon({ home: context.home, version: context.version, agents: 'keep', progress: line })
  } finally {
    line.done()
  }
  const { status } = await bringUp(context)
  context.answer(status, () => describeStatus(context, status))
  return 0
}

/** In the foreground: the daemon's own process until it ends, with its log on our terminal. */
export const foreground: Run = async (context) => {
  if (context.inside) throw notInside('run')
  const view = await daemonState(context.home, context.version)
  if (view.state === 'ready') {
    context.answer(view, () => `already running\n${describeStatus(context, view)}`)
    return 0
  }
  makeHome(context.home)
  closeSync(openSync(context.home.logFile, 'a', 0o600))
  rememberLog(context.home, context.home.logFile)
  const child = spawn(process.execPath, daemonArgv(context.root), {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...daemonEnv(context.env), DROVER_HOME: context.home.path },
  })
  const log = followFile(context.io, context.home.logFile)
  // Ctrl+C reaches the whole foreground group by itself; a signal to us alone is handed on. Either way agents go on.
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', () => {})
  process.on('SIGTERM', pass)
  process.on('SIGHUP', pass)
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (exit) => resolve(exit ?? 1))
  })
  await log.end()
  return code
}
