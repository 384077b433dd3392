/** The release script on a copy of the repository's own three files. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
let copy = ''
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'drover-release-'))
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(copy, name))
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.0.1\n- Old.\n',
  )
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(copy, name), 'utf8')
const release = (...args: string[]): string => {
  try {
    return execFileSync(process.execPath, [join(root, 'scripts/release.mjs'), ...args, `--root=${copy}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

it('moves the unreleased lines under the version and bumps it everywhere', () => {
  expect(release('98.0.0')).toContain('98.0.0')
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 98\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n- A thing\.\n\n## 0\.0\.1\n- Old\.\n$/,
  )
  const lock = JSON.parse(read('package-lock.json'))
  expect([JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version]).toEqual(
    Array(3).fill('98.0.0'),
  )
  expect(release('98.0.1')).toContain('nothing to release')
})

it.each([
  [[], 'Name the version'],
  [['1.2'], 'Name the version'],
  [['0.0.1'], 'already'],
  [['0.0.2'], 'newer'],
])('%j changes nothing: %s', (args, words) => {
  const before = read('CHANGELOG.md')
  expect(release(...args)).toContain(words)
  expect(read('CHANGELOG.md')).toBe(before)
  expect(read('package.json')).toBe(readFileSync(join(root, 'package.json'), 'utf8'))
})
