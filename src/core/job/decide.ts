/** What a job is started with, and what its end means. Pure. */
import type { OwnPersona } from '#contract/door'
import type { Refusal } from '#contract/error'
import type { JobState } from '#contract/job'
import type { Permissions } from '#contract/session'

export interface Asked {
  readonly prompt: string
  readonly persona?: string
  readonly agent?: string
  readonly project?: string
  readonly budgetUsd?: number
  readonly timeoutMs?: number
}

export interface JobPlan {
  readonly prompt: string
  /** Its words and its lean context are the session's, as at every door. */
  readonly persona: string | null
  readonly agent: string | null
  /** null: a directory of its own without a repository. */
  readonly projectId: string | null
  readonly permissions: Permissions | null
  readonly budgetUsd: number | null
  readonly timeoutMs: number
}

export const longestJobMs = 2_700_000

/** What the caller says goes before what its persona says. */
export function planJob(asked: Asked, personas: Readonly<Record<string, OwnPersona>>): JobPlan | Refusal {
  if (asked.prompt.trim() === '')
    return { refused: 'PROMPT_REQUIRED', message: 'A job needs a prompt.', hint: 'Say in `prompt` what is to be done.' }
  const persona = asked.persona === undefined ? null : own(personas, asked.persona)
  if (asked.persona !== undefined && persona === null) {
    const names = Object.keys(personas).join(', ')
    return {
      refused: 'PERSONA_NOT_FOUND',
      message: `There is no persona ${JSON.stringify(asked.persona)}.`,
      hint: names === '' ? 'Add [personas.NAME] to your config.toml, or name an `agent`.' : `Known: ${names}`,
    }
  }
  const withTools = persona === null || persona.tools === 'all'
  const projectId = asked.project ?? persona?.project ?? null
  if (!withTools && asked.project !== undefined)
    return {
      refused: 'ABILITY_MISSING',
      message: `The persona ${JSON.stringify(asked.persona)} has no tools and works in no project.`,
      hint: 'Leave `project` away, or set tools = "all" in [personas] of your config.toml.',
    }
  return {
    prompt: asked.prompt,
    persona: asked.persona ?? null,
    agent: asked.agent ?? persona?.agent ?? null,
    projectId,
    permissions: withTools ? (persona?.permissions ?? null) : 'read-only',
    budgetUsd: asked.budgetUsd ?? persona?.budgetUsd ?? null,
    timeoutMs: asked.timeoutMs ?? persona?.timeoutMs ?? longestJobMs,
  }
}

const own = (personas: Readonly<Record<string, OwnPersona>>, name: string): OwnPersona | null =>
  Object.hasOwn(personas, name) ? (personas[name] ?? null) : null

export type Ending = 'timeout' | 'budget' | 'cancelled' | null

export interface JobEnd {
  readonly state: Exclude<JobState, 'queued' | 'running'>
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** A turn that was complete before its end was asked for is complete. */
export function concludeJob(
  outcome: 'completed' | 'error' | 'cancelled' | 'lost',
  ending: Ending,
  code: string | null,
): JobEnd {
  const end = (state: JobEnd['state'], errorCode: string | null, errorMessage: string | null): JobEnd => ({
    state,
    errorCode,
    errorMessage,
  })
  if (outcome === 'completed') return end('completed', null, null)
  if (ending === 'timeout') return end('timeout', 'TURN_TIMEOUT', 'It did not end within its time and was ended.')
  if (ending === 'budget') return end('failed', 'BUDGET_REACHED', 'Its budget was reached and it was ended.')
  if (ending === 'cancelled' || outcome === 'cancelled') return end('cancelled', null, null)
  if (outcome === 'lost')
    return end('failed', code ?? 'AGENT_CRASHED', 'The agent was gone before it had said that it was done.')
  return end('failed', code ?? 'AGENT_FAILED', 'The agent ended with an error.')
}

/** What to do with a job that a daemon left open. */
export type TakenUp = 'wait' | 'begin' | 'watch' | 'conclude' | 'lost'

export function takeUp(job: {
  readonly state: JobState
  readonly session: 'none' | 'missing' | 'without turn' | 'turn runs' | 'turn ended' | 'parked'
}): TakenUp {
  if (job.state === 'queued') return 'wait'
  switch (job.session) {
    // Nothing of it was ever begun, or what was begun was taken back whole.
    case 'none':
    case 'missing':
      return 'begin'
    case 'turn runs':
    case 'parked':
      return 'watch'
    case 'turn ended':
      return 'conclude'
    case 'without turn':
      return 'lost'
  }
}
