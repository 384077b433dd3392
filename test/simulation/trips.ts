/**
 * The autonomous loop: issues that get ready, agents that work on them, checks that turn red and green, another daemon that claims,
 * people who label, close, stop and resume, and a daemon that dies anywhere. Every trip ends in exactly one action, each of its
 * effects happens once, one trip is under way at a time, and nothing is closed that did not land green.
 */
import { isTripOver, type Trip } from '#contract/trip'
import { claimWords } from '#core/trip/claims'
import { effectsOf } from '#core/trip/effects'
import { shippedAfk } from '#core/trip/settings'
import type { TripRecord } from '#ports/store/trip'
import { project, type SimHome } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import type { SimPull } from '../support/simulated/pulls.ts'
import { limits } from '../support/simulated/settings.ts'
import type { SimIssue } from '../support/simulated/tracker.ts'
import { finish } from './agent.ts'
import type { Story, Subject } from './story.ts'

const mostIssues = 4
const { readyLabel, inProgressLabel, humanLabel } = shippedAfk

/** Short limits, so that a story meets each of them. */
const armed: typeof limits = {
  ...limits,
  maxSessions: 8,
  afk: {
    table: {
      ...shippedAfk,
      ...{ enabled: true, allow: ['ada/shop'], landing: 'push', agent: 'once', intervalSeconds: 2, leaseSeconds: 60 },
      ...{ deadlineSeconds: 90, ciDeadlineSeconds: 40, fixForwardMaxSeconds: 60, fixForwardMaxAttempts: 2 },
    },
    t3: { url: null, model: null },
  },
}

/** By pull requests: the forge is asked, and watched, for the first time. */
const armedForPulls: typeof limits = {
  ...armed,
  afk: { ...armed.afk, table: { ...armed.afk.table, landing: 'pr' } },
}

const trips = ({ home }: Story): readonly TripRecord[] => home.store.reads.trips({ limit: 100 }).toReversed()
const open = (story: Story): TripRecord | null => trips(story).find(({ endedAt }) => endedAt === null) ?? null
const issueOf = (story: Story, at: number): SimIssue | null => {
  const all = [...story.home.issues.all.values()]
  return all[at % Math.max(1, all.length)] ?? null
}

const worker = (story: Story): SimProcess | null =>
  story.home.machine
    .alive()
    .find(
      ({ sessionId, hung, prompt, asked }) => !hung && prompt !== null && asked === null && isOurs(story, sessionId),
    ) ?? null
const isOurs = ({ home }: Story, id: string): boolean => home.store.reads.session(id)?.name.startsWith('AFK #') === true

function commit({ home }: Story, process: SimProcess): void {
  const tree = home.repositories.trees.get(process.cwd)
  if (tree === undefined || tree.half) return
  home.repositories.edit(tree)
  home.repositories.commit(tree)
}

function arm(story: Story, how: 'push' | 'pr'): void {
  if (story.home.settings.afk.table.enabled) return
  story.home.settings = how === 'pr' ? armedForPulls : armed
  story.home.pulls.open = how === 'pr'
  story.home.repositories.origin = 'https://github.com/ada/shop'
  story.home.store.db.prepare('UPDATE project SET repo = ? WHERE id = ?').run('https://github.com/ada/shop', project)
}

