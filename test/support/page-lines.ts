/** The fenced lines of a page of the documentation, for tests that run them: each is taken once, and none may be left over. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './world.ts'

export interface PageLines {
  /** The next block of this language that nobody took. */
  take(language: string): string
  /** What nobody took, each by its language and first line. */
  readonly left: readonly string[]
}

export function pageLines(page: string): PageLines {
  const text = readFileSync(join(root, 'docs', 'user', page), 'utf8').replaceAll('\r', '')
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', lines = '']) => ({
    language,
    lines,
  }))
  const fences = text.match(/^```/gm)?.length ?? 0
  if (fences !== blocks.length * 2) throw new Error(`${page}: a fence that does not close, or is indented`)
  return {
    take(language) {
      const at = blocks.findIndex((block) => block.language === language)
      const [block] = at === -1 ? [] : blocks.splice(at, 1)
      if (block === undefined) throw new Error(`${page} has no (further) block of ${language}`)
      return block.lines
    },
    get left() {
      return blocks.map(({ language, lines }) => `${page}: ${language}: ${lines.split('\n')[0]}`)
    },
  }
}
