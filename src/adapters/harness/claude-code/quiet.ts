/**
 * What Claude Code's transcript tells of requests that were refused: `system/api_error` rows while it tries again, and the
 * answer it makes up when it gives up (`isApiErrorMessage`). Measured on 2.1.325. Owns those two rows; where the file lies is
 * `transcript`.
 */
import type { Evidence } from '#contract/agent-event'
import type { Files, QuietRef } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { isSince } from '../quiet.ts'
import { findTranscript } from './transcript.ts'

export async function claudeQuietReason(files: Files, quiet: QuietRef): Promise<readonly Evidence[]> {
  const { nativeId } = quiet
  const file = nativeId === null ? null : await findTranscript(files, { ...quiet, nativeId })
  if (file === null) return []
  const found: Evidence[] = []
  await files.eachLine(file, (line) => {
    // Whole prompts lie in this file: only rows that can be one of the two are parsed.
    if (!line.includes('"api_error"') && !line.includes('"isApiErrorMessage"')) return
    const row = objectOf(line)
    const one = row === null || !isSince(row.timestamp, quiet) ? null : evidenceIn(row)
    if (one !== null) found.push(one)
  })
  return found
}

function evidenceIn(row: Fields): Evidence | null {
  if (row.type === 'system' && row.subtype === 'api_error') {
    const error = fieldsIn(row.error)
    const body = fieldsIn(fieldsIn(objectOf(/\{.*\}/s.exec(textIn(error.message) ?? '')?.[0] ?? '')).error)
    const message = textIn(body.message) ?? textIn(error.formatted) ?? textIn(error.message)
    return evidence(numberIn(error.status), textIn(body.type), message)
  }
  if (row.type !== 'assistant' || row.isApiErrorMessage !== true) return null
  const text = listIn(fieldsIn(row.message).content).flatMap((part) => textIn(fieldsIn(part).text) ?? [])
  return evidence(numberIn(row.apiErrorStatus), textIn(row.apiErrorType) ?? textIn(row.error), text.join('\n'))
}

const evidence = (status: number | null, type: string | null, message: string | null): Evidence => ({
  channel: 'log',
  ...(status === null ? {} : { status }),
  ...(type === null ? {} : { type }),
  ...(message === null || message === '' ? {} : { message }),
})
