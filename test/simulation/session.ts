/**
 * The life of sessions: spawn, kill, restore, fork, cleanup, and what must hold of their rows, worktrees and processes
 * whatever happens on the way.
 */

import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { statusOfPr, worstOf } from '#core/forge/pr-status'
import { statusOf } from '#core/session/status'
import { operator } from '#flows/access/caller'
import type { SessionRecord } from '#ports/store/session'
import { project } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import type { Story, Subject } from './story.ts'

const most = 4

export const session: Subject = {
  theme: 'agents',
  deeds: {
    spawn: {
      weight: 7,
      args: (random) => [random.between(0, 2), random.between(0, 5)],
      does(story, [kind = 0, secret = 0]) {
        if (story.sessions().length >= most) return
        const input = story.newInput(secret === 1)
        const harness = kind === 1 ? 'stays' : 'once'
        const where = kind === 2 ? { projectId: null, scratch: true } : { projectId: project }
        story.call(
          'spawn',
          (flows) => flows.spawn({ ...where, prompt: input.text, harness }, operator),
          (answer) => {
            input.answer = answer instanceof DroverError ? 'refused' : 'accepted'
          },
        )
      },
    },
    fork: {
      weight: 2,
      args: (random) => [random.between(0, 3), random.between(0, 1)],
      does(story, [at = 0, words = 0]) {
        const from = story.session(at)
        if (from === null || story.sessions().length >= most) return
        const input = words === 0 ? null : story.newInput(false)
        story.call(
          `fork ${from.id}`,
          (flows) => flows.fork(from.id, input === null ? {} : { prompt: input.text }),
          (answer) => {
            if (input !== null) input.answer = answer instanceof DroverError ? 'refused' : 'accepted'
          },
        )
      },
    },
    kill: {
      weight: 4,
      args: (random) => [random.between(0, 3)],
      does: (story, [at = 0]) => kill(story, at, false),
    },
    /** Names a launch that is not the current one: nothing may follow. */
    'stale-kill': {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does: (story, [at = 0]) => kill(story, at, true),
    },
    restore: {
      weight: 4,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        if (one !== null) story.call(`restore ${one.id}`, (flows) => flows.restore(one.id))
      },
    },
    cleanup: {
      weight: 4,
      does: (story) => story.call('cleanup', (flows) => flows.cleanup({ dryRun: false })),
    },
  },
  begin(story) {
    story.home.machine.watch = {
      ...story.home.machine.watch,
      started: (process) => checkStart(story, process),
      ended: (process) => checkEnd(story, process),
    }
  },
  always: checkLaunches,
  atRest(story) {
    for (const one of story.sessions()) checkSession(story, one)
    checkKills(story)
    checkOrphans(story)
  },
}

function kill(story: Story, at: number, stale: boolean): void {
  const one = story.session(at)
  if (one === null) return
  if (!stale) for (const wish of [one.id, `kill ${one.id}`]) story.wishes.add(wish)
  // What lives is marked before anything else is done: from then on it ends, whoever dies.
  if (!stale && one.phase === 'live' && story.home.flows !== null)
    story.promised.set(one.id, story.home.store.reads.lastSeq())
  story.call(
    `kill ${one.id}`,
    (flows) => flows.kill(one.id, stale ? { launchId: 'l_another' } : {}),
    (answer) => {
      if (!stale) story.wishes.delete(`kill ${one.id}`)
      if (answer instanceof DroverError) story.promised.delete(one.id)
      if (answer instanceof DroverError) return
      const ends = story.home.store.reads.changesAfter(0, 10_000, ['session_ended'])
      if (!ends.some((change) => change.sessionId === one.id))
        story.blame(`${one.id} was killed and is ${answer.phase}`)
    },
  )
}