export const trip: Subject = {
  theme: 'trips',
  deeds: {
    issue: {
      weight: 4,
      args: (random) => [random.between(0, 5), random.between(0, 1)],
      does(story, [how = 0, landing = 0]) {
        arm(story, landing === 1 ? 'pr' : 'push')
        const { issues } = story.home
        if (issues.all.size >= mostIssues) return
        const made = issues.open(how === 5 ? 'eve' : 'ada')
        if (how < 4) issues.label(made, readyLabel, 'ada')
        if (how === 5) issues.label(made, readyLabel, 'eve')
      },
    },
    relabel: {
      weight: 3,
      args: (random) => [random.between(0, 3), random.between(0, 3)],
      does(story, [at = 0, how = 0]) {
        const issue = issueOf(story, at)
        if (issue === null) return
        const { issues } = story.home
        if (how < 2) {
          issues.unlabel(issue, humanLabel, 'ada')
          issues.unlabel(issue, readyLabel, 'ada')
          issue.state = 'open'
          issues.label(issue, readyLabel, 'ada')
        } else if (how === 2) issues.unlabel(issue, readyLabel, 'ada')
        else issues.say(issue, 'eve', 'do something else')
      },
    },
    /** The agent of a trip does what it was asked for. */
    works: {
      weight: 12,
      args: (random) => [random.between(0, 4)],
      does(story, [how = 0]) {
        const process = worker(story)
        if (process === null) return
        if (how > 0) commit(story, process)
        finish(story, process)
      },
    },
    closes: {
      weight: 1,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const issue = issueOf(story, at)
        if (issue !== null) issue.state = 'closed'
      },
    },
    judges: {
      weight: 8,
      args: (random) => [random.between(0, 2)],
      does(story, [how = 0]) {
        const { verdicts, asked } = story.home.issues
        const commit = [...asked].filter((one) => !verdicts.has(one)).at(-1)
        if (commit !== undefined) verdicts.set(commit, how === 0 ? 'success' : 'failure')
      },
    },
    rival: {
      weight: 2,
      args: (random) => [random.between(0, 3), random.between(0, 2)],
      does(story, [at = 0, how = 0]) {
        const issue = issueOf(story, at)
        if (issue === null) return
        const mine = issue.comments.findIndex(({ author }) => author === 'rival')
        if (mine >= 0) issue.comments.splice(mine, 1)
        else story.home.issues.say(issue, how === 2 ? 'eve' : 'rival', claimWords(`rival-${at}-${how}`, 10))
      },
    },
    'stops-loop': {
      weight: 1,
      args: (random) => [random.between(0, 1)],
      does: (story, [now = 0]) => story.call('stop', async (flows) => flows.stopAfk({ now: now === 1 })),
    },
    'resumes-loop': {
      weight: 2,
      does: (story) => story.call('resume', async (flows) => flows.resumeAfk()),
    },
    /** People at the pull request of a trip. */
    'meets-pr': {
      weight: 4,
      args: (random) => [random.between(0, 9)],
      does(story, [how = 0]) {
        const pull = openPull(story)
        // Whoever comes too early meets the next one, as soon as it is there.
        if (pull === null && how !== 9) plansOf(story).push(how)
        else meet(story, pull, how)
      },
    },
    'forge-is': {
      weight: 1,
      args: (random) => [random.between(0, 2)],
      does({ home: { pulls } }, [how = 0]) {
        pulls.forgeIs = (['there', 'mute', 'gone'] as const)[how] ?? 'there'
      },
    },
    'remote-is': {
      weight: 1,
      args: (random) => [random.between(0, 2)],
      does({ home: { landings } }, [how = 0]) {
        landings.remoteIs = (['there', 'mute', 'gone'] as const)[how] ?? 'there'
      },
    },
  },
  /** The words of a trip are the loop's own. */
  begin(story) {
    const { machine, store } = story.home
    const { prompted, ended } = machine.watch
    const { lastWord } = story
    const did = new Set<string>()
    story.home.pulls.watch.opens = (pull) => {
      const how = plansOf(story).shift()
      if (how !== undefined) meet(story, pull, how)
    }
    story.home.pulls.watch.merges = (pull) => {
      const head = story.home.pulls.headOf(pull)
      if (story.home.issues.verdicts.get(head) !== 'success') story.blame(`#${pull.number} was merged and is not green`)
      if (objects(pull)) story.blame(`#${pull.number} was merged over an objection`)
      if (!ownWork(story, head)) story.blame(`#${pull.number} was merged with a stranger's commit`)
    }
    story.lastWord = (process) => {
      if (!isOurs(story, process.sessionId) || did.has(process.launchId)) return lastWord(process)
      did.add(process.launchId)
      commit(story, process)
      return true
    }
    machine.watch = {
      ...machine.watch,
      prompted(process, text) {
        if (!isOurs(story, process.sessionId) || story.inputOf(text) !== null) prompted(process, text)
      },
      // What a trip that is decided still has running is ended for it.
      ended(process) {
        if (store.reads.tripOf(process.sessionId)?.own.ending == null) ended(process)
      },
    }
  },
  always(story) {
    const under = trips(story).filter(({ endedAt }) => endedAt === null)
    if (under.length > 1) story.blame(`${under.map(({ id }) => id).join(' and ')} are under way at once`)
    for (const one of under) if (isTripOver(one.state)) story.blame(`${one.id} is ${one.state} and has not ended`)
  },
  /** Checks come to an end, and what waits for a person is left to its deadline. */
  rest(story) {
    const { home } = story
    if (!home.settings.afk.table.enabled) return false
    home.landings.remoteIs = 'there'
    home.pulls.forgeIs = 'there'
    let moved = false
    // Nobody waits for ever for a person: whoever objected comes round.
    for (const pull of home.pulls.all) {
      if (pull.state !== 'open' || !objects(pull)) continue
      Object.assign(pull, { reviews: [{ by: 'bob', state: 'APPROVED' }], asked: 0, threads: [] })
      moved = true
    }
    for (const commit of home.issues.asked)
      if (!home.issues.verdicts.has(commit)) {
        home.issues.verdicts.set(commit, home.issues.verdicts.size % 3 === 1 ? 'failure' : 'success')
        moved = true
      }
    return moved
  },
  owes: (story) => open(story) !== null,
  left: (story) => trips(story).flatMap(({ id, endedAt, reason }) => (endedAt === null ? [`${id}: ${reason}`] : [])),
  atRest(story) {
    if (!story.home.settings.afk.table.enabled) return
    for (const one of trips(story)) {
      checkTrip(story, one)
      checkPulls(story, one)
    }
    checkWords(story)
  },
}

