/** Puts what a test still waits for into the message of its time limit. Loaded before every test file. */
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { entering, stillAwaited } from './awaited.ts'

beforeAll(() => entering('hook'))
beforeEach(({ signal }) => {
  entering('test')
  signal.addEventListener('abort', () => {
    const open = stillAwaited()
    // The very error that the test is about to fail with.
    if (signal.reason instanceof Error && open.length > 0)
      signal.reason.message += `\nStill awaited: ${open.join('; ')}`
  })
})
afterEach(() => entering('hook'))
