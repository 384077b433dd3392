/**
 * What efforts share with the rest of Drover: money that agents spend, with a budget that holds new turns; tasks of the queue that
 * agents take, finish and wait for; and mergers, which resolve what clashes in the tree of a merge.
 */
import { DroverError } from '#contract/error'
import { isReached, raiseOption, stopOption } from '#core/effort/budget'
import { operator } from '#flows/access/caller'
import { costOfMembers } from '#flows/effort/views'
import type { MailRecord } from '#ports/store/mail'
import type { TaskRecord } from '#ports/store/task'
import { project } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { awake, finish } from './agent.ts'
import { callerOf } from './mail.ts'
import { tasks } from './relay-holds.ts'
import type { Story, Subject } from './story.ts'

const mostTasks = 3

/** One that works on what it was asked, by a number of an action. */
function busy(story: Story, at: number): SimProcess | null {
  const process = awake(story, at)
  return process === null || process.prompt === null || process.asked !== null ? null : process
}

/** By a number of an action. */
export function anyTask(story: Story, at: number): TaskRecord | undefined {
  const all = tasks(story)
  return all[at % Math.max(1, all.length)]
}

const mergerTree = ({ home }: Story, { cwd }: SimProcess) => home.landings.trees.get(cwd)

/** As a merger does: both sides in the tree, a side's lines lost, or nothing. */
function resolve(story: Story, process: SimProcess, how: 'whole' | 'drops' | 'not'): void {
  const tree = mergerTree(story, process)
  if (tree !== undefined && how !== 'not') story.home.landings.resolve(tree, how)
}

export const effortMeans: Subject = {
  theme: 'efforts',
  deeds: {
    spends: {
      weight: 9,
      args: (random) => [random.between(0, 3), random.between(1, 15)],
      does(story, [at = 0, tenths = 1]) {
        const process = busy(story, at)
        if (process !== null) story.home.machine.write(process, { k: 'spent', usd: tenths / 10 })
      },
    },
    /** The operator gives more, less, or says that there is no end to it. */
    budget: {
      weight: 1,
      args: (random) => [random.between(0, 1), random.between(0, 4)],
      does(story, [at = 0, usd = 0]) {
        const all = story.home.store.reads.openEfforts()
        const one = all[at % Math.max(1, all.length)]
        if (one !== undefined)
          story.call(`budget of ${one.id}`, async (flows) =>
            flows.changeEffort(one.id, { budgetUsd: usd === 0 ? null : usd }),
          )
      },
    },
    queues: {
      weight: 5,
      does(story) {
        const n = tasks(story).length + 1
        if (n <= mostTasks)
          story.call('task', async (flows) => flows.addTask({ projectId: project, title: `task ${n}` }, operator))
      },
    },
    takes: {
      weight: 6,
      args: (random) => [random.between(0, 3), random.between(0, 1)],
      does(story, [at = 0, which = 0]) {
        const process = busy(story, at)
        const one = process === null ? null : story.home.store.reads.session(process.sessionId)
        const task = anyTask(story, which)
        if (one?.role != null && task !== undefined)
          story.call(`${one.id} takes ${task.id}`, async (flows) => flows.claimTask(task.id, callerOf(one)))
      },
    },
    'task-over': {
      weight: 3,
      args: (random) => [random.between(0, 2), random.between(0, 3)],
      does(story, [at = 0, how = 0]) {
        const held = tasks(story).filter((one) => one.leaseSession !== null)
        const task = held[at % Math.max(1, held.length)] ?? anyTask(story, at)
        if (task === undefined) return
        const holder = task.leaseSession === null ? null : story.home.store.reads.session(task.leaseSession)
        const outcome = how === 1 ? ('failed' as const) : ('done' as const)
        if (how === 3 || holder === null) return putAside(story, task.id)
        story.call(`${holder.id} ends ${task.id}`, async (flows) =>
          flows.finishTask(task.id, { outcome }, callerOf(holder)),
        )
      },
    },
    merges: {
      weight: 3,
      args: (random) => [random.between(0, 3), random.between(0, 3), random.between(0, 1)],
      does(story, [at = 0, how = 0, then = 0]) {
        const all = story.home.machine
          .alive()
          .filter(
            (one) => !one.hung && one.prompt !== null && one.asked === null && mergerTree(story, one) !== undefined,
          )
        const process = all[at % Math.max(1, all.length)]
        if (process === undefined) return
        resolve(story, process, how === 0 ? 'not' : how === 1 ? 'drops' : 'whole')
        if (then > 0) finish(story, process)
      },
    },
  },
  begin: watchBudgets,
  rest: (story) => story.home.state === 'ready' && story.calls.size === 0 && (answersBudget(story) || endsTask(story)),
}

