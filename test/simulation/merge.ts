/**
 * Landing: branches are offered to two targets, one checked out by its user and one not, while people commit, edit, switch,
 * push from elsewhere, resolve, approve, retry and cancel. Each lane works in order, what lands lands once and proven, nobody's
 * commit is lost on either side, nothing that a person resolved goes unsaved, and no lane stands still.
 */
import { DroverError } from '#contract/error'
import { isEnded, type Merge } from '#contract/merge'
import { pickNext } from '#core/merge/lane'
import { operator } from '#flows/access/caller'
import type { MergeRecord } from '#ports/store/merge'
import { project } from '../support/engine.ts'
import type { Story, Subject } from './story.ts'

/** Branches that people made; sessions have their own. */
export const mine = 'mine/'
const most = 6
const targets = ['main', 'main', 'next'] as const

const merges = ({ home }: Story): readonly MergeRecord[] => home.store.reads.merges({ limit: 100 }).merges.toReversed()

/** One of those that are open, by a number of an action. */
function open(story: Story, at: number): MergeRecord | null {
  const all = merges(story).filter(({ state }) => state !== 'landed')
  return all[at % Math.max(1, all.length)] ?? null
}

export const merge: Subject = {
  theme: 'landing',
  deeds: {
    offers: {
      weight: 9,
      args: (random) => [random.between(0, 2), random.between(0, 2), random.between(0, 3), random.between(0, 3)],
      does(story, [at = 0, priority = 0, push = 0, clash = 0]) {
        const { repositories, landings } = story.home
        if (merges(story).length >= most || story.home.flows === null) return
        const into = targets[at] ?? 'main'
        const branch = `${mine}${repositories.commits.size}`
        const head = repositories.add(tipOf(story, into))
        repositories.main.branches.set(branch, head)
        // One that clashes is a person's, or joined by rule.
        if (clash > 1) landings.clashing.set(head, clash === 3 ? 'file' : 'list')
        const more = { ...(priority > 0 ? { priority } : {}), ...(push === 3 ? { push: true } : {}) }
        story.call(`offer ${branch}`, (flows) =>
          flows.enqueueMerge({ projectId: project, branch, into, ...more }, operator),
        )
      },
    },
    /** More commits on a branch that is on its way. */
    extends: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = open(story, at)
        const { repositories } = story.home
        const tip = one === null ? undefined : repositories.main.branches.get(one.branch)
        if (one === null || tip === undefined || !one.branch.startsWith(mine)) return
        repositories.main.branches.set(one.branch, repositories.add(tip))
        if (at % 2 === 1) again(story, one)
      },
    },
    lands: {
      weight: 3,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        if (one === null || merges(story).length >= most) return
        story.call(
          `commit ${one.id}`,
          (flows) => flows.commitLeftovers(one.id, undefined),
          (answer) => {
            if (answer instanceof DroverError) return
            story.call(`land ${one.id}`, (flows) => flows.enqueueMerge({ session: one.id, into: 'main' }, operator))
          },
        )
      },
    },
    approves: {
      weight: 3,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = open(story, at)
        if (one !== null) story.call(`approve ${one.id}`, async (flows) => flows.approveMerge(one.id, operator))
      },
    },
    retries: {
      weight: 4,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = open(story, at)
        if (one !== null) story.call(`retry ${one.id}`, (flows) => flows.retryMerge(one.id))
      },
    },
    withdraws: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = open(story, at)
        if (one === null) return
        story.call(
          `cancel ${one.id}`,
          (flows) => flows.cancelMerge(one.id, operator),
          (answer) => {
            if (!(answer instanceof DroverError) && !isEnded(answer.state))
              story.blame(`${one.id} was cancelled and is ${answer.state}`)
          },
        )
      },
    },
    resolves: {
      weight: 4,
      args: (random) => [random.between(0, 3), random.between(0, 2)],
      does(story, [at = 0, drops = 0]) {
        const one = open(story, at)
        const tree = one?.worktree == null ? undefined : story.home.landings.trees.get(one.worktree)
        if (one?.state !== 'needs_human' || tree === undefined) return
        story.home.landings.resolve(tree, drops === 2 ? 'drops' : 'whole')
      },
    },
    'user-commits': {
      weight: 3,
      args: (random) => [random.between(0, 2)],
      does(story, [at = 0]) {
        const { repositories } = story.home
        const branch = targets[at] ?? 'main'
        repositories.main.branches.set(branch, repositories.add(tipOf(story, branch)))
      },
    },
    'user-edits': {
      weight: 2,
      does({ home: { landings } }) {
        landings.checkout.dirty = !landings.checkout.dirty
      },
    },
    'user-switches': {
      weight: 2,
      args: (random) => [random.between(0, 2)],
      does({ home: { landings } }, [at = 0]) {
        // As git does: uncommitted changes keep a checkout where it is.
        if (!landings.checkout.dirty) landings.checkout.on = [null, 'main', 'next'][at] ?? null
      },
    },
    'pushes-elsewhere': {
      weight: 2,
      args: (random) => [random.between(0, 2)],
      does({ home: { landings, repositories } }, [at = 0]) {
        const branch = targets[at] ?? 'main'
        landings.remote.set(branch, repositories.add(landings.remote.get(branch) ?? ''))
      },
    },
    'user-pushes': {
      weight: 2,
      args: (random) => [random.between(0, 2)],
      does(story, [at = 0]) {
        const { landings, repositories } = story.home
        const branch = targets[at] ?? 'main'
        const [here, there] = [tipOf(story, branch), landings.remote.get(branch) ?? '']
        if (repositories.contains(here, there)) landings.remote.set(branch, here)
        else if (repositories.contains(there, here)) repositories.main.branches.set(branch, there)
      },
    },
    remote: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does({ home: { landings } }, [at = 0]) {
        landings.remoteIs = (['there', 'refuses', 'gone', 'mute'] as const)[at] ?? 'there'
      },
    },
    red: {
      weight: 1,
      does({ home }) {
        home.machine.red += 1
      },
    },
  },
  begin(story) {
    const { landings, repositories } = story.home
    const start = tipOf(story, 'main')
    repositories.main.branches.set('next', start)
    landings.remote.set('next', start)
    landings.watch = {
      leaves(tree) {
        if (!tree.saved && tree.result === null)
          story.blame(`what a person resolved in ${tree.path} went without a copy`)
      },
    }
    const verified = new Set<string>()
    const { machine } = story.home
    machine.watch = {
      ...machine.watch,
      verified(cwd) {
        const tree = landings.trees.get(cwd)
        if (tree !== undefined) verified.add(tree.at)
      },
    }
    watched.set(story, { tips: new Map(), verified, seen: 0, told: new Map(), begun: new Set() })
  },
  always(story) {
    checkTips(story)
    checkOnce(story)
    checkOrder(story)
  },
  atRest(story) {
    for (const one of merges(story)) checkMerge(story, one)
    checkLeft(story)
  },
}

