/** The vault holds exactly the words that were kept last, also when those before them were rolled back in the store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Paths } from '#ports/paths'
import { createVault } from './own-files.ts'

test('words without a secret take the place of words with one: those were never accepted', () => {
  const home = mkdtempSync(join(tmpdir(), 'drover-vault-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = { session: (id: string) => join(home, id) } as unknown as Paths
  const vault = createVault(paths, (text) => text.replace('secret', '[redacted]'))
  vault.keep('p-1', 'message-1', 'the secret')
  expect(vault.read('p-1', 'message-1')).toBe('the secret')
  // The transaction failed, so the next message gets the same number.
  vault.keep('p-1', 'message-1', 'nothing to hide')
  expect(vault.read('p-1', 'message-1')).toBeNull()
})
