/** What the player says to Drover: mail, children, an agreed wait, a branch that is ready. They work read-only too. */

import { type Answer, askDrover, type Call } from './door.ts'
import type { Done } from './hands.ts'
import type { CoordinationStep } from './script.ts'

/** Which call of this process it is: the same step has the same key, however often it is tried. */
let calls = 0
const nextKey = (): string => {
  calls += 1
  return `${process.env.DROVER_LAUNCH_ID ?? 'rehearsal'}:${calls}`
}

const self = (): string => encodeURIComponent(process.env.DROVER_SESSION_ID ?? '')

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim() || '(no subject)'

function callOf(step: CoordinationStep): Call {
  const key = nextKey()
  switch (step.do) {
    case 'mail': {
      const { to, type, text } = step
      return { method: 'POST', path: '/api/v1/mail', key, body: { to, type, subject: firstLine(text), body: text } }
    }
    case 'merge-ready': {
      const body = { to: '@parent', type: 'merge_ready', subject: firstLine(step.text), body: step.text }
      return { method: 'POST', path: '/api/v1/mail', key, body }
    }
    case 'spawn':
      return { method: 'POST', path: '/api/v1/sessions', key, body: { role: step.role, prompt: step.text } }
    case 'wait': {
      const body = { for: step.what, ...(step.deadline === null ? {} : { deadline: step.deadline }) }
      return { method: 'POST', path: `/api/v1/sessions/${self()}/wait`, key, body }
    }
  }
}

/** What to show of the step, for the one who watches. */
export const inputOf = ({ do: _do, ...input }: CoordinationStep): object => input

export async function speakToDrover(step: CoordinationStep, signal: AbortSignal): Promise<Done> {
  const call = callOf(step)
  try {
    const answer = await askDrover(call, signal)
    return { ok: answer.ok, output: answer.ok ? said(step, answer) : `${answer.json.code}: ${answer.json.message}` }
  } catch (cause) {
    return { ok: false, output: `Drover did not answer: ${(cause as Error).message}` }
  }
}

function said(step: CoordinationStep, { json }: Answer): string {
  const { session, mail } = json as { session?: { id?: string }; mail?: { id?: string } }
  if (step.do === 'spawn') return `started ${step.role} ${session?.id ?? ''}`
  if (step.do === 'wait') return `waits for ${step.what}`
  return `sent ${mail?.id ?? ''}`
}

/** Is what was agreed still to come? A daemon that does not say so is taken at its last word: it is over. */
export async function stillWaits(signal: AbortSignal): Promise<boolean> {
  if (process.env.DROVER_SOCKET === undefined) return false
  const answer = await askDrover({ method: 'GET', path: `/api/v1/sessions/${self()}` }, signal)
  const { session } = answer.json as { session?: { waitingFor?: unknown } }
  return session?.waitingFor != null
}