const tipOf = ({ home }: Story, branch: string): string => home.repositories.main.branches.get(branch) ?? ''

function again(story: Story, { branch, target }: MergeRecord): void {
  story.call(`offer ${branch} again`, (flows) =>
    flows.enqueueMerge({ projectId: project, branch, into: target }, operator),
  )
}

interface Watched {
  /** Where targets stood, here and at the remote. */
  readonly tips: Map<string, string>
  /** Commits on which a verification held. */
  readonly verified: ReadonlySet<string>
  /** The change that was looked at last, and each merge as it was told by then. */
  seen: number
  readonly told: Map<string, Merge>
  /** Merges that were taken up once: a train that is halved takes its members up again. */
  readonly begun: Set<string>
}
const watched = new WeakMap<Story, Watched>()

/** Targets only grow: whatever was on one stays on it, whoever put it there; and wherever a landing puts one was verified. */
function checkTips(story: Story): void {
  const { landings, repositories } = story.home
  const { tips, verified } = watched.get(story) ?? {}
  for (const branch of ['main', 'next'])
    for (const [where, tip] of [
      ['here', tipOf(story, branch)],
      ['there', landings.remote.get(branch) ?? ''],
    ] as const) {
      const before = tips?.get(`${where} ${branch}`)
      if (before !== undefined && !repositories.contains(tip, before)) story.blame(`${branch} ${where} lost commits`)
      const made = before !== tip && repositories.commits.get(tip)?.merge != null
      if (made && verified?.has(tip) !== true) story.blame(`${branch} ${where} stands at what was never verified`)
      tips?.set(`${where} ${branch}`, tip)
    }
}

/** What is on a target of each merge: its commits, found by their own words. */
function landedOf(story: Story, where: 'here' | 'there', target: string): readonly string[] {
  const { landings, repositories } = story.home
  const tip = where === 'here' ? tipOf(story, target) : (landings.remote.get(target) ?? '')
  return [...repositories.history(tip)].flatMap((id) => repositories.commits.get(id)?.merge ?? [])
}

