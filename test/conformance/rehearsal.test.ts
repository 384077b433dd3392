/** The rehearsal passes the conformance suite, as a process a turn and as one for the whole session. */
import { fileURLToPath } from 'node:url'
import { createRehearsal } from '#adapters/harness/rehearsal/rehearsal'
import { rehearsalWords } from '#flows/harness/check/words'
import { harnessSuite } from './harness.suite.ts'

const player = fileURLToPath(new URL('../../src/adapters/harness/rehearsal/player.ts', import.meta.url))

for (const lifetime of ['turn', 'session'] as const)
  harnessSuite(() => ({
    title: `rehearsal, lifetime ${lifetime}`,
    harness: createRehearsal({ player, node: process.execPath }),
    config: { lifetime },
    words: rehearsalWords,
  }))
