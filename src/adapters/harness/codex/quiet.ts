/**
 * What Codex's rollout tells of requests that were refused: `error` and `stream_error` rows, the error of a task that is
 * complete, and a limit that is named as reached among the token counts. Measured on 0.166.0. Owns those rows; where the
 * file lies is `transcript`.
 */
import type { Evidence } from '#contract/agent-event'
import type { Files, QuietRef } from '#ports/harness'
import { asFields, type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { isSince } from '../quiet.ts'
import { findRollout } from './transcript.ts'

export async function codexQuietReason(files: Files, quiet: QuietRef): Promise<readonly Evidence[]> {
  const file = quiet.nativeId === null ? null : await findRollout(files, { ...quiet, nativeId: quiet.nativeId })
  if (file === null) return []
  const found: Evidence[] = []
  await files.eachLine(file, (line) => {
    if (!line.includes('"event_msg"')) return
    const row = objectOf(line)
    if (row !== null && isSince(row.timestamp, quiet)) found.push(...evidenceIn(fieldsIn(row.payload)))
  })
  return found
}

function evidenceIn(payload: Fields): readonly Evidence[] {
  switch (payload.type) {
    case 'error':
    case 'stream_error':
      return failed(payload)
    case 'task_complete':
      return failed(fieldsIn(payload.error))
    case 'token_count':
      return reached(fieldsIn(payload.rate_limits))
    default:
      return []
  }
}

function failed(error: Fields): readonly Evidence[] {
  const message = textIn(error.message)
  const info = error.codex_error_info
  // A word, or an object whose one key is the word.
  const type = textIn(info) ?? Object.keys(asFields(info) ?? {})[0] ?? null
  if (message === null && type === null) return []
  return [{ channel: 'log', ...(type === null ? {} : { type }), ...(message === null ? {} : { message }) }]
}

/** The later of the windows that are full: only then are requests taken again. */
function reached(limits: Fields): readonly Evidence[] {
  if (textIn(limits.rate_limit_reached_type) === null) return []
  const resets = [limits.primary, limits.secondary].flatMap((window) => {
    const { used_percent, resets_at } = fieldsIn(window)
    const at = numberIn(resets_at)
    return at !== null && (numberIn(used_percent) ?? 0) >= 100 ? [at] : []
  })
  const resetsAt = resets.length === 0 ? {} : { resetsAt: new Date(Math.max(...resets) * 1000).toISOString() }
  return [{ channel: 'log', type: 'usage_limit_reached', ...resetsAt }]
}
