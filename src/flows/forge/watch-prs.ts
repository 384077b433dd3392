/**
 * Looks at the open pull requests of sessions, repository by repository, at the configured pace: one conditional list and the
 * checks of each head, more only where something changed. Nothing is asked of any forge while there is none. A failure of one
 * repository stops no other, and is logged once until it is over.
 */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { PrRecord } from '#ports/store/pr'
import { forgeOfPr } from './forge-ground.ts'
import { recordPr } from './record-pr.ts'

const most = 500

export function watchesPrs(context: Context): Follower {
  const nextAt = new Map<string, number>()
  const failing = new Map<string, string>()
  let looking: Promise<void> | null = null

  const lookAt = async (key: string, prs: readonly [PrRecord, ...PrRecord[]]): Promise<void> => {
    try {
      const { api, place, settings } = forgeOfPr(context, prs[0])
      if (settings.tickMs === 0) return
      nextAt.set(key, context.clock.steady() + settings.tickMs)
      for (const seen of await api.changed(place, prs)) {
        const known = prs.find(({ number }) => number === seen.number)
        if (known !== undefined && !context.closing) recordPr(context, known, place, seen, settings)
      }
      failing.delete(key)
    } catch (cause) {
      const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
      nextAt.set(key, context.clock.steady() + waitAfter(cause, context.clock.now()))
      if (failing.get(key) !== code) context.log.warn('pull requests could not be looked at', { repo: key, cause })
      failing.set(key, code)
    }
  }
  const lookAtDue = async (): Promise<void> => {
    const groups = new Map<string, [PrRecord, ...PrRecord[]]>()
    for (const pr of context.journal.reads.prs({ open: true, limit: most })) {
      const key = `${pr.host}/${pr.repo}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [pr])
      else group.push(pr)
    }
    for (const [key, prs] of groups) {
      if (context.closing) return
      if ((nextAt.get(key) ?? 0) <= context.clock.steady()) await lookAt(key, prs)
    }
  }
  return {
    name: 'pull requests',
    atTick() {
      // A forge that answers slowly holds no other follower.
      looking ??= lookAtDue().finally(() => {
        looking = null
      })
    },
    atStop: async () => {
      await looking
    },
  }
}

const minute = 60_000

/** As long as the forge asks for, within reason. */
function waitAfter(cause: unknown, now: Date): number {
  const until = cause instanceof DroverError ? (cause.details as { until?: string } | undefined)?.until : undefined
  const asked = until === undefined ? minute : Date.parse(until) - now.getTime()
  return Math.min(Math.max(asked, minute / 2), 60 * minute)
}
