/**
 * What must hold of efforts. At every commit: limits, one last word of a child (its report, or one `worker_died`, and never a
 * `worker_died` after its report), an end of an effort that is told once and passes nobody over. At rest: every effort has ended
 * with all its sessions, nobody waits, nobody who ended owes anything, and no branch landed twice.
 */
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Mail } from '#contract/mail'
import { isEnded } from '#contract/merge'
import type { ReportState } from '#contract/role'
import type { Session } from '#contract/session'
import { readBatch } from '#core/mail/batch'
import { builtInRoles, find } from '#core/role/table'
import type { EffortRecord } from '#ports/store/effort'
import type { SessionRecord } from '#ports/store/session'
import type { SimProcess } from '../support/simulated/machine.ts'
import type { Story } from './story.ts'

export const openEfforts = ({ home }: Story): readonly EffortRecord[] => home.store.reads.openEfforts()

interface Watched {
  /** How often the end of an effort was told. */
  readonly ended: Map<string, number>
  /** The newest mail by which a session ended its work, and the one that was counted. */
  readonly terminal: Map<string, number>
  readonly counted: Map<string, number>
  /** `worker_died` of a session since it owes what it owes. */
  readonly deaths: Map<string, number>
  readonly reports: Map<string, ReportState | null>
  /** Turns that the daemon began by its own words, and the launch they reached. */
  readonly given: Map<string, string>
}

export function watch(story: Story): void {
  const state: Watched = {
    ended: new Map(),
    terminal: new Map(),
    counted: new Map(),
    deaths: new Map(),
    reports: new Map(),
    given: new Map(),
  }
  const { store } = story.home
  const before = store.watch
  store.watch = (commit) => {
    before(commit)
    for (const change of commit.changes) checkChange(story, state, change)
  }
  watchProcesses(story, state)
}

/** What Drover says by itself to agents of roles, and whom it ends with their effort. All else is judged by the other subjects. */
function watchProcesses(story: Story, state: Watched): void {
  const { machine, store } = story.home
  const { prompted, ended } = machine.watch
  machine.watch = {
    ...machine.watch,
    prompted(process, text) {
      const one = store.reads.session(process.sessionId)
      const turn = one === null || one.turn === 0 ? null : store.reads.turn(one.id, one.turn)
      const own = turn?.source === 'daemon' && one?.role != null && readBatch(turn.prompt) === null
      if (!own || !text.endsWith(turn.prompt)) return prompted(process, text)
      const name = `turn ${turn.n} of ${one.id}`
      const other = state.given.get(name)
      // One that does not know the conversation was given nothing.
      if (other !== undefined && machine.processes.get(other)?.out.includes('"lost"') !== true)
        story.blame(`${name} was given to ${other} and ${process.launchId}`)
      state.given.set(name, process.launchId)
    },
    ended(process) {
      if (!isOver(story, process)) ended(process)
    },
  }
}

/** Its effort is over, somebody let it go, its report is given up, or the next turn has other instructions. */
function isOver({ home, wishes }: Story, { sessionId, lifetime }: SimProcess): boolean {
  const one = home.store.reads.session(sessionId)
  if (one === null || one.role === null) return false
  const next = one.turn === 0 ? null : home.store.reads.turn(one.id, one.turn)
  if (lifetime === 'session' && next?.state === 'running' && next.launchId === null) return true
  if (one.effortId !== null && home.store.reads.effort(one.effortId)?.state !== 'running') return true
  if (one.endReason === 'completed' && wishes.has(one.id)) return true
  // A process that lives on between turns ends with its session.
  return (one.endReason === 'stalled' || one.endReason === 'aborted') && one.report?.state === 'missing'
}

function checkChange(story: Story, state: Watched, change: Change): void {
  if (change.type === 'session_created') checkLimits(story, change.payload)
  if (change.type === 'session_created' || change.type === 'session_updated' || change.type === 'session_ended')
    checkReport(story, state, change.payload)
  if (change.type === 'mail_sent') checkMail(story, state, change.payload)
  if (change.type === 'effort_completed') checkEnd(story, state, change.payload)
}

/** Nothing more comes from it. */
const isSettled = ({ phase, report }: SessionRecord): boolean =>
  phase === 'ended' || (report !== null && report.state !== 'owed')

