/**
 * Records what the health judge is tested on: each real CLI of the cache, driven into one situation after the other by the
 * scripted model, looked at once a second by the runtime that looks at it in earnest. Writes numbers only (no path, no name
 * of this machine) to `src/core/health/fixtures/<cli>.json`; what they mean is `src/core/health/corpus.test.ts`.
 *
 *   node test/live/record-corpus.ts                       every cached CLI, every situation (about half an hour)
 *   node test/live/record-corpus.ts codex pi              these CLIs
 *   node test/live/record-corpus.ts codex --kind=think    one situation again; the others stay as they were
 *   node test/live/record-corpus.ts --page                nothing; only the tables of docs/liveness.md, as after every run
 *   --beside=N  so many at once (2)   --seconds=N  how long each is looked at (45)
 *
 * A series begins with the first request to the model. A machine that does other work makes little difference to what a
 * tree uses.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { builtInHarnesses } from '#adapters/harness/built-in'
import { createProcessRuntime } from '#adapters/runtime/process/process-runtime'
import { makeStart } from '#adapters/runtime/trial/drive'
import type { Dialogue, Heard, LaunchPlan } from '#ports/harness'
import type { Launch, Runtime, TreeReading } from '#ports/runtime'
import { npmEnvironment } from '../../scripts/npm-environment.mjs'
import { type ModelServer, startModelServer } from '../support/model-server/model-server.ts'
import { cachedBin, cachedProgram } from './cached.ts'
import { type Cli, clis, settle } from './clis.ts'

const repo = join(import.meta.dirname, '..', '..')
const fixtures = join(repo, 'src', 'core', 'health', 'fixtures')

/** What can be done to a launch while it is recorded. */
interface Scene {
  readonly launch: Launch
  readonly runtime: Runtime
  readonly model: ModelServer
}

interface Situation {
  readonly prompt: string | ((cli: Cli) => string)
  /** After so many seconds, once. */
  readonly act?: { readonly at: number; readonly what: (scene: Scene) => Promise<void> }
  /** Looked at only after the turn ended: a process that waits for its next prompt. */
  readonly afterTurn?: true
  /** Cannot be brought about with these. */
  readonly not?: readonly string[]
}

/** Codex hands a command that runs on back to the model after half a minute at most (so does copilot): it is asked for again. */
const run =
  (command: string) =>
  (cli: Cli): string => {
    const again = `MODEL tool exec_command ${JSON.stringify({ cmd: command, yield_time_ms: 30_000 })}\n`
    return cli.name === 'codex' ? again.repeat(4).trim() : `MODEL run ${command}`
  }
const silentTool = 'tail -f /dev/null'
const compile = `while :; do ${process.execPath} ${join(repo, 'node_modules', 'typescript', 'bin', 'tsc')} --noEmit -p ${repo} > /dev/null 2>&1; done`
const install =
  'n=0; while :; do n=$((n+1)); mkdir pkg$n; cd pkg$n; npm init -y > /dev/null; npm install --silent --no-audit --no-fund --cache ./cache eslint webpack jest > /dev/null 2>&1; cd ..; done'

const situations: Readonly<Record<string, Situation>> = {
  think: { prompt: 'MODEL late 30000 thought it over' },
  stream: { prompt: 'MODEL slow 120 1000' },
  compile: { prompt: run(compile) },
  install: { prompt: run(install) },
  'rate-limited': { prompt: 'MODEL fail 429 after=15' },
  'hung-tool': { prompt: run(silentTool), not: ['codex', 'copilot'] },
  'hung-connected': { prompt: 'MODEL hang' },
  'hung-stream': { prompt: 'MODEL stall' },
  // The process stands still and its peer is gone: what a CLI that deadlocked looks like.
  hung: { prompt: 'MODEL hang', act: { at: 5, what: freeze } },
  orphaned: { prompt: 'MODEL slow 120 1000', act: { at: 5, what: killWrapper } },
  idle: { prompt: 'MODEL say hello', afterTurn: true },
}

async function freeze({ launch, runtime, model }: Scene): Promise<void> {
  for (const { pid } of await runtime.leftovers([launch.ref.launchId])) process.kill(pid, 'SIGSTOP')
  await model.close()
}

