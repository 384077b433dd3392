/**
 * The transcript of Claude Code: `projects/<directory>/<id>.jsonl`, rows chained by `parentUuid`. On resume it walks the chain
 * from the newest row; a parent that is missing is made up for by the newest row of the five seconds before (measured on
 * 2.1.197 and 2.1.325), and where there is none, all that was said before is forgotten without a word. Its answer to a
 * connection that keeps breaking can leave such a gap.
 */
import { join } from 'node:path'
import type { ConversationRef, Files, Transcript } from '#ports/harness'
import { configuredEnv, type Fields, textIn } from '../line-json.ts'
import { breaksOff, chainFault, type Link, readRows } from '../transcript.ts'

const bridgeMs = 5000
const chained = new Set(['user', 'assistant', 'system', 'attachment'])

export async function readClaudeTranscript(files: Files, conversation: ConversationRef): Promise<Transcript | null> {
  const file = await findTranscript(files, conversation)
  if (file === null) return null
  const links: Link[] = []
  return readRows(
    files,
    file,
    (row) => {
      const link = linkOf(row)
      if (link !== null) links.push(link)
    },
    () => (breaksOff(links, bridgeMs) ? chainFault : null),
  )
}

/** Rows of subagents have chains of their own. */
function linkOf(row: Fields): Link | null {
  const [id, type] = [textIn(row.uuid), textIn(row.type)]
  if (id === null || type === null || !chained.has(type) || row.isSidechain === true) return null
  const atMs = Date.parse(textIn(row.timestamp) ?? '')
  return { id, parent: textIn(row.parentUuid), atMs, talk: type === 'user' || type === 'assistant' }
}

/** It names the directory after the one it ran in; a conversation may be gone on with elsewhere. */
export async function findTranscript(
  files: Files,
  { nativeId, cwd, ...conversation }: ConversationRef,
): Promise<string | null> {
  const env = { ...conversation.env, ...configuredEnv(conversation.config) }
  const projects = join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? '', '.claude'), 'projects')
  const own = cwd.replace(/[^A-Za-z0-9]/g, '-')
  for (const directory of [own, ...(await files.list(projects))]) {
    const file = join(projects, directory, `${nativeId}.jsonl`)
    if ((await files.size(file)) !== null) return file
  }
  return null
}
