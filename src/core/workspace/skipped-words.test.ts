/** The words for what was not read. */
import { expect, it } from 'vitest'
import { skippedMessage, skippedWords } from './skipped-words.ts'

it.each([
  [{ bytes: 1_234_567, why: 'too_large' }, 'skipped, 1,234,567 bytes'],
  [{ bytes: 0, why: 'too_many', files: 7 }, 'skipped, 7 files'],
  [{ bytes: 0, why: 'too_many', files: 1 }, 'skipped, 1 file'],
  [{ bytes: 0, why: 'not_a_file' }, 'a pipe, a socket or a device: nothing to save'],
  [{ bytes: 0, why: 'replaced' }, expect.stringContaining('its commits are in no snapshot')],
  [{ bytes: 0, why: 'removed' }, expect.stringContaining('git worktree repair')],
])('%j', (one, words) => {
  expect(skippedWords(one)).toEqual(words)
})

it.each([
  [[{ why: 'too_large' }], /^1 file is not in the snapshot/],
  [[{ why: 'too_many', files: 3 }, { why: 'too_large' }], /^4 files are not in the snapshot/],
  [[{ why: 'replaced' }], /^The worktree's \.git was replaced .* not removed\.$/],
  [[{ why: 'replaced' }, { why: 'too_large' }], /\.git was replaced .* 1 file is not in the snapshot/],
])('%j', (skipped, words) => {
  expect(skippedMessage(skipped)).toMatch(words)
})
