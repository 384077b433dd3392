/**
 * What opencode's log tells of requests that were refused. The launch asks for the log on standard error, which lies in its
 * own output; a server of the user's, or a version that does otherwise, writes to `log/` below its data. Owns the lines of
 * that log and whose they are; what the dialogue makes of them as they come is `dialogue`.
 */
import { join } from 'node:path'
import type { Evidence } from '#contract/agent-event'
import type { Files, QuietRef } from '#ports/harness'
import { configuredEnv } from '../line-json.ts'
import { isSince } from '../quiet.ts'

/** Files of other days stay there. */
const newestLogs = 3

export async function opencodeQuietReason(files: Files, quiet: QuietRef): Promise<readonly Evidence[]> {
  const own: Evidence[] = []
  await files.eachLine(join(quiet.launchDir, 'stdout'), (line) => {
    const refusal = refusalIn(line, quiet)
    if (refusal !== null) own.push(refusal)
  })
  if (own.length > 0) return own
  const env = { ...quiet.env, ...configuredEnv(quiet.config) }
  const logs = join(env.XDG_DATA_HOME ?? join(env.HOME ?? '', '.local', 'share'), 'opencode', 'log')
  const names = [...(await files.list(logs))].filter((name) => name.endsWith('.log')).sort()
  const found: Evidence[] = []
  for (const name of names.slice(-newestLogs)) found.push(...(await refusalsIn(files, join(logs, name), quiet)))
  return found
}

/** Several opencodes write to one file: a run is ours when it names our directory or our conversation. */
async function refusalsIn(files: Files, file: string, quiet: QuietRef): Promise<readonly Evidence[]> {
  const ours = new Set<string>()
  const refused: { readonly run: string; readonly refusal: Evidence }[] = []
  const mine = [quiet.cwd, ...(quiet.nativeId === null ? [] : [quiet.nativeId])]
  await files.eachLine(file, (line) => {
    const run = /\brun=(\S+)/.exec(line)?.[1] ?? ''
    if (mine.some((word) => line.includes(word))) ours.add(run)
    const refusal = refusalIn(line, quiet)
    if (refusal !== null) refused.push({ run, refusal })
  })
  return refused.flatMap(({ run, refusal }) => (ours.has(run) ? [refusal] : []))
}

const stamped = /^(?:timestamp=|(?:INFO|WARN|ERROR|DEBUG)\s+)(\S+)/
const errorLine = /^ERROR\b|\blevel=(?:ERROR|WARN)\b/
/** Errors stand in quotes, as JSON, or bare to the end of the line. */
const errorField = /\berror(?:\.\w+)*=(?:"((?:[^"\\]|\\.)*)"|(.*))/
/** Words of a spent account; what is refused for a moment is no reason to end a turn that waits. */
const spent =
  /\b(?:(?:usage|monthly|weekly|daily|session|plan) limit|current quota|insufficient[ _]quota|quota[ _](?:exceeded|exhausted)|out of credits|usage exceeded|UsageLimitError)\b/i

function refusalIn(line: string, quiet: QuietRef): Evidence | null {
  const at = stamped.exec(line)?.[1]
  if (at === undefined || !errorLine.test(line) || !spent.test(line)) return null
  // Its older lines give seconds of UTC without saying so.
  if (!isSince(/[Z+]|-\d\d:\d\d$/.test(at) ? at : `${at}Z`, quiet)) return null
  const field = errorField.exec(line)
  const message = (field?.[1]?.replaceAll('\\"', '"') ?? field?.[2] ?? line).slice(0, 1000)
  const type = /\b\w*UsageLimitError\b/.exec(line)?.[0]
  return { channel: 'log', message, ...(type === undefined ? {} : { type }) }
}
