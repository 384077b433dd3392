/**
 * Agents: what they say, what they do to their files, how they end, hang or leave children behind. What they wrote is
 * stored once, in order and whole.
 */
import type { EventRow } from '#contract/agent-event'
import { numbered } from '../support/simulated/harness.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import type { Story, Subject } from './story.ts'

/** An agent that is there and heeds what it is told. */
export function awake(story: Story, at: number): SimProcess | null {
  const process = story.process(at)
  return process === null || process.hung ? null : process
}

export const agent: Subject = {
  theme: 'agents',
  deeds: {
    says: {
      weight: 8,
      args: (random) => [random.between(0, 3), random.between(0, 3)],
      does(story, [at = 0, edits = 0]) {
        const process = awake(story, at)
        if (process !== null) say(story, process, edits > 0)
      },
    },
    commits: {
      weight: 3,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        const tree = process === null ? undefined : story.home.repositories.trees.get(process.cwd)
        if (process?.prompt != null && tree !== undefined && !tree.half) story.home.repositories.commit(tree)
      },
    },
    names: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        if (process !== null) story.home.machine.write(process, { k: 'id', id: `native-${process.sessionId}` })
      },
    },
    asks: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        if (process?.lifetime !== 'session' || process.prompt === null || process.asked !== null) return
        process.asked = `r${process.lines}-${process.launchId}`
        story.home.machine.write(process, { k: 'ask', r: process.asked })
      },
    },
    pings: {
      weight: 1,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        if (process !== null) story.home.machine.write(process, { k: 'ping' })
      },
    },
    finishes: {
      weight: 8,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        if (process !== null && process.asked === null) finish(story, process)
      },
    },
    fails: {
      weight: 2,
      args: (random) => [random.between(0, 3), random.between(0, 3)],
      does(story, [at = 0, how = 0]) {
        const process = awake(story, at)
        if (process === null || process.prompt === null || process.asked !== null) return
        fail(story, process, how)
      },
    },
    exits: {
      weight: 5,
      args: (random) => [random.between(0, 3), random.between(0, 2)],
      does(story, [at = 0, how = 0]) {
        const process = story.process(at)
        if (process !== null) story.home.machine.exit(process, [0, 1, null][how] ?? null)
      },
    },
    hangs: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = story.process(at)
        if (process !== null) process.hung = true
      },
    },
    leaves: {
      weight: 1,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const process = awake(story, at)
        if (process !== null) story.home.machine.leaveChild(process)
      },
    },
  },
  /** Whoever can finish, finishes. */
  rest(story) {
    story.home.machine.endChildren()
    for (const process of story.home.machine.alive()) {
      if (process.hung || process.asked !== null) continue
      if (process.prompt !== null) {
        if (!story.lastWord(process)) finish(story, process)
        return true
      }
      if (process.lifetime === 'turn') {
        story.home.machine.exit(process, 0)
        return true
      }
    }
    return false
  },
  owes: ({ home }) => home.machine.alive().some((process) => process.lifetime === 'turn' || process.prompt !== null),
  atRest(story) {
    for (const one of story.sessions()) checkLines(story, one.id)
  },
}

/** Words, and perhaps a file that changed. Each is told apart from all others by its number. */
function say(story: Story, process: SimProcess, edits: boolean): void {
  const { machine, repositories } = story.home
  machine.write(process, { k: 'text', t: `line ${process.lines} of ${process.launchId}` })
  const tree = repositories.trees.get(process.cwd)
  if (edits && process.prompt !== null && tree !== undefined && !tree.half) repositories.edit(tree)
}

/** Ends its turn; a process of one turn may live on for a moment. */
export function finish(story: Story, process: SimProcess): void {
  if (process.prompt === null) return
  const input = story.inputOf(process.prompt)
  const ok = !process.interrupted
  if (input !== null && ok) input.finished = true
  if (ok) story.finished.add(process.prompt)
  process.prompt = null
  process.interrupted = false
  story.home.machine.write(process, { k: 'result', ok })
}

function fail(story: Story, process: SimProcess, how: number): void {
  const { machine } = story.home
  const begun = process.lines > 0
  if (how === 1 && !begun && process.lifetime === 'turn') {
    // It does not know the conversation: the words did not reach anybody. A hand-off repeats earlier ones, which did.
    const reached = story.inputOf(process.prompt ?? '')?.reached
    if (reached?.at(-1) === process.launchId) reached.pop()
    machine.write(process, { k: 'lost' })
    machine.exit(process, 1)
    return
  }
  if (how === 2) {
    process.gaveUp = true
    machine.write(process, { k: 'give-up' })
    return
  }
  if (how === 3) {
    machine.write(process, { k: 'bug' })
    return
  }
  process.prompt = null
  process.interrupted = false
  machine.write(process, { k: 'fail' })
}

/** What the agents of a session wrote is stored once and in order. */
function checkLines(story: Story, id: string): void {
  const { store, machine } = story.home
  const wrote = store.reads.launches(id).flatMap(({ id: launchId }) => {
    const process = machine.processes.get(launchId)
    const lines = (process?.out ?? '').split('\n').flatMap((line) => {
      const said = line === '' ? null : (JSON.parse(line) as { readonly k: string; readonly t?: string })
      return said?.k === 'text' ? [said.t ?? ''] : []
    })
    return lines.map((line, at) => numbered(at + 1, line))
  })
  const stored = store.reads
    .eventsAfter(id, 0, 10_000)
    .filter((row): row is EventRow & { kind: 'text'; text: string } => row.kind === 'text')
    .map((row) => row.text)
  if (wrote.join('\n') !== stored.join('\n'))
    story.blame(`${id} wrote ${JSON.stringify(wrote)} and ${JSON.stringify(stored)} is stored`)
}
