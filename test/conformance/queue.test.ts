/** The built-in queue passes the suite of queues. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import { type Queue, queueSuite } from './queue.suite.ts'

queueSuite('built in', (): Queue => {
  const dir = mkdtempSync(join(tmpdir(), 'drover-queue-'))
  const open = () => openJournal({ path: join(dir, 'drover.db'), now: () => new Date(), redact: (text) => text })
  let journal = open()
  return {
    get reads() {
      return journal.reads
    },
    change: (body) => journal.command(body),
    reopen() {
      journal.close()
      journal = open()
    },
    close() {
      journal.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
})
