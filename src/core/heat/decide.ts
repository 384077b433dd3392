/** Who may run in a heat, and which of them may be kept now. How it is done is the flows'. */
import type { Refusal } from '#contract/error'
import { type HeatState, mostInHeat } from '#contract/heat'

/** Two at least: one alone is a spawn. The same agent twice is a choice. */
export function decideAgents(agents: readonly string[]): readonly string[] | Refusal {
  const named = agents.map((agent) => agent.trim()).filter((agent) => agent !== '')
  if (named.length >= 2 && named.length <= mostInHeat) return named
  return {
    refused: 'HEAT_SIZE',
    message: `A heat has from 2 to ${mostInHeat} agents, not ${named.length}.`,
    hint: 'Name them like this: drover spawn --each "cc cx op" --prompt "…"',
  }
}

export interface KeepFacts {
  readonly id: string
  readonly state: HeatState
  readonly members: readonly (string | null)[]
  readonly keeping: string | null
  readonly merge: string | null
}

/** `already`: it is being kept, or was; asking twice is once. */
export function decideKeep(heat: KeepFacts, sessionId: string): 'keep' | 'already' | Refusal {
  const { id, state, keeping, merge } = heat
  if (!heat.members.includes(sessionId))
    return {
      refused: 'HEAT_MEMBER_UNKNOWN',
      message: `${sessionId} does not run in ${id}.`,
      hint: `See who does: drover heat show ${id}`,
    }
  if (state === 'starting')
    return {
      refused: 'SESSION_STARTING',
      message: `${id} is starting; nothing is there to be kept.`,
      hint: 'Try again when its agents work.',
    }
  if ((state === 'keeping' || state === 'kept') && keeping === sessionId) return 'already'
  if (state === 'kept')
    return {
      refused: 'HEAT_DECIDED',
      message: `${id} was decided: ${keeping} landed.`,
      hint: `The work of ${sessionId} is on its branch: drover land ${sessionId}`,
    }
  if (state === 'keeping')
    return {
      refused: 'HEAT_DECIDED',
      message: `${keeping} of ${id} is being landed.`,
      hint: merge === null ? 'Wait for it.' : `Take it back first with: drover merge cancel ${merge}`,
    }
  if (state === 'failed')
    return { refused: 'HEAT_DECIDED', message: `${id} could not be started.`, hint: 'Start another one.' }
  return 'keep'
}

const longest = 60

/** What its sessions are called: the first words of the prompt, and who tries it. */
export function heatName(given: string | undefined, prompt: string, agent: string): string {
  const first = prompt.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('@'))
  const words = (given ?? first ?? prompt.split('\n')[0] ?? '').trim()
  const cut = words.length <= longest ? words : `${words.slice(0, longest - 1).trimEnd()}…`
  return cut === '' ? agent : `${cut} (${agent})`
}
