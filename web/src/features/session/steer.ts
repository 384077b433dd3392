/** Whether words can be put into the turn that runs now, by what the harness can and how its process was started. */
import type { Session } from '#contract/session'
import { allHarnesses } from '../../api/calls.ts'
import { useRead } from '../../ui/use-read.ts'

/** A process that lives for one turn hears no more words, unless it is one of Drover's own. */
export const takesWords = (session: Pick<Session, 'harness' | 'launch' | 'turn'>, able: ReadonlySet<string>): boolean =>
  session.turn?.state === 'running' &&
  session.launch !== null &&
  able.has(session.harness) &&
  (session.launch.lifetime === 'session' || session.harness === 'rehearsal')

const none: ReadonlySet<string> = new Set()
let kept: Promise<ReadonlySet<string>> | null = null

/** Abilities belong to a harness, not to a moment: asked for once. */
function steerable(): Promise<ReadonlySet<string>> {
  kept ??= allHarnesses().then((all) => new Set(all.filter((one) => one.abilities.steer).map((one) => one.id)))
  kept.catch(() => {
    kept = null
  })
  return kept
}

export function useCanSteer(session: Session): boolean {
  const { data } = useRead(session.turn?.state === 'running' ? 'steer' : null, steerable)
  return takesWords(session, data ?? none)
}
