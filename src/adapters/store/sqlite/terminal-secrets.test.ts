/** What is remembered of a terminal holds words that were typed: secrets in them do not reach the file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshTerminal } from '#core/terminal/doing'
import { openJournal } from './journal.ts'
import { launchRecord, sessionRecord } from './store-fixture.ts'

const secret = 'sk-very-secret-words'

it('words and dialogs of a terminal are redacted like everything an agent says', () => {
  const dir = mkdtempSync(join(tmpdir(), 'drover-terminal-'))
  try {
    const path = join(dir, 'store.db')
    const redact = (text: string): string => text.replaceAll(secret, '[redacted]')
    const journal = openJournal({ path, now: () => new Date(0), redact })
    const terminal = { ...freshTerminal(0), steered: `use ${secret}`, dialog: { text: `Bash: ${secret}`, tool: null } }
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      tx.insertLaunch(launchRecord('l1', 'p-1', { terminal }))
      tx.updateLaunch('l1', { terminal: { ...terminal, joined: `and ${secret}` } })
    })
    expect(journal.reads.launch('l1')?.terminal?.steered).toBe('use [redacted]')
    journal.close()
    expect(readFileSync(path, 'latin1')).not.toContain(secret)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
