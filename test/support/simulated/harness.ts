/**
 * A harness whose agent is a few words of JSON: one for processes that live for one turn, one for processes that live on.
 * The dialogue numbers what it hears, so that a state that was lost or used twice shows in the events.
 */
import type { FailureCategory } from '#contract/agent-event'
import type {
  Abilities,
  AgentInput,
  Dialogue,
  Harness,
  HarnessRegistry,
  Heard,
  Json,
  LaunchPlan,
  Spoken,
} from '#ports/harness'

/** What a simulated agent writes, one JSON object a line. */
export type AgentLine =
  | { readonly k: 'text'; readonly t: string }
  | { readonly k: 'id'; readonly id: string }
  | { readonly k: 'ask'; readonly r: string }
  | { readonly k: 'result'; readonly ok: boolean }
  | { readonly k: 'fail' }
  /** For a reason that the tool states, with the time it names. */
  | { readonly k: 'broke'; readonly why: FailureCategory; readonly until: string | null }
  | { readonly k: 'lost' }
  | { readonly k: 'give-up' }
  /** What it cost so far, on top of what it told before. */
  | { readonly k: 'spent'; readonly usd: number }
  /** The adapter answers it by itself. */
  | { readonly k: 'ping' }
  /** The adapter throws on it. */
  | { readonly k: 'bug' }

/** What reaches the agent's input, one JSON object a line. */
export type AgentWord =
  | { readonly w: 'prompt'; readonly text: string }
  | { readonly w: 'steer'; readonly text: string }
  | { readonly w: 'answer'; readonly r: string }
  | { readonly w: 'interrupt' }
  | { readonly w: 'pong' }

const can: Abilities = {
  resume: true,
  fork: true,
  steer: true,
  interrupt: true,
  permissions: ['bypass', 'ask', 'read-only'],
  questions: true,
  usage: 'none',
  models: true,
  thinking: false,
  deltas: false,
  tools: false,
  instructions: 'prompt',
  pictures: 'path',
  mcp: false,
  guard: true,
}

const failure = (type: string): Spoken => ({
  kind: 'failure',
  message: `It failed: ${type}.`,
  evidence: [{ channel: 'event', type }],
})

const broke = (stated: FailureCategory, until: string | null): Spoken => ({
  kind: 'failure',
  message: `It broke: ${stated}.`,
  evidence: [{ channel: 'event', stated, ...(until === null ? {} : { resetsAt: until }) }],
})

/** Numbered, so that what was heard twice or forgotten is seen. */
export const numbered = (n: number, text: string): string => `${n}: ${text}`

function open(lifetime: LaunchPlan['lifetime'], prompt: string, saved: Json | null): Dialogue {
  let heard = (saved as { readonly heard: number } | null)?.heard ?? 0
  const nothing: Heard = { events: [], writes: [] }
  const says = (...events: readonly Spoken[]): Heard => ({ events, writes: [] })
  const write = (word: AgentWord): Heard => ({ events: [], writes: [`${JSON.stringify(word)}\n`] })

  const hear = (line: AgentLine): Heard => {
    const ends = lifetime === 'session' ? { turnEnded: true } : {}
    switch (line.k) {
      case 'text':
        heard += 1
        return says({ kind: 'text', text: numbered(heard, line.t) })
      case 'id':
        return says({ kind: 'session', nativeId: line.id, model: null })
      case 'ask':
        return says({ kind: 'request', requestId: line.r, type: 'question', text: '?', options: [] })
      case 'result':
        return { ...says({ kind: 'result', isError: !line.ok, text: '', durationMs: null }), ...ends }
      case 'fail':
        return { ...says(failure('overloaded')), ...ends }
      case 'broke':
        return { ...says(broke(line.why, line.until)), ...ends }
      case 'lost':
        return says(failure('session_not_found'))
      case 'give-up':
        return { ...says(failure('timeout')), hangUp: true }
      case 'spent':
        return says({ kind: 'usage', input: null, output: null, cacheRead: null, cacheWrite: null, costUsd: line.usd })
      case 'ping':
        return lifetime === 'session' ? write({ w: 'pong' }) : nothing
      case 'bug':
        throw new Error('the adapter has a bug')
    }
  }
  return {
    begin: () => (lifetime === 'session' ? write({ w: 'prompt', text: prompt }) : nothing),
    hear(line) {
      return line.startsWith('{') && line.endsWith('}')
        ? hear(JSON.parse(line) as AgentLine)
        : { ...nothing, noise: true }
    },
    say(input: AgentInput) {
      if (lifetime === 'turn') return { ...nothing, unheard: true }
      if (input.type === 'prompt' || input.type === 'steer') return write({ w: input.type, text: input.text })
      return write(input.type === 'answer' ? { w: 'answer', r: input.requestId } : { w: 'interrupt' })
    },
    end: () => [],
    save: () => ({ heard }),
  }
}

function simulated(id: string, lifetime: LaunchPlan['lifetime']): Harness {
  return {
    id,
    name: id,
    can,
    passEnv: [],
    install: 'Nothing to install.',
    proven: 'tested',
    testedVersions: '1',
    locate: async () => ({ binary: `/bin/${id}`, prefix: [] }),
    probe: async () => ({ state: 'ready', binary: `/bin/${id}`, version: '1', tested: 'inside', message: 'ready' }),
    refuseModel: () => null,
    plan: (start) => ({
      argv: [`/bin/${id}`, ...(start.resume === null ? [] : ['--resume', start.resume])],
      env: {},
      files: [],
      stdin: lifetime === 'turn' ? { mode: 'file', text: start.prompt } : { mode: 'followed' },
      lifetime,
    }),
    open: (start, saved) => open(lifetime, start.prompt, saved),
  }
}

/** `once` for processes of one turn, `stays` for those that take further prompts. */
export function createRegistry(): HarnessRegistry {
  const all = [simulated('once', 'turn'), simulated('stays', 'session')]
  return {
    all: () => all,
    get: (id) => all.find((one) => one.id === id) ?? null,
    custom() {
      throw new Error('the simulated registry has no custom harness')
    },
    names: () => [],
  }
}
