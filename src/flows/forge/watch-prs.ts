/**
 * Looks at the pull requests of sessions in rounds: one conditional list a repository, a conditional question about checks
 * that may still change, and one question for all that moved. Finds those that sessions or people opened themselves, by their
 * branch. Nothing is asked of any forge while no session lives and nothing is open. A failure of one repository stops no
 * other, and is logged once until it is over.
 */
import { DroverError } from '#contract/error'
import { ownerOf } from '#core/forge/discover'
import { isDue, watchesChecks } from '#core/forge/due'
import { restOf } from '#core/forge/pace'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { ForgeApi, ForgePr, PrRef } from '#ports/forge'
import { backfillOrigins } from './backfill-origins.ts'
import { checkTokens } from './check-tokens.ts'
import { gatherWatched, type Watched } from './gather-watched.ts'
import { readTails } from './read-tails.ts'
import { knownPr, recordPr } from './record-pr.ts'

/** One that is to be looked at, and whose it is where nobody knows it yet. */
interface Wanted {
  readonly from: Watched
  readonly ref: PrRef
  readonly sessionId: string | null
}

/** Nothing is watched, so nothing is asked: the first that comes is not to wait for long. */
const idleTickMs = 2000

export function watchesPrs(context: Context): Follower {
  const restUntil = new Map<string, number>()
  const hurried = new Set<string>()
  const failing = new Map<string, string>()
  let nextRound = 0
  let nextCheck = 0
  let without: ReadonlySet<ForgeApi> = new Set()
  let looking: Promise<void> | null = null

  const failed = (key: string, cause: unknown): void => {
    const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
    restUntil.set(key, context.clock.steady() + waitAfter(cause, context.clock.now()))
    if (failing.get(key) !== code) context.log.warn('pull requests could not be looked at', { repo: key, cause })
    failing.set(key, code)
  }

  /** What of a repository is to be looked at; its questions are conditional. */
  const choose = async (from: Watched): Promise<readonly Wanted[]> => {
    const { api, place, prs, sessions } = from
    const hurry = hurried.delete(from.key)
    const { fresh: moved, prs: listed } = await api.list(place)
    const fresh = moved || hurry
    const nowMs = context.clock.now().getTime()
    const wanted: Wanted[] = []
    for (const pr of prs) {
      const { nodeId, number } = pr
      const ref = { repo: place, number, nodeId }
      const checked = watchesChecks(pr, nowMs) && (await api.checksMoved(place, pr.head))
      if (checked || isDue(pr, fresh, nowMs)) wanted.push({ from, ref, sessionId: null })
    }
    if (!fresh && !from.isNew) return wanted
    const known = new Set(prs.map(({ number }) => number))
    for (const { number, nodeId, ...one } of listed) {
      const sessionId = known.has(number) ? null : ownerOf(one, sessions)
      if (sessionId !== null) wanted.push({ from, ref: { repo: place, number, nodeId }, sessionId })
    }
    return wanted
  }

  const record = async ({ from, sessionId }: Wanted, pr: ForgePr): Promise<void> => {
    const { at, api, place, settings, projectId } = from
    const before = knownPr(context.journal.reads, place.host, pr)
    // It was closed and forgotten here, or never was ours.
    if (before === null && sessionId === null) return
    const tails = await readTails(context, api, pr, before)
    if (context.closing) return
    const owner = { projectId, sessionId: sessionId ?? before?.sessionId ?? '' }
    recordPr(context, owner, { host: place.host, kind: at.kind, pr, tails }, settings)
  }

  const readAll = async (api: ForgeApi, wanted: readonly Wanted[]): Promise<void> => {
    const seen = await api.read(wanted.map(({ ref }) => ref))
    for (const [n, one] of wanted.entries()) {
      const pr = seen[n]
      if (pr != null && !context.closing) await record(one, pr)
    }
  }

  const round = async (): Promise<void> => {
    const { groups, tickMs } = gatherWatched(context)
    nextRound = context.clock.steady() + (tickMs ?? idleTickMs)
    if (tickMs === 0) return
    if (context.clock.steady() >= nextCheck) {
      nextCheck = context.clock.steady() + checkEveryMs(context)
      await backfillOrigins(context)
      without = await checkTokens(context, groups)
    }
    const before = quotasOf(groups)
    const byApi = new Map<ForgeApi, Wanted[]>()
    for (const group of groups) {
      if (context.closing) return
      if (without.has(group.api)) continue
      if ((restUntil.get(group.key) ?? 0) > context.clock.steady()) continue
      try {
        const wanted = await choose(group)
        byApi.set(group.api, [...(byApi.get(group.api) ?? []), ...wanted])
        failing.delete(group.key)
      } catch (cause) {
        failed(group.key, cause)
        // Its other repositories would hear the same.
        if (cause instanceof DroverError && cause.code === 'FORGE_RATE_LIMITED')
          for (const { key, api } of groups) if (api === group.api) restUntil.set(key, restUntil.get(group.key) ?? 0)
      }
    }
    for (const [api, wanted] of byApi) {
      try {
        if (wanted.length > 0) await readAll(api, wanted)
      } catch (cause) {
        for (const key of new Set(wanted.map(({ from }) => from.key))) failed(key, cause)
      }
    }
    const restMs = restAfter(context, groups, before, tickMs ?? idleTickMs)
    if (hurried.size === 0) nextRound = Math.max(nextRound, context.clock.steady() + restMs)
  }
  context.lookSoon = (repo) => {
    hurried.add(repo.toLowerCase())
    nextRound = 0
  }
  return {
    name: 'pull requests',
    atTick() {
      if (context.clock.steady() < nextRound) return
      // A forge that answers slowly holds no other follower.
      looking ??= round()
        .catch((cause: unknown) => context.log.error('looking at pull requests failed', { cause }))
        .finally(() => {
          looking = null
        })
    },
    atStop: async () => {
      await looking
    },
  }
}

/** A daemon at which nothing is watched looks for tokens at the configured pace, not at every short round. */
function checkEveryMs({ settings }: Context): number {
  try {
    return settings.of(null).forge.tickMs
  } catch {
    return 30_000
  }
}

/** What is left at each forge, before a round. */
const quotasOf = (groups: readonly Watched[]): ReadonlyMap<ForgeApi, number | null> =>
  new Map([...new Set(groups.map(({ api }) => api))].map((api) => [api, api.quota()?.remaining ?? null]))

/** Looking is slowed down before it uses what people need. */
function restAfter(
  context: Context,
  groups: readonly Watched[],
  before: ReadonlyMap<ForgeApi, number | null>,
  tickMs: number,
): number {
  const nowMs = context.clock.now().getTime()
  const rests = [...new Set(groups.map(({ api }) => api))].map((api) => {
    const quota = api.quota()
    const had = before.get(api) ?? null
    return restOf(quota, quota === null || had === null ? 0 : had - quota.remaining, tickMs, nowMs)
  })
  return Math.max(tickMs, ...rests)
}

const minute = 60_000

/** As long as the forge asks for, within reason. */
function waitAfter(cause: unknown, now: Date): number {
  const until = cause instanceof DroverError ? (cause.details as { until?: string } | undefined)?.until : undefined
  const asked = until === undefined ? minute : Date.parse(until) - now.getTime()
  return Math.min(Math.max(asked, minute / 2), 60 * minute)
}
