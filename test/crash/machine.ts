/**
 * The crash machine: agents stream numbered lines while the daemon is killed at random moments and started again; at the
 * end every line must be stored once and in order, every agent must have finished undisturbed, nothing may show `working`
 * without a process, and no process may be left. Beside rehearsals `git gc --prune=now` runs in a loop: no snapshot may miss
 * what its agent wrote. One seed decides all moments. Run alone: `node test/crash/machine.ts
 * --rounds 200 [--seed n] [--agents n] [--kind rehearsal|tiny]`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { buildWithDefects, copyBuild } from './build-copy.ts'
import { pruneBeside, unsound, writtenFile } from './gc-beside.ts'
import { type Random, randomFrom } from './random.ts'

export interface MachineOptions {
  readonly rounds: number
  readonly agents: number
  readonly seed: number
  readonly kind: 'rehearsal' | 'tiny'
  /** Given to the daemon, for planting a defect. */
  readonly env?: Readonly<Record<string, string>>
  /** Kills that one batch of agents sees before it is waited for. */
  readonly batch?: number
  /** Ends at the first batch that shows a fault. */
  readonly untilFault?: boolean
  readonly say?: (text: string) => void
}

export interface MachineReport {
  readonly seed: number
  rounds: number
  batches: number
  lines: number
  lost: number
  doubled: number
  disordered: number
  interrupted: number
  /** Sessions shown as working without a live process. */
  phantoms: number
  leftovers: number
  /** How often the repository was pruned meanwhile. */
  prunes: number
  readonly examples: string[]
}

export const faultsOf = (report: MachineReport): number =>
  report.lost + report.doubled + report.disordered + report.interrupted + report.phantoms + report.leftovers

export const summary = (report: MachineReport): string =>
  `${report.rounds} rounds, ${report.lines} lines: ${report.lost} lost, ${report.doubled} doubled, ${report.disordered} out of order, ${report.interrupted} agents interrupted, ${report.phantoms} working without a process, ${report.leftovers} processes left, pruned ${report.prunes} times (seed ${report.seed})`

const linesPerBurst = 20

export async function runMachine(options: MachineOptions): Promise<MachineReport> {
  const random = randomFrom(options.seed)
  const report: MachineReport = {
    seed: options.seed,
    rounds: 0,
    batches: 0,
    lines: 0,
    lost: 0,
    doubled: 0,
    disordered: 0,
    interrupted: 0,
    phantoms: 0,
    leftovers: 0,
    prunes: 0,
    examples: [],
  }
  const w = await world({ config, start: false, ...(options.env === undefined ? {} : { env: options.env }) })
  // A build of its own: one that is made meanwhile in this checkout does not change the daemon under test.
  const place = join(w.dir, 'build')
  const program = options.env?.DROVER_DEFECT === undefined ? copyBuild(place, '0.0.0') : buildWithDefects(place)
  const endPruning = options.kind === 'rehearsal' ? pruneBeside(w.repo.path) : async () => 0
  try {
    await w.start({}, program)
    await w.addProject()
    let sessions: readonly Session[] = []
    while (report.rounds < options.rounds) {
      const rounds = Math.min(options.batch ?? 10, options.rounds - report.rounds)
      sessions = await runBatch(w, random, { ...options, program }, report, sessions, rounds)
      report.batches += 1
      options.say?.(summary(report))
      if (options.untilFault === true && faultsOf(report) > 0) break
    }
    if (options.kind === 'rehearsal') await snapshotsHold(w, random, program, sessions, report)
    report.prunes = await endPruning()
    await endAll(w, sessions, report)
    return report
  } finally {
    await endPruning()
    await w.end()
  }
}

const tiny = join(import.meta.dirname, 'tiny-agent.sh')
const config = `[harness.tiny]
command = ["sh", "${tiny}", "$PROMPT_FILE"]
resume = ["sh", "${tiny}", "$PROMPT_FILE"]
output = "drover"
[limits]
max_sessions = 1000
`

/** Bursts of numbered lines with a breath between them. Long enough for the rounds: a machine under load is slow to start. */
const burstsFor = (rounds: number): number => Math.max(30, rounds * 25)

const script = (kind: MachineOptions['kind'], bursts: number): string =>
  kind === 'tiny'
    ? `${bursts} ${linesPerBurst} 0.04`
    : Array.from(
        { length: bursts },
        (_, n) => `@write ${writtenFile} ${n}\n@flood ${linesPerBurst} 120\n@sleep 40`,
      ).join('\n')

