/**
 * Drives one harness against its REAL process with nothing but node:child_process: places the plan's files, spawns the
 * argv, feeds standard input, splits lines, lets the dialogue hear them. It stands in for the engine in the conformance
 * cases, so that a harness is judged alone. It owns no judgement: what must be true is in `flows/harness/check`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Delta } from '#contract/agent-event'
import type { Dialogue, Exit, Harness, Heard, Json, LaunchPlan, Spoken, Start } from '#ports/harness'
import type { Driven, Run, SpokenOf } from '#ports/trial'

export interface DriveOptions {
  /** The environment besides the plan's own. PATH and HOME must be in it where the agent needs them. */
  readonly env: Readonly<Record<string, string>>
  /** Saves and re-opens the dialogue after every step, through JSON text, as a daemon that restarts each time would. */
  readonly restartAlways?: boolean
  /** The process is killed and the run rejected after this long. */
  readonly timeoutMs?: number
}

export function drive(harness: Harness, start: Start, options: DriveOptions): Driven {
  const plan = harness.plan(start)
  place(plan, start)
  const child = launch(plan, start, options)
  const stderr = tail(child)
  let dialogue: Dialogue = harness.open(start, null)
  const lines: string[] = []
  const events: Spoken[] = []
  const deltas: Delta[] = []
  let noise = 0
  let turnsEnded = 0
  let over = false
  const waiting = new Set<() => void>()

  const take = (heard: Heard): void => {
    events.push(...heard.events)
    deltas.push(...(heard.deltas ?? []))
    if (heard.noise) noise += 1
    if (heard.turnEnded) turnsEnded += 1
    for (const text of heard.writes) child.stdin?.write(text)
    if (heard.hangUp && plan.lifetime === 'turn') child.kill('SIGTERM')
    else if (heard.hangUp) child.stdin?.end()
    if (options.restartAlways) dialogue = harness.open(start, JSON.parse(JSON.stringify(dialogue.save())) as Json)
    for (const look of [...waiting]) look()
  }

  take(dialogue.begin())
  const hear = (line: string): void => {
    lines.push(line)
    take(dialogue.hear(line))
  }
  const done = finish(child, hear, options.timeoutMs ?? 60_000, () => stderr.text()).then((exit): Run => {
    over = true
    const saved = dialogue.save()
    const closing = dialogue.end(exit)
    for (const look of [...waiting]) look()
    return { plan, lines, events, closing, all: [...events, ...closing], deltas, noise, turnsEnded, exit, saved }
  })
  done.catch(() => {
    over = true
    for (const look of [...waiting]) look()
  })

  const when = <T>(find: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find()
        if (found === undefined && !over) return
        waiting.delete(look)
        if (found !== undefined) resolve(found)
        else reject(new Error(`The process ended without ${what}. It said: ${JSON.stringify(events).slice(0, 2_000)}`))
      }
      waiting.add(look)
      look()
    })

  return {
    pid: child.pid!,
    plan,
    until: (kind, fits = () => true) =>
      when(
        () => events.find((event): event is SpokenOf<typeof kind> => event.kind === kind && fits(event as never)),
        `a fitting ${kind} event`,
      ),
    untilPart: (text) => {
      const found = (): true | undefined => (deltas.some((delta) => delta.text.includes(text)) ? true : undefined)
      return when(found, `the part "${text}"`).then(() => {})
    },
    untilTurns: (count) => when(() => (turnsEnded >= count ? true : undefined), `${count} ended turns`).then(() => {}),
    say: (input) => take(dialogue.say(input)),
    closeInput: () => child.stdin?.end(),
    kill: (signal) => void child.kill(signal),
    done,
  }
}

/** A start with sensible defaults; `root` is a temp directory of the test. */
export function makeStart(root: string, over: Partial<Start> & Pick<Start, 'program' | 'prompt'>): Start {
  launches += 1
  // Not a number of ours alone: what is left of a run is found by it, on a machine where others run too.
  const launchId = `l_${randomBytes(12).toString('hex')}`
  const start: Start = {
    sessionId: 'conform-1',
    launchId,
    launchDir: join(root, 'sessions', 'conform-1', 'launches', String(launches)),
    sessionDir: join(root, 'sessions', 'conform-1'),
    cwd: join(root, 'work'),
    version: null,
    source: 'operator',
    model: null,
    permissions: 'bypass',
    resume: null,
    fork: false,
    freshId: crypto.randomUUID(),
    trusted: true,
    instructions: null,
    mcp: null,
    guard: null,
    pictures: [],
    config: {},
    hostEnv: process.env,
    ...over,
  }
  for (const dir of [start.launchDir, start.sessionDir, start.cwd]) mkdirSync(dir, { recursive: true })
  return start
}
let launches = 0

function place(plan: LaunchPlan, start: Start): void {
  for (const file of plan.files) {
    const path = join(start.launchDir, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.content, { mode: 0o600 })
  }
}

function launch(plan: LaunchPlan, start: Start, options: DriveOptions): ChildProcess {
  const [command, ...args] = plan.argv
  if (command === undefined) throw new Error('The plan has an empty argv.')
  const env = { ...options.env, ...plan.env, DROVER_LAUNCH_ID: start.launchId, DROVER_SESSION_ID: start.sessionId }
  const where = { cwd: start.cwd, env, detached: true } as const
  if (plan.stdin.mode === 'file') {
    const path = join(start.launchDir, 'stdin')
    writeFileSync(path, plan.stdin.text, { mode: 0o600 })
    const fd = openSync(path, 'r')
    const child = spawn(command, args, { ...where, stdio: [fd, 'pipe', 'pipe'] })
    closeSync(fd)
    return child
  }
  const stdin = plan.stdin.mode === 'followed' ? 'pipe' : 'ignore'
  const child = spawn(command, args, { ...where, stdio: [stdin, 'pipe', 'pipe'] })
  // The agent may end before it read everything (EPIPE); its exit tells that story.
  child.stdin?.on('error', () => {})
  return child
}

function tail(child: ChildProcess): { text(): string } {
  let kept = Buffer.alloc(0)
  child.stderr?.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-16_384)
  })
  return { text: () => kept.toString('utf8') }
}

/** Lines as they come, the unterminated last one included; then the exit. */
function finish(
  child: ChildProcess,
  hear: (line: string) => void,
  timeoutMs: number,
  stderr: () => string,
): Promise<Exit> {
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = []
    let failed: unknown = null
    const guarded = (line: string): void => {
      try {
        hear(line)
      } catch (error) {
        failed ??= error
        endGroup(child)
      }
    }
    const timer = setTimeout(() => {
      failed ??= new Error(`The process did not end within ${timeoutMs} ms: ${child.spawnargs.join(' ')}\n${stderr()}`)
      endGroup(child)
    }, timeoutMs)
    child.stdout?.on('data', (chunk: Buffer) => {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        guarded(Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8'))
        parts = []
        from = at + 1
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (parts.length > 0 && failed === null) guarded(Buffer.concat(parts).toString('utf8'))
      if (failed !== null) reject(failed)
      else resolve({ code, signal, stderrTail: stderr(), how: 'exited' })
    })
  })
}

/** The process group that this driver itself made (detached), while its leader lives: later the number may be another's. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone: nothing to end.
  }
}
