/**
 * Owns Drover's block in a repository's common `info/exclude`: what Drover placed in a workspace never shows as dirty. A
 * worktree has no exclude file of its own, so patterns are anchored and stand in one marked block; the rest of the file
 * is the user's and is kept as it is. Callers hold the repository's queue.
 */
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BytePath, bytesOf } from './byte-path.ts'

const begin = '# drover: files placed in workspaces (begin)'
const end = '# drover: files placed in workspaces (end)'

/** A pattern that matches exactly this path from the top of a work tree. */
export const anchored = (path: BytePath): string =>
  `/${path.replace(/[\\*?[]/g, '\\$&').replace(/ +$/, (spaces) => '\\ '.repeat(spaces.length))}`

/** The file's content with these patterns in the block; the same text when they are all there. */
export function withPatterns(content: string, patterns: readonly string[]): string {
  const lines = content.split('\n')
  const from = lines.indexOf(begin)
  const to = from < 0 ? -1 : lines.indexOf(end, from)
  const present = to < 0 ? [] : lines.slice(from + 1, to)
  const all = [...new Set([...present, ...patterns])].sort()
  if (all.length === present.length) return content
  const block = [begin, ...all, end]
  if (to >= 0) return [...lines.slice(0, from), ...block, ...lines.slice(to + 1)].join('\n')
  const gap = content === '' || content.endsWith('\n') ? '' : '\n'
  return `${content}${gap}${block.join('\n')}\n`
}

export async function excludePaths(commonDir: string, paths: readonly BytePath[]): Promise<void> {
  if (paths.length === 0) return
  const named = join(commonDir, 'info', 'exclude')
  await mkdir(dirname(named), { recursive: true })
  const file = await realpath(named).catch(() => named)
  const content = await readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const next = withPatterns(content, paths.map(anchored))
  if (next === content) return
  const mode = (await stat(file).catch(() => null))?.mode ?? 0o644
  const spare = `${file}.drover-${process.pid}`
  await writeFile(spare, bytesOf(next), { mode })
  await rename(spare, file)
}