const plans = new WeakMap<SimHome, number[]>()
function plansOf({ home }: Story): number[] {
  const known = plans.get(home) ?? []
  plans.set(home, known)
  return known
}

/** What people do at a pull request; 9: somebody pushes to the next one that is merged, just before that. */
function meet(story: Story, pull: SimPull | null, how: number): void {
  const { pulls, repositories, landings } = story.home
  if (how === 9) pulls.raced = true
  else if (pull === null) return
  else if (how === 0) pull.reviews.push({ by: 'bob', state: 'APPROVED' })
  else if (how === 1) pull.reviews.push({ by: 'bob', state: 'CHANGES_REQUESTED' })
  else if (how === 2) pull.asked = 1 - pull.asked
  else if (how === 3) pull.threads.push(objection(pull.threads.length))
  else if (how === 4) landings.remote.set(pull.base, repositories.add(landings.remote.get(pull.base) ?? ''))
  else if (how === 5) pull.clashes = true
  else if (how === 6) landings.remote.set(pull.branch, repositories.add(pulls.headOf(pull)))
  else if (how === 7) pulls.close(pull)
  else if (!pull.clashes) pulls.merge(pull)
}

const openPull = ({ home }: Story): SimPull | null => home.pulls.all.findLast(({ state }) => state === 'open') ?? null
const objection = (n: number): SimPull['threads'][number] => ({
  ...{ id: `t-${n}`, path: 'file', line: 1, author: 'bob', by: 'person', body: 'No.', url: null },
  ...{ resolved: false, outdated: false },
})
/** Bob's last word counts. */
const objects = ({ reviews, asked, threads }: SimPull): boolean =>
  reviews.at(-1)?.state === 'CHANGES_REQUESTED' || asked > 0 || threads.some(({ resolved }) => !resolved)
/** A branch here holds it: nobody pushed it from elsewhere. */
const ownWork = ({ home: { repositories } }: Story, head: string): boolean =>
  [...repositories.main.branches.values()].some((tip) => repositories.contains(tip, head))

function checkPulls(story: Story, one: TripRecord): void {
  const { pulls, repositories } = story.home
  const session = one.sessionId
  if (one.landing !== 'pr' || session === null) return
  const branch = branchOf(story, session)
  const mine = pulls.all.filter((pull) => pull.branch === branch)
  if (mine.filter(({ state }) => state === 'open').length > 1) story.blame(`${one.id} has two open pull requests`)
  const last = mine.at(-1)
  if (one.state === 'done' && last?.state !== 'merged')
    story.blame(`${one.id} is done and its pull request is ${last?.state}`)
  if (one.state === 'done' && last?.merged !== one.commit)
    story.blame(`${one.id} is done by ${one.commit}, and was merged as ${last?.merged}`)
  if (one.state === 'withdrawn' && one.reason === 'a person closed the issue' && last?.state === 'merged')
    story.blame(`${one.id} was withdrawn over the issue that its own merge closed`)
  for (const pull of mine)
    if (pull.merged !== null && !repositories.contains(story.home.landings.remote.get(pull.base) ?? '', pull.merged))
      story.blame(`#${pull.number} was merged and is lost`)
}