const expected = (bursts: number): string[] =>
  Array.from({ length: bursts }, () =>
    Array.from({ length: linesPerBurst }, (_, n) => `${n + 1}/${linesPerBurst}`),
  ).flat()

/** Short turns whose snapshots meet the kills; then what the newest ones hold. */
async function snapshotsHold(
  w: World,
  random: Random,
  program: string,
  sessions: readonly Session[],
  report: MachineReport,
): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const begun = await Promise.all(sessions.map((session) => begin(w, session, `@write ${writtenFile} last ${round}`)))
    await killAtRandom(w, random, program)
    for (const agent of begun) await w.turnEnd(agent.id, agent.turn)
    for (const session of sessions) await w.until(session.id, isAtRest)
  }
  await w.stop('keep')
  await w.start({}, program)
  for (const fault of await unsound(w, sessions)) note(report, 'lost', 1, fault)
}

/** Also one whose last turn failed: that it did is told by the turn's own end. */
const isAtRest = ({ status }: Session): boolean => status === 'idle' || status === 'failed'

interface Agent {
  readonly id: string
  readonly turn: number
  /** The newest event before this batch. */
  readonly from: number
  readonly pid: number | null
}

async function runBatch(
  w: World,
  random: Random,
  options: MachineOptions & { readonly program: string },
  report: MachineReport,
  before: readonly Session[],
  rounds: number,
): Promise<readonly Session[]> {
  const bursts = burstsFor(rounds)
  const prompt = script(options.kind, bursts)
  const sessions =
    before.length > 0
      ? before
      : await Promise.all(Array.from({ length: options.agents }, () => spawnOne(w, options.kind, prompt)))
  const agents = await Promise.all(sessions.map((session) => begin(w, session, before.length > 0 ? prompt : null)))
  for (let round = 0; round < rounds; round++) {
    await killAtRandom(w, random, options.program)
    report.rounds += 1
    await look(w, agents, report)
  }
  for (const agent of agents) await checkAgent(w, agent, expected(bursts), report)
  return sessions
}

const spawnOne = (w: World, kind: MachineOptions['kind'], prompt: string): Promise<Session> =>
  w.spawn(prompt, kind === 'rehearsal' ? {} : { harness: 'tiny', model: undefined })

async function begin(w: World, session: Session, prompt: string | null): Promise<Agent> {
  const from = prompt === null ? 0 : (await w.session(session.id)).lastEventId
  if (prompt !== null) await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt }))
  const now = await w.until(session.id, (one) => one.launch?.pid != null || one.turn?.state !== 'running')
  return { id: session.id, turn: now.turn?.n ?? 1, from, pid: now.launch?.pid ?? null }
}

/** Mostly while it serves, now and then while it starts. */
async function killAtRandom(w: World, random: Random, program: string): Promise<void> {
  await pause(random.between(0, 400))
  await w.crash()
  while (random.chance(0.2)) {
    const starting = w.start({}, program).catch(() => undefined)
    await pause(random.between(0, 600))
    await w.crash()
    await starting
  }
  await w.start({}, program)
}

/** Right after the daemon says ready: nobody is shown as working whose process is not there, and no process changed. */
async function look(w: World, agents: readonly Agent[], report: MachineReport): Promise<void> {
  const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?limit=1000'))
  for (const agent of agents) {
    const now = sessions.find((session) => session.id === agent.id)
    if (now === undefined) note(report, 'lost', 1, `${agent.id} is not listed`)
    else if (now.status === 'working' && !(await lives(w, now)))
      note(report, 'phantoms', 1, `${agent.id} shows working without a process`)
    else if (now.launch !== null && agent.pid !== null && now.launch.pid !== agent.pid)
      note(report, 'interrupted', 1, `${agent.id} has process ${now.launch.pid}, not ${agent.pid}`)
  }
}

