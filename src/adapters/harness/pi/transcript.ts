/**
 * The transcript of pi: `sessions/--<directory>--/<time>_<id>.jsonl`, rows chained by `parentId`. It skips what it cannot read
 * and goes on with the rest without a word (measured on 0.73.1).
 */
import { join } from 'node:path'
import type { ConversationRef, Files, Transcript } from '#ports/harness'
import { configuredEnv, textIn } from '../line-json.ts'
import { breaksOff, chainFault, fileEnding, type Link, readRows } from '../transcript.ts'

export async function readPiTranscript(files: Files, conversation: ConversationRef): Promise<Transcript | null> {
  const env = { ...conversation.env, ...configuredEnv(conversation.config) }
  const home = env.PI_CODING_AGENT_DIR ?? join(env.HOME ?? '', '.pi', 'agent')
  const sessions = env.PI_CODING_AGENT_SESSION_DIR ?? join(home, 'sessions')
  const own = `--${conversation.cwd.replace(/^\//, '').replace(/[/\\:]/g, '-')}--`
  const directories = [own, '.', ...(await files.list(sessions))].map((name) => join(sessions, name))
  const file = await fileEnding(files, directories, `_${conversation.nativeId}.jsonl`)
  if (file === null) return null
  const links: Link[] = []
  return readRows(
    files,
    file,
    (row) => {
      const id = textIn(row.id)
      if (id === null || row.type === 'session') return
      const atMs = Date.parse(textIn(row.timestamp) ?? '')
      links.push({ id, parent: textIn(row.parentId), atMs, talk: row.type === 'message' })
    },
    () => (breaksOff(links) ? chainFault : null),
  )
}
