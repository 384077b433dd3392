/**
 * Words to agents: turns, messages, cancels, answers. What was accepted reaches an agent once, as it was given, or is
 * reported; every turn ends once, and as completed only when its agent said so.
 */

import type { AgentEvent, EventRow } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import { operator } from '#flows/access/caller'
import type { SessionRecord } from '#ports/store/session'
import type { Input, Story, Subject } from './story.ts'

export const turn: Subject = {
  theme: 'agents',
  deeds: {
    turn: {
      weight: 5,
      args: (random) => [random.between(0, 3), random.between(0, 5)],
      does(story, [at = 0, secret = 0]) {
        const one = story.session(at)
        if (one === null) return
        const input = story.newInput(secret === 1)
        story.call(
          `turn of ${one.id}`,
          (flows) => flows.startTurn(one.id, { prompt: input.text }, operator),
          (answer) => settle(story, input, !(answer instanceof DroverError)),
        )
      },
    },
    send: {
      weight: 8,
      args: (random) => [random.between(0, 3), random.between(0, 3), random.between(0, 5)],
      does(story, [at = 0, how = 0, secret = 0]) {
        const one = story.session(at)
        if (one === null) return
        const input = story.newInput(secret === 1)
        const more = how === 2 ? { interrupt: true } : how === 3 ? { steer: true } : {}
        if (how === 2) wishEnd(story, one)
        story.call(
          `send to ${one.id}`,
          (flows) => flows.send(one.id, { message: input.text, ...more }, operator),
          (answer) => settle(story, input, !(answer instanceof DroverError) && answer.state !== 'refused'),
        )
      },
    },
    cancel: {
      weight: 5,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        if (one === null) return
        wishEnd(story, one)
        story.call(`cancel of ${one.id}`, (flows) => flows.cancelTurn(one.id, {}))
      },
    },
    'stale-cancel': {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        if (one === null) return
        story.call(
          `stale cancel of ${one.id}`,
          (flows) => flows.cancelTurn(one.id, { launchId: 'l_another' }),
          (answer) => {
            if (!(answer instanceof DroverError))
              story.blame(`a cancel that named another launch did something to ${one.id}`)
          },
        )
      },
    },
    answer: {
      weight: 3,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        const requestId = one?.request?.requestId
        if (one === null || requestId === undefined) return
        story.call(`answer to ${one.id}`, (flows) => flows.answer(one.id, { requestId, text: 'yes' }))
      },
    },
    hook: {
      weight: 1,
      args: (random) => [random.between(0, 3), random.between(0, 4)],
      does(story, [at = 0, word = 0]) {
        const one = story.session(at)
        const state = ['active', 'idle', 'waiting_input', 'blocked', 'exited'][word] ?? 'active'
        if (one !== null && state !== 'blocked' && state !== 'waiting_input')
          story.call(`hook of ${one.id}`, (flows) => flows.reportActivity(one.id, state, operator))
      },
    },
  },
  begin(story) {
    const { machine } = story.home
    machine.watch = {
      ...machine.watch,
      prompted(process, text) {
        const input = story.inputOf(text)
        if (input === null) return story.blame(`${process.sessionId} was given words that nobody said: ${text}`)
        if (!text.endsWith(input.text)) story.blame(`input ${input.n} was given as "${text}"`)
        if (input.reached.length > 0)
          story.blame(`input ${input.n} was delivered twice: ${[...input.reached, process.launchId].join(', ')}`)
        input.reached.push(process.launchId)
      },
    }
  },
  /** What runs is waited for: somebody has to end it. */
  owes: ({ home }) => home.store.reads.runningTurns().length > 0,
  atRest(story) {
    const { reads } = story.home.store
    const rows = new Map(story.sessions().map((one) => [one.id, reads.eventsAfter(one.id, 0, 10_000)]))
    const reported = inputsReported(story, rows)
    for (const input of story.inputs.values()) checkInput(story, input, reported)
    for (const one of story.sessions()) {
      checkTurns(story, one, rows.get(one.id) ?? [])
      const waiting = reads.queuedMail(one.id).filter((mail) => mail.type === 'message').length
      if (waiting > 0) story.blame(`${one.id} is ${one.phase} and leaves ${waiting} messages waiting`)
    }
  },
}