async function killWrapper({ launch }: Scene): Promise<void> {
  const wrapper = Number(readFileSync(join(launch.ref.dir, 'pid'), 'utf8').split('\n')[0])
  process.kill(wrapper, 'SIGKILL')
}

interface Series {
  readonly kind: string
  /** Milliseconds of CPU and bytes read and written in each second, and connections at its end. */
  readonly cpu: readonly number[]
  readonly io: readonly number[]
  readonly net: readonly (number | null)[]
  /** Seconds in which a line came, and in which a tool call was open. */
  readonly spoke: readonly number[]
  readonly tool: readonly (readonly [from: number, to: number])[]
  /** Announced pauses: second, milliseconds. */
  readonly rest: readonly (readonly [number, number])[]
  /** The process ended by itself in this second. */
  readonly ended?: number
}

/** The engine's part of a launch: lines in, answers out, and what was heard since the last look. */
interface Listener {
  take(): { readonly spoke: boolean; readonly restMs: number; readonly toolOpen: boolean }
  readonly over: () => boolean
  readonly turnEnded: Promise<void>
}

function listen(launch: Launch, dialogue: Dialogue, written: number): Listener {
  const open = new Set<string>()
  let [spoke, restMs, over, at] = [false, 0, false, written]
  let told: () => void = () => undefined
  const turnEnded = new Promise<void>((resolve) => {
    told = resolve
  })
  const hear = (heard: Heard): string => {
    for (const event of heard.events) {
      if (event.kind === 'tool') open.add(event.callId)
      if (event.kind === 'tool_result') open.delete(event.callId)
    }
    const last = heard.events.at(-1)
    if (last !== undefined)
      restMs = last.kind === 'notice' && last.code === 'retrying' && typeof last.delayMs === 'number' ? last.delayMs : 0
    if (heard.turnEnded === true) told()
    return heard.writes.join('')
  }
  const read = async (): Promise<void> => {
    for await (const { lines } of launch.lines(0)) {
      spoke = true
      restMs = 0
      const words = lines.map((line) => hear(dialogue.hear(line))).join('')
      if (words !== '') await launch.write(words, at)
      at += Buffer.byteLength(words)
    }
    over = true
    told()
  }
  read().catch((cause: unknown) => console.error('reading failed', cause))
  return {
    take() {
      const taken = { spoke, restMs: spoke ? restMs : 0, toolOpen: open.size > 0 }
      spoke = false
      return taken
    },
    over: () => over,
    turnEnded,
  }
}

