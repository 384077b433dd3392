/** Five of one CLI at once: short enough for every run of the tests. */
import { describe } from 'vitest'
import { atOnce } from './at-once.ts'
import { caseOn } from './cached.ts'
import { clis } from './clis.ts'

describe('five at once', () => {
  for (const cli of clis) caseOn(cli, 'keep apart', (stage) => atOnce(stage, 5))
})