/** An agent may end between the list and this look: then the session says so by itself. */
async function lives(w: World, session: Session): Promise<boolean> {
  const pid = session.launch?.pid ?? null
  if (pid !== null && isAlive(pid)) return true
  const settled = await Promise.race([
    w.until(session.id, (one) => one.status !== 'working').then(() => true),
    pause(30_000, false, { ref: false }),
  ])
  return settled
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function checkAgent(w: World, agent: Agent, wanted: readonly string[], report: MachineReport): Promise<void> {
  const end = await w.row(agent.id, (row) => row.kind === 'turn_end' && row.turn === agent.turn, agent.from)
  if (end.kind !== 'turn_end') throw new Error('not the end of a turn')
  if (end.outcome !== 'completed') note(report, 'interrupted', 1, `${agent.id} ended its turn as ${end.outcome}`)
  const rows = await rowsAfter(w, agent.id, agent.from)
  const holes = rows.findIndex((row, index) => row.id !== agent.from + index + 1)
  if (holes >= 0) note(report, 'disordered', 1, `${agent.id} has a hole in its numbers at ${rows[holes]?.id}`)
  const ends = rows.filter((row) => row.kind === 'turn_end').length
  if (ends !== 1) note(report, 'doubled', Math.max(1, ends - 1), `${agent.id} has ${ends} turn_end events`)
  report.lines += wanted.length
  compare(agent.id, wanted, linesOf(rows), report)
}

async function rowsAfter(w: World, id: string, from: number): Promise<readonly EventRow[]> {
  const all: EventRow[] = []
  for (;;) {
    const after = all.at(-1)?.id ?? from
    const path = `/api/v1/sessions/${id}/events?after=${after}&limit=1000`
    const { events } = await ok<{ events: EventRow[] }>(w.call('GET', path))
    all.push(...events)
    if (events.length < 1000) return all
  }
}

const linesOf = (rows: readonly EventRow[]): string[] =>
  rows.flatMap((row) => (row.kind === 'text' && row.text.startsWith('flood ') ? [row.text.split(' ')[1] ?? ''] : []))

/** Exact equality is the claim; where it does not hold, the counts say which way it failed. */
export function compare(id: string, wanted: readonly string[], got: readonly string[], report: MachineReport): void {
  const at = wanted.findIndex((line, index) => got[index] !== line)
  if (at < 0 && got.length === wanted.length) return
  const where = at < 0 ? wanted.length : at
  const text = `${id}: at line ${where + 1} stands ${got[where] ?? 'nothing'} instead of ${wanted[where] ?? 'the end'}`
  if (got.length < wanted.length) note(report, 'lost', wanted.length - got.length, text)
  else if (got.length > wanted.length) note(report, 'doubled', got.length - wanted.length, text)
  else note(report, 'disordered', 1, text)
}

type Fault = 'lost' | 'doubled' | 'disordered' | 'interrupted' | 'phantoms' | 'leftovers'

function note(report: MachineReport, fault: Fault, count: number, text: string): void {
  report[fault] += count
  if (report.examples.length < 20) report.examples.push(text)
}

/** Who is there and does not leave: a wrapper that has just recorded an exit, or a git of a snapshot, does. */
async function staying<T>(look: () => readonly T[]): Promise<readonly T[]> {
  for (let round = 0; ; round++) {
    const found = look()
    if (found.length === 0 || round === 100) return found
    await pause(100)
  }
}

/** Only the daemon may be left before it stops, and nothing after. */
async function endAll(w: World, sessions: readonly Session[], report: MachineReport): Promise<void> {
  for (const session of sessions) await w.until(session.id, isAtRest)
  const busy = await staying(() => w.processes().filter((one) => one.pid !== w.daemon.pid))
  if (busy.length > 0)
    note(report, 'leftovers', busy.length, `left while idle: ${busy.map((one) => one.command).join('; ')}`)
  await w.stop('stop')
  const left = await staying(() => w.processes())
  if (left.length > 0)
    note(report, 'leftovers', left.length, `left at the end: ${left.map((one) => one.command).join('; ')}`)
  const log = readFileSync(join(w.home, 'daemon.log'), 'utf8')
  const bug = log.split('\n').find((line) => line.includes('"bug:') || line.includes('reading a launch failed'))
  if (bug !== undefined) note(report, 'interrupted', 1, `the log tells of a bug: ${bug.slice(0, 400)}`)
}

function flag(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

if (import.meta.main) {
  const begun = Date.now()
  const report = await runMachine({
    rounds: Number(flag('rounds', '200')),
    agents: Number(flag('agents', '20')),
    seed: Number(flag('seed', String(Date.now() % 1_000_000))),
    kind: flag('kind', 'rehearsal') === 'tiny' ? 'tiny' : 'rehearsal',
    say: (text) => process.stderr.write(`  ${text} ${Math.round((Date.now() - begun) / 1000)}s\n`),
  })
  for (const example of report.examples) process.stderr.write(`  ${example}\n`)
  process.stdout.write(`${summary(report)}\n`)
  process.exitCode = faultsOf(report) === 0 ? 0 : 1
}
