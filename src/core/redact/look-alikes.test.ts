/**
 * What looks like a key and is none stays as it is: written down (fixtures/look-alikes.json), made in numbers, and the text of
 * this repository itself. The rates that SECURITY.md names are held here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../redact.ts'
import lookAlikes from './fixtures/look-alikes.json' with { type: 'json' }

const redact = createRedactor({})
const root = resolve(import.meta.dirname, '../../..')

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const words =
  'task disk risk desk mask flask high laugh npm global graph self shelf map app key auth token user config'.split(' ')

function make(count: number): readonly string[] {
  const next = numbers(4711)
  const of = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[next(letters.length)]).join('')
  const hex = (length: number): string => of('0123456789abcdef', length)
  const name = (join: string): string =>
    Array.from({ length: 2 + next(5) }, () => words[next(words.length)]! + (next(3) === 0 ? next(1000) : '')).join(join)
  const kinds = [
    () => `commit ${hex(40)}`,
    () => [8, 4, 4, 4, 12].map(hex).join('-'),
    () => `"integrity": "sha512-${of(`${plain}+/`, 86)}=="`,
    () => `sha256:${hex(64)}`,
    () => of(`${plain}+/`, 76),
    () => of(`${plain}-_`, 43),
    () => of(`${plain}-_`, 86),
    () => `data:image/png;base64,${of(`${plain}+/`, 400)}`,
    () => name('-'),
    () => name('_'),
    () => `${name('-')}-${hex(16)}`,
    () => `${name('/')}/${name('.')}`,
    () => of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
    () => `https://${name('.')}:${next(65536)}/${name('/')}?${name('_')}=${hex(12)}`,
  ]
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!())
}

const changed = (lines: readonly string[]): readonly string[] => lines.filter((line) => redact(line) !== line)

describe('look-alikes', () => {
  it.each(lookAlikes)('%j stays', (text) => expect(redact(text)).toBe(text))

  it('made in numbers stay, all but one in ten thousand', () => {
    const lines = make(140_000)
    expect(changed(lines).length).toBeLessThanOrEqual(14)
  })

  it('of this repository stay: its documents, its lock file, its sources', () => {
    const files = ['src', 'docs', 'web/src', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|md|json|css)$/.test(name) && !/fixtures|redact|secret/.test(name))
        .map((name) => join(folder, name)),
    )
    const lines = [...files, 'package-lock.json', 'README.md'].flatMap((file) =>
      readFileSync(join(root, file), 'utf8').split('\n'),
    )
    expect(lines.length).toBeGreaterThan(20_000)
    expect(changed(lines)).toEqual([])
  })
})
