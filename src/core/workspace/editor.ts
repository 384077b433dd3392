/**
 * How a place in a workspace is opened in the operator's editor: by a link that the page follows, or by a program that the
 * daemon starts. From `[editor] open` of the user's own file; nothing of a repository is read. Pure.
 */
import type { EditorWay } from '#contract/places'

/** Followed by a browser: never one that would run words of its own. */
const scheme = /^([a-z][a-z0-9+.-]*):\/\//i
const forbidden = new Set(['javascript', 'data', 'vbscript', 'blob', 'file'])

const names: Readonly<Record<string, string>> = {
  vscode: 'VS Code',
  'vscode-insiders': 'VS Code Insiders',
  vscodium: 'VSCodium',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  zed: 'Zed',
  idea: 'IntelliJ IDEA',
  jetbrains: 'JetBrains',
}

export interface Spot {
  /** A file of the workspace, from its root; without one the workspace itself. */
  readonly file?: string
  readonly line?: number
}

/** Empty is a way too: none. */
export function isEditor(open: string): boolean {
  const word = scheme.exec(open)?.[1]
  return open === '' || word === undefined || !forbidden.has(word.toLowerCase())
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** An absolute path inside the workspace; null: the file leads out of it. */
export function pathOf(workspace: string, { file }: Spot): string | null {
  if (file === undefined) return workspace
  const parts = file.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') || file.includes('\0') ? null : [workspace, ...parts].join('/')
}

/** null: none is set. A line that is not told is left out: a directory has none. */
export function editorFor(
  open: string,
  path: string,
  line?: number,
): (EditorWay & { readonly argv: readonly string[] }) | null {
  if (open.trim() === '' || !isEditor(open)) return null
  const word = scheme.exec(open)?.[1]?.toLowerCase()
  const fill = (text: string, at: string): string =>
    (line === undefined ? text.replaceAll(':{line}', '') : text)
      .replaceAll('{line}', String(line ?? 1))
      .replaceAll('{path}', at)
  if (word !== undefined) return { type: 'link', name: names[word] ?? word, href: fill(open, encoded(path)), argv: [] }
  const words = open.trim().split(/\s+/)
  const argv = (words.some((one) => one.includes('{path}')) ? words : [...words, '{path}']).map((one) =>
    fill(one, path),
  )
  return { type: 'command', name: words[0]?.split('/').at(-1) ?? 'editor', href: null, argv }
}
