/** The ends of what failed jobs printed, read once a failure. A log that is not to be had is no reason to say nothing of the rest. */
import { DroverError } from '#contract/error'
import { logTail } from '#core/forge/log-tail'
import type { Context } from '#flows/engine/context'
import type { ForgeApi, ForgePr } from '#ports/forge'
import type { PrRecord } from '#ports/store/pr'
import { failureKey, keptTail } from './record-pr.ts'

const mostLogs = 10

export async function readTails(
  context: Context,
  api: ForgeApi,
  seen: ForgePr,
  before: PrRecord | null,
): Promise<ReadonlyMap<string, string>> {
  const tails = new Map<string, string>()
  if (seen.state !== 'open') return tails
  const due = seen.checks.filter((check) => check.state === 'failed' && keptTail(before, seen.head, check) === null)
  for (const check of due.slice(0, mostLogs)) {
    const key = failureKey(check)
    if (check.job === null) {
      tails.set(key, '')
      continue
    }
    try {
      const log = await api.log(seen.repo, check.job)
      tails.set(key, log === null ? '' : context.secrets.redact(logTail(log)))
    } catch (cause) {
      // Away for now: it is asked for at the next look. Refused or not had by this forge: it never will be.
      const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
      if (code !== 'FORGE_UNREACHABLE' && code !== 'FORGE_RATE_LIMITED') tails.set(key, '')
      context.log.debug('the log of a failed job could not be read', { repo: seen.repo, job: check.job, cause })
    }
  }
  return tails
}