function branchOf({ home }: Story, session: string): string | null {
  const id = home.store.reads.session(session)?.workspaceId
  return id == null ? null : (home.store.reads.workspace(id)?.branch ?? null)
}

function checkTrip(story: Story, one: TripRecord): void {
  const { home } = story
  const ends = home.store.reads
    .changesAfter(0, 100_000, ['trip_ended'])
    .filter((change) => (change.payload as Trip).id === one.id)
  if (ends.length !== 1) story.blame(`${one.id} ended ${ends.length} times`)
  const { lastAction, state } = one
  // One that another daemon took over touches nothing, whatever was to come.
  if (one.own.ending !== null && effectsOf[lastAction].ends !== state)
    story.blame(`${one.id} ended as ${state} by ${lastAction}`)
  if (one.own.ending !== null && one.effects.some((effect) => effect.state !== 'done'))
    story.blame(`${one.id} ended with effects that were not done: ${JSON.stringify(one.effects)}`)
  const issue = home.issues.all.get(one.issue)
  if (state === 'done') {
    const tip = home.landings.remote.get('main') ?? ''
    if (one.commit === null || !home.repositories.contains(tip, one.commit))
      story.blame(`${one.id} is done and ${one.commit} is not on the remote`)
    if (home.issues.verdicts.get(one.commit ?? '') !== 'success') story.blame(`${one.id} is done and was never green`)
  }
  if (
    issue !== undefined &&
    issue.closes > trips(story).filter((trip) => trip.issue === one.issue && trip.state === 'done').length
  )
    story.blame(`#${one.issue} was closed ${issue.closes} times`)
}

/** Each comment of a trip is written once; each red commit has one corrective turn; each trip one session. */
function checkWords(story: Story): void {
  const { home } = story
  const marks = new Map<string, number>()
  for (const { body } of home.issues.written) {
    const [mark] = /<!-- drover:(checklist|handover) [^>]*-->/.exec(body) ?? []
    if (mark !== undefined) marks.set(mark, (marks.get(mark) ?? 0) + 1)
  }
  for (const [mark, count] of marks) if (count > 1) story.blame(`${mark} was written ${count} times`)
  for (const issue of home.issues.all.values()) {
    if (issue.comments.some(({ author, body }) => author === 'ada' && body.startsWith('<!-- drover:claim')))
      story.blame(`a claim of a trip that is over stands on #${issue.number}`)
    const last = trips(story)
      .filter((one) => one.issue === issue.number)
      .at(-1)
    const ours = last !== undefined && last.own.ending !== null
    if (ours && issue.labels.includes(inProgressLabel)) story.blame(`#${issue.number} is shown as in progress for ever`)
    if (ours && (last.state === 'escalated' || last.state === 'frozen') && !issue.labels.includes(humanLabel))
      if (!issue.events.some(({ kind, label, at }) => kind === 'unlabeled' && label === humanLabel && at !== ''))
        story.blame(`${last.id} is ${last.state} and nobody is asked`)
  }
  for (const session of story.sessions()) {
    if (!session.name.startsWith('AFK #')) continue
    const said = Array.from({ length: session.turn }, (_, n) => home.store.reads.turn(session.id, n + 1)?.prompt ?? '')
    const briefs = said.filter((text) => text.startsWith('You work alone on issue'))
    if (briefs.length > 1) story.blame(`${session.id} was briefed ${briefs.length} times`)
    const red = said.flatMap((text) => /^The checks of (\w+)/.exec(text)?.[1] ?? [])
    if (new Set(red).size !== red.length) story.blame(`${session.id} was told twice of ${red.join(', ')}`)
  }
  const begun = story.sessions().filter(({ name }) => name.startsWith('AFK #'))
  if (begun.length > trips(story).length) story.blame(`${begun.length} sessions for ${trips(story).length} trips`)
}
