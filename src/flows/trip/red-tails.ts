/**
 * What the red checks of a trip's commit printed: from the source that told of them, from the pull request where it stands at that
 * very commit, else from the forge, asked once a failure and kept with the trip. A log that is not to be had is no reason to say nothing.
 */
import { DroverError } from '#contract/error'
import type { PullRequest } from '#contract/pr'
import { logTail } from '#core/forge/log-tail'
import type { Context } from '#flows/engine/context'
import type { CiAnswer } from '#ports/ci-source'
import type { TripOwn, TripRecord } from '#ports/store/trip'
import type { TrackerGround } from './loop-ground.ts'
import { about } from './views.ts'

export type RedCheck = CiAnswer['red'][number]
type Tails = NonNullable<TripOwn['tails']>

const mostLogs = 10
/** Another run of a job has another address. */
const keyOf = ({ name, url }: RedCheck): string => `${name}\n${url ?? ''}`

export async function withTails(
  context: Context,
  ground: TrackerGround,
  trip: TripRecord,
  red: readonly RedCheck[],
  pr: PullRequest | null,
): Promise<{ readonly red: readonly RedCheck[]; readonly tails: Tails | null }> {
  if (trip.commit === null || red.length === 0) return { red, tails: trip.own.tails ?? null }
  const clean = (text: string): string => context.secrets.redact(logTail(text))
  const kept = trip.own.tails?.commit === trip.commit ? trip.own.tails.of : {}
  const ofPr = pr?.head === trip.commit ? pr.checks : []
  const of: Record<string, string> = {}
  let asked = 0
  for (const one of red) {
    const key = keyOf(one)
    const known = kept[key] ?? (one.tail == null ? null : clean(one.tail))
    const tail = known ?? ofPr.find(({ name }) => name === one.name)?.tail ?? null
    if (tail !== null) of[key] = tail
    else if (asked++ < mostLogs) {
      const read = await readLog(context, ground, trip, one)
      if (read !== null) of[key] = read === '' ? '' : clean(read)
    }
  }
  const shown = red.map((one) => ({ ...one, tail: of[keyOf(one)] || null }))
  return { red: shown, tails: { commit: trip.commit, of } }
}

/** null: away for now, so that it is asked for again; '': there is none. */
async function readLog(
  context: Context,
  { forge, place }: TrackerGround,
  trip: TripRecord,
  { job = null }: RedCheck,
): Promise<string | null> {
  if (job === null) return ''
  try {
    return (await context.forge(forge).log(place, job)) ?? ''
  } catch (cause) {
    context.log.debug('the log of a red check could not be read', { ...about(trip), job, cause })
    const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
    return code === 'FORGE_UNREACHABLE' || code === 'FORGE_RATE_LIMITED' ? null : ''
  }
}

/** By name, for whoever looks. */
export const logsOf = ({ own, commit }: TripRecord): readonly { readonly name: string; readonly tail: string }[] =>
  own.tails == null || own.tails.commit !== commit
    ? []
    : Object.entries(own.tails.of).flatMap(([key, tail]) =>
        tail === '' ? [] : [{ name: key.slice(0, key.indexOf('\n')).slice(0, 200), tail }],
      )