/** An input lands once: its merge is on its target at most one time. */
function checkOnce(story: Story): void {
  for (const target of ['main', 'next'])
    for (const where of ['here', 'there'] as const) {
      const all = landedOf(story, where, target)
      const twice = all.find((id, at) => all.indexOf(id) !== at)
      if (twice !== undefined && !wasResolved(story, twice)) story.blame(`${twice} is on ${target} twice`)
    }
}

/** A person's resolution is merged once more onto a target that moved: two commits, one landing. */
const wasResolved = (story: Story, id: string): boolean => story.home.store.reads.merge(id)?.resolved !== null

/** A lane takes up whoever is the most urgent of those that wait, and one at a time, or those of one train. */
function checkOrder(story: Story): void {
  const state = watched.get(story)
  if (state === undefined) return
  for (const change of story.home.store.reads.changesAfter(state.seen, 10_000)) {
    state.seen = change.seq
    if (!change.type.startsWith('merge_')) continue
    const now = change.payload as Merge
    const before = state.told.get(now.id)
    state.told.set(now.id, now)
    const begins = before?.state === 'queued' && now.state === 'merging' && now.attempts === 1
    if (!begins || state.begun.has(now.id)) continue
    state.begun.add(now.id)
    const lane = [...state.told.values()].filter((one) => one.target === now.target && one.id !== now.id)
    const waiting = [now, ...lane.filter((one) => one.state === 'queued' && one.attempts === 0)]
    const due = pickNext(waiting, Date.parse(change.at))
    if (due?.id !== now.id) story.blame(`${now.id} was taken up before ${due?.id}`)
    const inside = lane.find(
      (one) => (one.state === 'merging' || one.state === 'verifying') && !now.train.includes(one.id),
    )
    if (inside !== undefined) story.blame(`${now.id} was taken up while ${inside.id} was in the lane`)
  }
}

/** Every merge has come to an end or says whom it waits for; what it says is so. */
function checkMerge(story: Story, one: MergeRecord): void {
  const { home, blame } = story
  const { id, state, step, target, push } = one
  const waits = state === 'needs_human' || (state === 'ready' && step === 'wait')
  if (!isEnded(state) && !waits) blame(`${id} is ${state} at ${step} for ever`)
  if ((state === 'rejected' || state === 'needs_human') && one.reason === null)
    blame(`${id} is ${state} and says not why`)
  if (waits && one.next === null) blame(`${id} waits and does not say how to go on`)
  const here = landedOf(story, 'here', target).includes(id)
  const there = landedOf(story, 'there', target).includes(id)
  const known = state === 'landed'
  if (known && !here && !there) blame(`${id} is landed and is on no ${target}`)
  if (known && push === null && !here) blame(`${id} is landed and is not on ${target}`)
  // A push whose answer was lost may have arrived; then it says that it does not know.
  if (!known && (here || there) && push?.state !== 'pushing') blame(`${id} is ${state} and is on ${target}`)
  if (known && (one.verify?.ok !== true || one.proof === null)) blame(`${id} landed unproven`)
  if (known && (one.proof?.dropped.length ?? 0) > 0 && one.approval === null)
    blame(`${id} landed with dropped lines that nobody approved`)
  const told = watched.get(story)?.told.get(id)
  if (told?.state !== state) blame(`${id} is ${state} and the fleet was told ${told?.state}`)
  if (one.worktree !== null && !isEnded(state) && !home.landings.exists(one.worktree))
    blame(`the tree of ${id} is gone`)
}

/** Trees belong to a lane or to a merge that waits in them; refs to a merge that is open. */
function checkLeft(story: Story): void {
  const { home, harm, blame } = story
  if (harm.has('full') || harm.has('failed discard-tree')) return
  const { reads } = home.store
  const all = merges(story)
  const known = new Set([...reads.lanes().map((lane) => lane.worktree), ...all.map((one) => one.worktree)])
  for (const path of home.landings.trees.keys()) if (!known.has(path)) blame(`the tree ${path} belongs to nobody`)
  for (const { id, state, result } of all)
    if (!isEnded(state) && result !== null && !home.landings.kept.has(id)) blame(`nothing keeps the result of ${id}`)
  for (const lane of reads.lanes()) {
    if (lane.mergeId !== null) blame(`the lane of ${lane.target} holds ${lane.mergeId} for ever`)
  }
}
