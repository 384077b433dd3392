/** What a fork is asked for, and what it will be, in words. Pure. */
import type { Session } from '#contract/session'
import type { ForkBody } from '../../api/calls.ts'

/** Only what differs is said: where nothing does, the fork is like its source, also where a default moved meanwhile. */
export function forkBody(
  session: Pick<Session, 'harness' | 'model'>,
  chosen: { readonly prompt: string; readonly harness: string; readonly model: string },
): ForkBody {
  const model = chosen.model.trim()
  const other = chosen.harness !== session.harness
  return {
    ...(chosen.prompt.trim() === '' ? {} : { prompt: chosen.prompt }),
    ...(other ? { harness: chosen.harness } : {}),
    ...(other ? (model === '' ? {} : { model }) : model === (session.model ?? '') ? {} : { model }),
  }
}

export function forkHint(
  session: Pick<Session, 'harness'>,
  chosen: { readonly harness: string; readonly name: string },
): string {
  const made = 'A new session starts in a workspace of its own, at the newest snapshot of this one.'
  if (chosen.harness === session.harness) return made
  return `${made} ${chosen.name} is told what was said and done here so far.`
}