/** The row is there before the process, and names it. */
function checkStart({ home, blame }: Story, process: SimProcess): void {
  const { reads } = home.store
  const launch = reads.launch(process.launchId)
  if (launch === null || launch.state === 'exited') blame(`a process of ${process.launchId} runs and no row names it`)
  if (reads.session(process.sessionId)?.launchId !== process.launchId)
    blame(`${process.sessionId} does not name the launch ${process.launchId} that runs for it`)
  const others = home.machine.alive().filter((one) => one.sessionId === process.sessionId && one !== process)
  if (others.length > 0) blame(`${process.sessionId} has two processes at once`)
}

/** A kill of one that owes a report is an abort. */
const isKill = (endReason: SessionRecord['endReason']): boolean => endReason === 'killed' || endReason === 'aborted'

/** The end of a process by the daemon: somebody wished it, of this very launch. */
function checkEnd(story: Story, process: SimProcess): void {
  const { home, wishes, harm, blame } = story
  const { reads } = home.store
  const one = reads.session(process.sessionId)
  if (one === null) {
    blame(`a process of ${process.launchId} was ended without its row`)
    return
  }
  if (one.phase === 'starting' || one.phase === 'ended') return
  // Written down, or under way.
  if (wishes.has(`kill ${one.id}`) || (isKill(one.endReason) && wishes.has(one.id))) return
  if (harm.has('stopped')) return
  if (reads.launch(process.launchId)?.state === 'prepared' && harm.has('full')) return
  if (process.gaveUp) return
  // Nobody can read what it says: its row says how often.
  if ((reads.launch(process.launchId)?.adapterFaults ?? 0) >= 2) return
  const turn = reads.turn(one.id, one.turn)
  // The turn that was to end has ended in the meantime, and no other began.
  if (turn?.launchId === process.launchId && turn.state !== 'running' && wishes.has(`${one.id} ${turn.n}`)) return
  // So has it when another one waits for the end of this process, to have one of its own.
  const before = turn === null || turn.launchId !== null ? null : reads.turn(one.id, turn.n - 1)
  if (before?.launchId === process.launchId && wishes.has(`${one.id} ${before.n}`)) return
  if (turn?.launchId !== process.launchId || turn.stopping === null) {
    blame(`launch ${process.launchId} of ${one.id} was ended and nobody named it`)
    return
  }
  if (turn.stopping === 'cancel' && !wishes.has(`${one.id} ${turn.n}`))
    blame(`turn ${turn.n} of ${one.id} was cancelled and nobody asked for it`)
  if (turn.stopping === 'stall' && !process.hung) blame(`launch ${process.launchId} worked and was ended as hanging`)
}

/** A launch is named by one session, its own; a process that lives has a row that is open. */
function checkLaunches({ home, blame, sessions }: Story): void {
  const { reads } = home.store
  const named = new Map<string, string>()
  for (const { id, launchId } of sessions()) {
    if (launchId === null) continue
    const other = named.get(launchId)
    if (other !== undefined) blame(`launch ${launchId} is named by ${other} and ${id}`)
    named.set(launchId, id)
    if (reads.launch(launchId)?.sessionId !== id) blame(`${id} names launch ${launchId}, which is not its own`)
  }
  for (const { launchId } of home.machine.alive()) {
    const launch = reads.launch(launchId)
    if (launch === null) blame(`a process of ${launchId} runs and no row names it`)
    else if (launch.state === 'exited') blame(`a process of ${launchId} runs and its row says that it exited`)
  }
}