/** A limit is one of starting somebody: who is woken again was started before. */
function checkLimits(story: Story, { id, role, parentId, effortId, depth }: Session): void {
  if (role === null) return
  const { reads } = story.home.store
  // A merge calls its merger whoever is at work, and counts it with nobody.
  const isOfMerge = (one: SessionRecord): boolean => one.role === 'merger' && one.report === null
  const { maxDepth, maxChildren, maxAgents } = story.home.settings.coordination
  const open = (all: readonly SessionRecord[]): number => all.filter((one) => !isSettled(one) && !isOfMerge(one)).length
  if (depth > maxDepth) story.blame(`${id} stands ${depth} below its root`)
  if (parentId !== null && open(reads.childrenOf(parentId)) > maxChildren)
    story.blame(`${parentId} has ${open(reads.childrenOf(parentId))} children at work with ${id}`)
  if (effortId !== null && open(reads.effortSessions(effortId)) > maxAgents)
    story.blame(`${effortId} has ${open(reads.effortSessions(effortId))} agents with ${id}`)
  if (effortId !== null && reads.effort(effortId)?.state !== 'running')
    story.blame(`${id} was started in ${effortId}, which is over`)
}

const numberOf = (mailId: string): number => Number(mailId.slice('mail-'.length))

function checkMail(story: Story, state: Watched, mail: Mail): void {
  const one = story.home.store.reads.session(mail.from)
  if (one === null) return
  if (find(builtInRoles, one.role ?? '')?.ends.includes(mail.type) === true)
    state.terminal.set(one.id, numberOf(mail.id))
  if (mail.type !== 'worker_died') return
  const said = state.terminal.get(one.id) ?? 0
  if (said > (state.counted.get(one.id) ?? 0))
    story.blame(`${one.id} reported by mail-${said} and ${mail.id} says that it died`)
  const deaths = (state.deaths.get(one.id) ?? 0) + 1
  state.deaths.set(one.id, deaths)
  if (deaths > 1) story.blame(`${one.id} died ${deaths} times`)
}

/** What becomes of a report, as it is told. */
function checkReport(story: Story, state: Watched, { id, parentId, report }: Session): void {
  const before = state.reports.get(id) ?? null
  const now = report?.state ?? null
  state.reports.set(id, now)
  const mail = now === 'reported' && report?.mailId != null ? numberOf(report.mailId) : 0
  // A second report in the same state is told by its mail alone.
  if (now === 'reported' && (now !== before || mail !== state.counted.get(id))) {
    if (state.terminal.get(id) !== mail) story.blame(`${id} reported by mail-${mail}, which it never sent`)
    state.counted.set(id, mail)
  }
  if (now === before) return
  if (now === 'owed' || now === 'reported') state.deaths.set(id, 0)
  const parent = parentId === null ? null : story.home.store.reads.session(parentId)
  if (now === 'missing' && parent !== null && parent.phase !== 'ended' && (state.deaths.get(id) ?? 0) === 0)
    story.blame(`the report of ${id} is missing and ${parentId} was not told`)
}

/** Told once; by itself only when nobody works, waits, is parked or owes a report; a success only when all was given and landed. */
function checkEnd(story: Story, state: Watched, effort: Effort): void {
  const { reads } = story.home.store
  const { id, reason } = effort
  const told = (state.ended.get(id) ?? 0) + 1
  state.ended.set(id, told)
  if (told > 1) story.blame(`${id} ended ${told} times`)
  if (effort.state === 'running') story.blame(`the end of ${id} was told and it runs`)
  if (effort.state === 'stopped' || reason?.startsWith('Completed by the operator') === true) return
  for (const one of reads.effortSessions(id)) {
    const busy = whatHolds(story, one)
    if (busy !== null) story.blame(`${id} ended while ${one.id} ${busy}`)
    if (effort.state === 'completed' && one.report?.state === 'missing')
      story.blame(`${id} is completed without the report of ${one.id}`)
  }
  const newest = new Map(effort.merges.map((merge) => [merge.branch, merge]))
  for (const merge of effort.merges)
    if (!isEnded(merge.state)) story.blame(`${id} ended while ${merge.id} is ${merge.state}`)
  for (const { id: merge, state: at, reason: why } of newest.values())
    if (effort.state === 'completed' && at !== 'landed' && why?.code !== 'nothing_to_merge')
      story.blame(`${id} is completed and ${merge} is ${at}`)
}

