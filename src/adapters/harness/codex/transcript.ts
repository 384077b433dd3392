/**
 * The transcript of Codex: `sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`, its first row the facts of the thread.
 * Without that row every resume fails (measured on 0.166.0); what is missing further down is missed without a word.
 */
import { join } from 'node:path'
import type { ConversationRef, Files, Transcript } from '#ports/harness'
import { configuredEnv, textIn } from '../line-json.ts'
import { fileEnding, readRows } from '../transcript.ts'

export async function readCodexTranscript(files: Files, conversation: ConversationRef): Promise<Transcript | null> {
  const file = await findRollout(files, conversation)
  if (file === null) return null
  let first: string | null = null
  let headed = false
  return readRows(
    files,
    file,
    (row) => {
      first ??= textIn(row.type) ?? ''
      headed ||= first === 'session_meta'
    },
    () => (headed ? null : 'its first row, without which Codex reads none of it, cannot be read'),
  )
}

/** Its ids begin with the time at which they were given (UUID version 7): the day, or the next to it in another time zone. */
export async function findRollout(
  files: Files,
  { nativeId, ...conversation }: Pick<ConversationRef, 'nativeId' | 'env' | 'config'>,
): Promise<string | null> {
  const env = { ...conversation.env, ...configuredEnv(conversation.config) }
  const sessions = join(env.CODEX_HOME ?? join(env.HOME ?? '', '.codex'), 'sessions')
  const ending = `-${nativeId}.jsonl`
  const atMs = Number.parseInt(nativeId.replaceAll('-', '').slice(0, 12), 16)
  const near =
    Number.isFinite(atMs) && atMs < 8e12 ? [0, -1, 1].map((days) => dayOf(sessions, atMs + days * 86_400_000)) : []
  return (await fileEnding(files, near, ending)) ?? fileEnding(files, await allDays(files, sessions), ending)
}

const dayOf = (sessions: string, atMs: number): string =>
  join(sessions, ...new Date(atMs).toISOString().slice(0, 10).split('-'))

/** Newest first. */
async function allDays(files: Files, sessions: string): Promise<readonly string[]> {
  let found: readonly string[] = [sessions]
  for (let depth = 0; depth < 3; depth += 1) {
    const deeper: string[] = []
    for (const directory of found)
      for (const name of [...(await files.list(directory))].sort().reverse())
        if (/^\d+$/.test(name)) deeper.push(join(directory, name))
    found = deeper
  }
  return found
}