function settle(story: Story, input: Input, accepted: boolean): void {
  input.answer = accepted ? 'accepted' : 'refused'
  if (!accepted && input.reached.length > 0) story.blame(`input ${input.n} was refused and delivered`)
}

function wishEnd(story: Story, one: SessionRecord): void {
  const running = story.runningTurn(one)
  if (running !== null) story.wishes.add(`${one.id} ${running.n}`)
}

/** Numbers of inputs that a stored row says did not come to a good end. */
function inputsReported(story: Story, rows: ReadonlyMap<string, readonly EventRow[]>): ReadonlySet<number> {
  const { reads } = story.home.store
  const reported = new Set<number>()
  const say = (text: string): void => {
    const input = story.inputOf(text)
    if (input !== null) reported.add(input.n)
  }
  for (const one of story.sessions()) {
    const failed = new Set<number | null>()
    for (let n = 1; n <= one.turn; n++) if (reads.turn(one.id, n)?.state !== 'completed') failed.add(n)
    for (const row of rows.get(one.id) ?? [])
      if (row.kind === 'user' && failed.has(row.turn)) say(row.text)
      // Words into a running turn are of that turn: its end is theirs, heard or not.
      else if (row.kind === 'user' && row.turn !== null && reads.turn(one.id, row.turn)?.prompt !== row.text)
        say(row.text)
      else if (row.kind === 'notice' && row.code === 'input_lost')
        for (const text of row.messages as readonly string[]) say(text)
  }
  // What was taken back by hand, or given back by a session that ended, says so of itself.
  for (const mail of reads.mails({ type: 'message', limit: 10_000 }))
    if (mail.state === 'cancelled' || mail.state === 'undeliverable') say(mail.body)
  return reported
}

function checkInput(story: Story, input: Input, reported: ReadonlySet<number>): void {
  if (input.answer !== 'accepted' || input.reached.length > 0 || reported.has(input.n)) return
  // A session that was taken back is reported by its own end.
  if (story.home.store.reads.changesAfter(0, 10_000, ['session_removed']).length > 0) return
  story.blame(`input ${input.n} was accepted, never delivered and never reported`)
}

/** Words of a person by their number; those of a relay's try by themselves, whatever was put before them. */
const wasFinished = (story: Story, prompt: string): boolean =>
  story.inputOf(prompt)?.finished === true || [...story.finished].some((text) => text.endsWith(prompt))

/** What is said of a turn that is over: that its report is missing, or what its session waited for in vain. */
const isVerdict = (row: EventRow): boolean =>
  (row.kind === 'error' && row.code === 'TERMINAL_MAIL_MISSING') ||
  (row.kind === 'notice' && /^(wait_deadline|scope_violation|watchdog_\w+)$/.test(row.code))

/** One end each, at the end; completed only when the agent said so. */
function checkTurns(story: Story, one: SessionRecord, rows: readonly EventRow[]): void {
  const { reads } = story.home.store
  for (let n = 1; n <= one.turn; n++) {
    const record = reads.turn(one.id, n)
    const own = rows.filter((row) => row.turn === n && !isVerdict(row))
    const ends = own.filter(
      (row): row is EventRow & Extract<AgentEvent, { kind: 'turn_end' }> => row.kind === 'turn_end',
    )
    if (record === null) story.blame(`turn ${n} of ${one.id} has no row`)
    else if (ends.length !== 1) story.blame(`turn ${n} of ${one.id} has ${ends.length} ends`)
    else if (own.at(-1)?.kind !== 'turn_end')
      story.blame(`turn ${n} of ${one.id} goes on after its end: ${own.at(-1)?.kind}`)
    else if (ends[0]?.outcome !== record.state)
      story.blame(`turn ${n} of ${one.id} is ${record.state} and its end says ${ends[0]?.outcome}`)
    if (record?.state === 'completed' && !wasFinished(story, record.prompt))
      story.blame(`turn ${n} of ${one.id} is completed and its agent never said so`)
  }
}
