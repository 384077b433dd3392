import { expect, test } from 'vitest'
import { type Manifest, messageOf, parseCommit } from './manifest.ts'

const manifest: Manifest = {
  v: 1,
  index: 'i',
  staged: 's',
  ignored: null,
  nested: [{ path: 'a\n\xff', gitDir: '/g', commit: 'c', head: null }],
  skipped: [{ path: 'big', bytes: 5, why: 'large' }],
}

test('a snapshot commit gives back what was written into it', () => {
  const text = `tree t\nparent p1\nparent p2\nauthor x\n\n${messageOf('title', manifest)}`
  expect(parseCommit(text)).toEqual({ tree: 't', parents: ['p1', 'p2'], manifest })
})

test('an ordinary or damaged commit has no manifest', () => {
  expect(parseCommit('tree t\n\nhello\n').manifest).toBeNull()
  expect(parseCommit('tree t\n\nx\n\ndrover-manifest: {"v":1\n').manifest).toBeNull()
  expect(parseCommit('tree t\n\nx\n\ndrover-manifest: {"v":2}\n').manifest).toBeNull()
})