const putAside = (story: Story, id: string): void =>
  story.call(`cancel ${id}`, async (flows) => flows.changeTask(id, { state: 'cancelled' }))

/** A merger does what it was called for. */
export function mergesAtLast(story: Story, process: SimProcess): void {
  resolve(story, process, Number(process.sessionId.split('-').at(-1)) % 3 === 0 ? 'not' : 'whole')
}

interface Money {
  /** Budgets about which the operator was asked: an effort and its budget, since it was set. */
  readonly asked: Map<string, number>
}

/** Nothing new begins in an effort that has spent what it had, and its operator is asked once for each budget. */
function watchBudgets(story: Story): void {
  const { store } = story.home
  const money: Money = { asked: new Map() }
  const before = store.watch
  store.watch = (commit) => {
    before(commit)
    for (const change of commit.changes) {
      if (change.type === 'turn_started') checkTurn(story, change.sessionId ?? '')
      if (change.type === 'effort_updated' || change.type === 'effort_started') {
        const { id, budgetUsd } = change.payload
        if (money.asked.get(id) !== budgetUsd) money.asked.delete(id)
      }
      if (change.type === 'mail_sent') checkQuestion(story, money, change.payload.id)
    }
  }
}

function checkTurn(story: Story, sessionId: string): void {
  const { reads } = story.home.store
  const effortId = reads.session(sessionId)?.effortId ?? null
  const effort = effortId === null ? null : reads.effort(effortId)
  if (effort === null) return
  if (isReached(effort.budgetUsd, costOfMembers(reads.effortSessions(effort.id))))
    story.blame(`${sessionId} began a turn and ${effort.id} has spent its ${effort.budgetUsd}`)
}

const asksForMoney = ({ type, source, payload }: MailRecord): boolean =>
  type === 'decision_gate' && source === 'daemon' && typeof payload?.budgetUsd === 'number'

function checkQuestion(story: Story, { asked }: Money, mailId: string): void {
  const mail = story.home.store.reads.mail(Number(mailId.slice('mail-'.length)))
  if (mail === null || !asksForMoney(mail) || mail.effortId === null) return
  const budget = mail.payload?.budgetUsd as number
  if (asked.get(mail.effortId) === budget)
    story.blame(`the operator was asked twice for the ${budget} of ${mail.effortId}`)
  asked.set(mail.effortId, budget)
}

const answeredIn = new WeakMap<Story, Set<number>>()

/** Whoever asks for money gets it, or is told to stop. Once; what the answer does is the daemon's. */
function answersBudget(story: Story): boolean {
  const { reads } = story.home.store
  const done = answeredIn.get(story) ?? new Set()
  answeredIn.set(story, done)
  const gate = reads.openGates().find((mail) => asksForMoney(mail) && !done.has(mail.number))
  if (gate === undefined) return false
  done.add(gate.number)
  const option = gate.number % 3 === 0 ? stopOption : raiseOption
  story.call(
    `${option}, says the operator to mail-${gate.number}`,
    (flows) => flows.replyMail(`mail-${gate.number}`, { option }, operator, `answer-${gate.number}`),
    (answer) => {
      if (answer instanceof DroverError && answer.code === 'STORE_UNWRITABLE') done.delete(gate.number)
      else if (answer instanceof DroverError)
        story.blame(`mail-${gate.number} asks the operator and takes no answer: ${answer.code}`)
    },
  )
  return true
}

/** A task that somebody waits for without a deadline is put aside, once nobody works on it. */
function endsTask(story: Story): boolean {
  const awaited = new Set(story.sessions().flatMap(({ waiting }) => waiting?.taskId ?? []))
  const one = tasks(story).find(({ id, state }) => awaited.has(id) && (state === 'ready' || state === 'claimed'))
  if (one === undefined) return false
  const holder = one.leaseSession === null ? null : story.home.store.reads.session(one.leaseSession)
  if (one.state === 'claimed' && holder !== null)
    story.call(`${holder.id} ends ${one.id}`, async (flows) =>
      flows.finishTask(one.id, { outcome: 'done' }, callerOf(holder)),
    )
  else putAside(story, one.id)
  return true
}