/** The session as every door shows it says the same, and nothing works without a process. */
function checkSession(story: Story, one: SessionRecord): void {
  const { home, blame } = story
  const { id } = one
  const shown = home.flows?.session(id)
  const status = statusOf({
    phase: one.phase,
    activity: one.activity,
    parkedUntil: one.parkedUntil,
    hasRequest: one.request !== null,
    failed: one.failure !== null,
    nowMs: home.scheduler.now().getTime(),
    waiting: one.waiting !== null,
    reported: one.report?.state === 'reported',
    pullRequest: worstOf(home.store.reads.prsOf(id).map(statusOfPr)),
  })
  if (one.phase === 'starting') blame(`${id} is starting for ever`)
  if (shown?.status !== status) blame(`${id} is ${status} and is shown as ${shown?.status}`)
  const told = toldOf(story, id)
  if (told !== status) blame(`${id} is ${status} and the fleet was told ${told}`)
  const process = one.launchId === null ? undefined : home.machine.processes.get(one.launchId)
  if (status === 'working' && process?.alive !== true) blame(`${id} shows working and nobody works`)
  if (status === 'working') blame(`${id} works for ever`)
  if (status === 'unknown') blame(`${id} is not known for ever`)
  if (story.runningTurn(one) !== null) blame(`turn ${one.turn} of ${id} runs for ever`)
  if (one.phase === 'ended' && process?.alive === true) blame(`${id} ended and its process runs`)
}

/** A kill that was begun is finished, if need be by the next daemon. */
function checkKills({ home, promised, blame }: Story): void {
  const ends = home.store.reads.changesAfter(0, 10_000, ['session_ended', 'session_removed'])
  for (const [id, after] of promised)
    if (!ends.some((change) => change.sessionId === id && change.seq > after))
      blame(`${id} was to be killed and is not`)
}

/** The status that the fleet was told last. */
function toldOf({ home }: Story, id: string): string | undefined {
  const changes = home.store.reads.changesAfter(0, 10_000, ['session_created', 'session_updated', 'session_ended'])
  return (changes.findLast((change) => change.sessionId === id)?.payload as Session | undefined)?.status
}

/** Its tree is its own, whoever worked in it. */
const isOpenMerge = ({ home }: Story, id: string): boolean => {
  const one = id.startsWith('m-') ? home.store.reads.merge(id) : null
  return one !== null && one.worktree !== null
}

/** Every worktree, branch and process belongs to a row, and every row to something. */
function checkOrphans(story: Story): void {
  const { home, blame, sessions } = story
  const { reads } = home.store
  const all = sessions()
  const workspaces = reads.workspaces(null)
  const known = new Set(workspaces.filter((one) => one.removedAt === null).map((one) => one.path))
  for (const { path, half } of home.repositories.trees.values()) {
    if (!known.has(path)) blame(`the worktree ${path} belongs to nobody`)
    if (half) blame(`the worktree ${path} is half there`)
  }
  const relays = reads.relays({ limit: 100 })
  const ofRelays = new Set(relays.flatMap((relay) => relay.lanes.map((lane) => lane.workspaceId)))
  for (const { id, path, heldBy } of workspaces) {
    if (ofRelays.has(id)) continue
    if (!all.some((one) => one.workspaceId === id)) blame(`the workspace ${path} belongs to no session`)
    if (heldBy !== null && !isOpenMerge(story, heldBy) && !all.some((one) => one.id === heldBy && one.phase === 'live'))
      blame(`the workspace ${path} is held by ${heldBy}, which does not live`)
  }
  for (const one of all) {
    const workspace = workspaces.find((candidate) => candidate.id === one.workspaceId)
    if (one.phase !== 'live') continue
    if (workspace?.heldBy !== one.id) blame(`${one.id} lives and does not hold its workspace`)
    if (workspace !== undefined && !home.repositories.exists(workspace.path))
      blame(`${one.id} lives without a worktree`)
  }
  // A branch with commits of its own outlives a spawn that was taken back.
  for (const [branch, tip] of home.repositories.main.branches)
    if (
      branch.startsWith(`drover/${project}-`) &&
      home.repositories.isMerged(tip) &&
      !workspaces.some((one) => one.branch === branch)
    )
      blame(`the branch ${branch} belongs to nobody`)
  for (const { launchId, sessionId } of home.machine.alive())
    if (all.find((one) => one.id === sessionId)?.launchId !== launchId)
      blame(`a process of ${launchId} runs and ${sessionId} has gone on without it`)
}