function whatHolds(story: Story, one: SessionRecord): string | null {
  if (one.phase === 'ended') return null
  if (one.phase === 'starting') return 'starts'
  if (story.runningTurn(one) !== null) return 'works'
  if (one.request !== null) return 'asks'
  if (one.waiting !== null) return 'waits'
  if (one.parkedUntil !== null && Date.parse(one.parkedUntil) > story.home.scheduler.now().getTime()) return 'is parked'
  if (one.report?.state === 'owed') return 'owes a report'
  return story.home.store.reads.countQueued(one.id) > 0 ? 'has mail to read' : null
}

/** Longer than it takes to see that nobody is left to wait for. */
const patience = 8
const vain = new WeakMap<Story, Map<string, number>>()

/** Asked once a second while nothing else happens: a wait that was met goes on for a moment only. */
export function checkWaits(story: Story): void {
  const { reads } = story.home.store
  const known = vain.get(story) ?? new Map<string, number>()
  vain.set(story, known)
  const able = story.home.state === 'ready' && !reads.agentStates().some(({ state }) => state === 'benched')
  for (const one of story.sessions()) {
    const met = isMet(reads, one)
    const stands = able && met && one.phase === 'live' && one.activity === 'idle' && one.parkedUntil === null
    const seconds = stands ? (known.get(one.id) ?? 0) + 1 : 0
    known.set(one.id, seconds)
    if (seconds > patience) story.blame(`${one.id} waits for ${one.waiting?.for} and none is left to come`)
  }
}

const isMet = (reads: Story['home']['store']['reads'], { id, waiting }: SessionRecord): boolean => {
  if (waiting?.for === 'children') return reads.childrenOf(id).every(isSettled)
  const task = waiting?.taskId == null ? null : reads.task(waiting.taskId)
  return task !== null && task.state !== 'ready' && task.state !== 'claimed'
}

/** Who has not come to an end, in words. */
export function left(story: Story): readonly string[] {
  const open = openEfforts(story).map(({ id }) => `${id} runs`)
  const members = story.sessions().flatMap((one) => {
    if (one.role === null || one.phase === 'ended') return []
    const busy = whatHolds(story, one)
    const what = one.waiting === null ? '' : ` for ${one.waiting.for}`
    return busy === null ? [] : [`${one.role} ${one.id} ${busy}${what}`]
  })
  return [...open, ...members]
}

export function atRest(story: Story): void {
  const { reads } = story.home.store
  for (const effort of reads.efforts({ limit: 100 })) checkEffort(story, effort)
  for (const one of story.sessions()) {
    if (one.waiting !== null) story.blame(`${one.id} is ${one.phase} and waits for ${one.waiting.for} for ever`)
    if (one.phase === 'ended' && one.report?.state === 'owed') story.blame(`${one.id} ended and owes a report`)
    checkLandings(story, one)
  }
}

function checkEffort(story: Story, { id, state, rootSessionId }: EffortRecord): void {
  const { reads } = story.home.store
  if (rootSessionId === null) story.blame(`${id} has no root`)
  for (const one of reads.effortSessions(id))
    if (state !== 'running' && one.phase !== 'ended') story.blame(`${id} is ${state} and ${one.id} lives on`)
  const told = reads.mails({ to: 'operator', type: 'result', limit: 1000 })
  const summaries = told.filter(({ source, payload }) => source === 'daemon' && payload?.effortId === id).length
  if (summaries !== (state === 'completed' || state === 'failed' ? 1 : 0))
    story.blame(`${id} is ${state} and the operator was told ${summaries} times`)
}

/** The same commits of a branch land once. */
function checkLandings(story: Story, one: SessionRecord): void {
  const landed = story.home.store.reads
    .merges({ sessionId: one.id, limit: 100 })
    .merges.filter(({ state }) => state === 'landed')
  const heads = landed.map(({ head }) => head)
  const twice = heads.find((head, at) => heads.indexOf(head) !== at)
  if (twice !== undefined) story.blame(`${twice} of ${one.id} landed twice`)
}