async function record(cli: Cli, bin: string, kind: string, seconds: number): Promise<Series | null> {
  const situation = situations[kind]!
  const harness = builtInHarnesses({ node: '', player: '' }).find((one) => one.id === cli.name)
  if (harness === undefined) throw new Error(`no harness ${cli.name}`)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drover-corpus-')))
  const [home, work] = [join(root, 'home'), join(root, 'work')]
  for (const directory of [home, work]) mkdirSync(directory)
  execFileSync('git', ['init', '-q', work])
  const identity = ['-c', 'user.email=corpus@drover.test', '-c', 'user.name=corpus']
  execFileSync('git', ['-C', work, ...identity, 'commit', '-q', '--allow-empty', '-m', 'first'])
  const model = await startModelServer()
  const runtime = createProcessRuntime({ home: join(root, 'drover') })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    ...npmEnvironment(),
    ...settle(cli, home, model.url),
  }
  const start = makeStart(root, {
    program: await cachedProgram(harness, bin),
    prompt: typeof situation.prompt === 'string' ? situation.prompt : situation.prompt(cli),
    version: cli.version,
    hostEnv: env,
    cwd: work,
    config: situation.afterTurn === true ? { lifetime: 'session' } : {},
  })
  const plan: LaunchPlan = harness.plan(start)
  try {
    if (situation.afterTurn === true && plan.lifetime === 'turn') return null
    const dialogue = harness.open(start, null)
    const first = dialogue.begin().writes.join('')
    const tags = {
      DROVER_LAUNCH_ID: start.launchId,
      DROVER_SESSION_ID: start.sessionId,
      DROVER_SOCKET: join(root, 'drover', 'drover.sock'),
    }
    const launch = await runtime.start(plan, {
      launchId: start.launchId,
      dir: start.launchDir,
      cwd: work,
      env: { ...env, ...plan.env, ...tags },
      initialInput: first,
    })
    const listener = listen(launch, dialogue, Buffer.byteLength(first))
    // How long a CLI takes to begin is another matter.
    await model.seen((request) => request.act !== null && !request.helper)
    if (situation.afterTurn === true) await listener.turnEnded
    const scene = { launch, runtime, model }
    return await watch(kind, situation, scene, listener, seconds)
  } finally {
    await runtime.sweep([start.launchId], 0)
    await model.close().catch(() => undefined)
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function watch(
  kind: string,
  situation: Situation,
  scene: Scene,
  listener: Listener,
  seconds: number,
): Promise<Series> {
  const look = async (): Promise<TreeReading | undefined> =>
    (await scene.runtime.readings([scene.launch.ref])).get(scene.launch.ref.launchId)
  const series = { kind, cpu: [] as number[], io: [] as number[], net: [] as (number | null)[], spoke: [] as number[] }
  const [tool, rest]: [[number, number][], [number, number][]] = [[], []]
  let before = await look()
  const from = performance.now()
  for (let at = 1; at <= seconds; at++) {
    await wait(Math.max(0, from + at * 1000 - performance.now()))
    if (situation.act?.at === at) await situation.act.what(scene)
    const { spoke, restMs, toolOpen } = listener.take()
    if (spoke) series.spoke.push(at)
    if (restMs > 0) rest.push([at, restMs])
    const last = tool.at(-1)
    if (toolOpen && last !== undefined && last[1] === at - 1) last[1] = at
    else if (toolOpen) tool.push([at, at])
    const now = await look()
    if (now === undefined || listener.over()) return { ...series, tool, rest, ended: at }
    series.cpu.push((now.cpuMs ?? 0) - (before?.cpuMs ?? 0))
    series.io.push((now.ioBytes ?? 0) - (before?.ioBytes ?? 0))
    series.net.push(now.connections)
    before = now
  }
  return { ...series, tool, rest }
}

/** One line a series, so that a change of one is seen as one. */
function keep(cli: Cli, series: Series): void {
  const file = join(fixtures, `${cli.name}.json`)
  const before: Series[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).series : []
  const order = Object.keys(situations)
  const all = [...before.filter((one) => one.kind !== series.kind), series].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  )
  const lines = all.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  mkdirSync(fixtures, { recursive: true })
  writeFileSync(file, `{\n  "cli": "${cli.name}",\n  "version": "${cli.version}",\n  "series": [\n${lines}\n  ]\n}\n`)
}

const words = process.argv.slice(2)
const option = (name: string): string | undefined =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const named = words.filter((word) => !word.startsWith('--'))
const kinds = words.includes('--page') ? [] : (option('kind')?.split(',') ?? Object.keys(situations))
const seconds = Number(option('seconds') ?? 45)
const due = kinds.flatMap((kind) =>
  clis.flatMap((cli) => {
    const bin = cachedBin(cli.name, cli.version)
    const wanted = (named.length === 0 || named.includes(cli.name)) && !situations[kind]?.not?.includes(cli.name)
    return bin === null || !wanted ? [] : [{ cli, bin, kind }]
  }),
)
async function work(): Promise<void> {
  for (let one = due.shift(); one !== undefined; one = due.shift()) {
    try {
      const series = await record(one.cli, one.bin, one.kind, seconds)
      if (series === null) console.log(`${one.cli.name} ${one.kind}: its process does not outlive a turn`)
      else {
        keep(one.cli, series)
        console.log(
          `${one.cli.name} ${one.kind}: ${series.cpu.length} s${series.ended === undefined ? '' : ', then it ended'}`,
        )
      }
    } catch (cause) {
      process.exitCode = 1
      console.error(`${one.cli.name} ${one.kind}:`, cause)
    }
  }
}
await Promise.all(Array.from({ length: Number(option('beside') ?? 2) }, work))
// Only now: it reads what was recorded.
const { tables } = await import('#core/health/corpus-page.suite')
const page = join(repo, 'docs', 'liveness.md')
let text = readFileSync(page, 'utf8')
for (const [name, table] of Object.entries(tables()))
  text = text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_all, from, to) => `${from}${table}\n${to}`,
  )
writeFileSync(page, text)
process.exit()
