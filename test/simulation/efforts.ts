/**
 * Efforts: agents with roles that start others by their token, write to each other, wait, report or forget to, die, hang and run
 * into limits; branches that are offered and land; people who stop, complete, let go, kill, cancel and answer. What must hold of
 * them is said in `efforts-holds.ts`.
 */
import { DroverError } from '#contract/error'
import { builtInRoles, find } from '#core/role/table'
import { operator } from '#flows/access/caller'
import type { SpawnInput } from '#flows/session/session-flows'
import type { EffortRecord } from '#ports/store/effort'
import type { SessionRecord } from '#ports/store/session'
import { project } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { limits } from '../support/simulated/settings.ts'
import { awake, finish } from './agent.ts'
import { atRest, checkWaits, left, openEfforts, watch } from './efforts-holds.ts'
import { anyTask } from './efforts-means.ts'
import { lastWord, stepIn } from './efforts-rest.ts'
import { callerOf, say } from './mail.ts'
import type { Story, Subject } from './story.ts'

const mostEfforts = 2
const mostSessions = 9
const roles = ['builder', 'lead', 'builder', 'lead', 'scout', 'reviewer', 'merger', 'coordinator'] as const
const scopes: readonly (readonly string[])[] = [[], [], ['file'], ['list/**']]
const reasons = ['usage_limit', 'usage_limit', 'rate_limit', 'overloaded', 'transient', 'auth'] as const

/** Small numbers, so that a story meets every limit, and a ladder that is soon climbed. */
const tight: typeof limits = {
  ...limits,
  maxSessions: 8,
  merge: { ...limits.merge, tiers: ['clean', 'mechanical', 'agent', 'human'], agent: 'once' },
  coordination: {
    ...limits.coordination,
    maxChildren: 2,
    maxAgents: 4,
    watch: { showMs: 5_000, remindMs: 10_000, noticeMs: 15_000, stopMs: 25_000 },
  },
}

interface Hiring {
  readonly by: SessionRecord
  readonly input: Partial<SpawnInput>
}
const hired = new WeakMap<Story, Hiring[]>()
const hiringsOf = (story: Story): Hiring[] => {
  const known = hired.get(story) ?? []
  hired.set(story, known)
  return known
}

/** An agent of a role at its work, by a number of an action; rather one of those who fit. */
function member(
  story: Story,
  at: number,
  fits: (session: SessionRecord) => boolean = () => true,
): { readonly process: SimProcess; readonly session: SessionRecord } | null {
  const all = story.home.machine
    .alive()
    .filter((one) => !one.hung && one.prompt !== null && one.asked === null && roleOf(story, one) !== null)
  const fitting = all.filter((one) => fits(story.home.store.reads.session(one.sessionId)!))
  const from = fitting.length > 0 ? fitting : all
  const process = from[at % Math.max(1, from.length)]
  const session = process === undefined ? null : story.home.store.reads.session(process.sessionId)
  return process === undefined || session === null ? null : { process, session }
}
const leads = ({ role }: SessionRecord): boolean => (find(builtInRoles, role ?? '')?.spawns.length ?? 0) > 0
const roleOf = ({ home }: Story, { sessionId }: SimProcess): string | null =>
  home.store.reads.session(sessionId)?.role ?? null

/** One of those that run, by a number of an action. */
function running(story: Story, at: number): EffortRecord | null {
  const all = openEfforts(story)
  return all[at % Math.max(1, all.length)] ?? null
}

/** With a word that was taken, the turn may be over: that of the same prompt only. */
const ends = (story: Story, process: SimProcess, really: boolean): (() => void) | undefined => {
  const { prompt } = process
  return really
    ? () => {
        if (process.alive && !process.hung && process.prompt === prompt && process.asked === null)
          finish(story, process)
      }
    : undefined
}

const above = ({ parentId }: SessionRecord): string => (parentId === null ? 'operator' : '@parent')

function hire(story: Story, { by, input }: Hiring, words: string, heard?: (answer: unknown) => void): void {
  story.call(
    `${by.id} starts a ${input.role}`,
    (flows) => flows.spawn({ projectId: project, prompt: words, ...input }, callerOf(by)),
    heard,
  )
}

export const efforts: Subject = {
  theme: 'efforts',
  deeds: {
    effort: {
      weight: 2,
      args: (random) => [random.between(0, 2), random.between(0, 1), random.between(0, 1), random.between(0, 4)],
      does(story, [role = 0, agent = 0, into = 0, budget = 0]) {
        story.home.settings = tight
        if (story.home.store.reads.efforts({ limit: 10 }).length >= mostEfforts) return
        const input = story.newInput(false)
        story.call(
          'effort',
          (flows) =>
            flows.startEffort({
              projectId: project,
              goal: input.text,
              role: role === 1 ? 'coordinator' : 'lead',
              agent: agent === 1 ? 'stays' : 'once',
              into: into === 1 ? 'next' : 'main',
              ...(budget < 3 ? {} : { budgetUsd: budget - 2 }),
            }),
          (answer) => {
            input.answer = answer instanceof DroverError ? 'refused' : 'accepted'
          },
        )
      },
    },
    /** Many steps in their order: whoever was started comes up. */
    'goes-on': {
      weight: 14,
      args: (random) => [random.between(20, 60)],
      async does({ home }, [steps = 0]) {
        for (let step = 0; step < steps; step++) {
          const [next] = home.scheduler.ready()
          if (next === undefined) return
          await home.scheduler.let(next)
        }
      },
    },
    hires: {
      weight: 26,
      args: (random) => [
        random.between(0, 3),
        random.between(0, roles.length - 1),
        random.between(0, 1),
        random.between(0, 5),
      ],
      does(story, [at = 0, role = 0, agent = 0, scope = 0]) {
        const one = member(story, at, at === 3 ? undefined : leads)
        if (one === null || story.sessions().length >= mostSessions) return
        const all = hiringsOf(story)
        const input = story.newInput(false)
        const files = scopes[scope] ?? []
        const hiring: Hiring = {
          by: one.session,
          input: {
            role: roles[role] ?? 'builder',
            key: `h${all.length + 1}`,
            ...(agent === 1 ? { agent: 'stays' } : {}),
            ...(files.length > 0 ? { files } : {}),
          },
        }
        all.push(hiring)
        hire(story, hiring, input.text, (answer) => {
          input.answer = answer instanceof DroverError ? 'refused' : 'accepted'
        })
      },
    },
    /** The same call, because nobody heard its answer. */
    'hires-again': {
      weight: 2,
      args: (random) => [random.between(0, 5)],
      does(story, [at = 0]) {
        const all = hiringsOf(story)
        const hiring = all[at % Math.max(1, all.length)]
        if (hiring !== undefined) hire(story, hiring, story.newInput(false).text)
      },
    },
    waits: {
      weight: 14,
      args: (random) => [random.between(0, 3), random.between(0, 4), random.between(0, 3), random.between(0, 2)],
      does(story, [at = 0, what = 0, by = 0, then = 0]) {
        const hasChildren = ({ id }: SessionRecord): boolean => story.home.store.reads.childrenOf(id).length > 0
        const one = member(story, at, what < 2 ? hasChildren : undefined)
        if (one === null) return
        const input = {
          for: ['children', 'children', 'mail', 'time:10s'][what] ?? `task:${anyTask(story, at)?.id ?? 'none'}`,
          ...(by === 0 || what === 3 ? {} : { deadline: `${by * 15}s` }),
        }
        story.call(
          `${one.session.id} waits for ${input.for}`,
          async (flows) => flows.wait(one.session.id, input),
          ends(story, one.process, then > 0),
        )
      },
    },
    reports: {
      weight: 14,
      args: (random) => [random.between(0, 3), random.between(0, 4), random.between(0, 2)],
      does(story, [at = 0, how = 0, then = 0]) {
        const one = member(story, at)
        if (one === null) return
        const known = find(builtInRoles, one.session.role ?? '')?.ends ?? []
        // Now and then it says something that does not end its work.
        const type = how === 4 ? 'status' : (known[how % Math.max(1, known.length)] ?? 'result')
        const words = { to: above(one.session), caller: callerOf(one.session), type }
        say(story, words, ends(story, one.process, then > 0))
      },
    },
    ready: {
      weight: 8,
      args: (random) => [random.between(0, 3), random.between(0, 1), random.between(0, 3)],
      does(story, [at = 0, work = 0, clash = 0]) {
        const one = member(story, at)
        const tree = one === null ? undefined : story.home.repositories.trees.get(one.process.cwd)
        if (one === null || tree === undefined || tree.half) return
        if (work === 0) {
          story.home.repositories.edit(tree)
          story.home.repositories.commit(tree)
          // One that clashes is for a merger.
          if (clash === 3 && tree.head !== null) story.home.landings.clashing.set(tree.head, 'file')
        }
        say(story, { to: above(one.session), caller: callerOf(one.session), type: 'merge_ready' })
      },
    },
    writes: {
      weight: 8,
      args: (random) => [random.between(0, 3), random.between(0, 5), random.between(0, 3)],
      does(story, [at = 0, to = 0, how = 0]) {
        const one = member(story, at)
        if (one === null) return
        const other = story.session(to)?.id ?? 'operator'
        const address = to === 0 ? above(one.session) : to === 1 ? '@children' : to === 2 ? '@all' : other
        const type = how === 1 ? 'question' : 'status'
        const words = { to: address, caller: callerOf(one.session), type, urgent: how === 3 }
        say(story, { ...words, group: address === '@children' || address === '@all' })
      },
    },
    /** The operator writes to somebody, or answers what was asked. */
    'operator-writes': {
      weight: 2,
      args: (random) => [random.between(0, 5), random.between(0, 1)],
      does(story, [at = 0, replies = 0]) {
        const asked = story.home.store.reads.mails({ to: 'operator', limit: 20 })
        const mail = replies === 1 ? asked[at % Math.max(1, asked.length)] : undefined
        const to = mail?.from ?? story.session(at)?.id
        if (to === undefined || to === 'operator' || to === 'drover') return
        say(story, { to, caller: operator, ...(mail === undefined ? {} : { replyTo: `mail-${mail.number}` }) })
      },
    },
    limited: {
      weight: 3,
      args: (random) => [random.between(0, 3), random.between(0, reasons.length - 1), random.between(0, 90)],
      does(story, [at = 0, why = 0, seconds = 0]) {
        const process = awake(story, at)
        if (process === null || process.prompt === null || process.asked !== null) return
        const reset = new Date(story.home.scheduler.now().getTime() + seconds * 1000).toISOString()
        const reason = reasons[why] ?? 'transient'
        process.prompt = null
        process.interrupted = false
        const until = seconds > 0 && (reason === 'usage_limit' || reason === 'rate_limit') ? reset : null
        story.home.machine.write(process, { k: 'broke', why: reason, until })
      },
    },
    /** Its parent lets it go, or the operator does. */
    dismisses: {
      weight: 2,
      args: (random) => [random.between(0, 5), random.between(0, 1)],
      does(story, [at = 0, who = 0]) {
        const one = story.session(at)
        const parent = one?.parentId == null ? null : story.home.store.reads.session(one.parentId)
        if (one === null || one.role === null || (who === 1 && parent === null)) return
        story.wishes.add(one.id)
        story.call(`dismiss ${one.id}`, (flows) => flows.dismiss(one.id, who === 1 ? callerOf(parent) : operator))
      },
    },
    /** One that ended, while its effort runs. */
    'brings-back': {
      weight: 1,
      args: (random) => [random.between(0, 5)],
      does(story, [at = 0]) {
        const one = story.session(at)
        if (one?.effortId == null || story.home.store.reads.effort(one.effortId)?.state !== 'running') return
        story.call(`restore ${one.id}`, (flows) => flows.restore(one.id))
      },
    },
    'effort-stops': {
      weight: 1,
      args: (random) => [random.between(0, 1)],
      does(story, [at = 0]) {
        const one = running(story, at)
        if (one !== null) story.call(`stop ${one.id}`, (flows) => flows.stopEffort(one.id, undefined))
      },
    },
    'effort-completes': {
      weight: 1,
      args: (random) => [random.between(0, 1)],
      does(story, [at = 0]) {
        const one = running(story, at)
        if (one !== null) story.call(`complete ${one.id}`, (flows) => flows.completeEffort(one.id))
      },
    },
  },
  begin(story) {
    watch(story)
    story.lastWord = (process) => lastWord(story, process)
  },
  rest: stepIn,
  /** An effort comes to its end, and who owes a report gives it or is given up. */
  owes(story) {
    checkWaits(story)
    return left(story).length > 0
  },
  left,
  atRest(story) {
    atRest(story)
    for (const { by, input } of hiringsOf(story)) {
      const made = story.home.store.db
        .prepare<[string, string], number>('SELECT count(*) FROM session WHERE parentId = ? AND spawnKey = ?')
        .pluck()
        .get(by.id, input.key ?? '')
      if ((made ?? 0) > 1) story.blame(`the call ${input.key} of ${by.id} started ${made} sessions`)
    }
  },
}
