/**
 * Looking at the CLIs' own transcripts: recorded ones of Claude Code after dropped streams, the places where each CLI keeps
 * them, and what of their damage shows.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { files } from '#adapters/runtime/process/files'
import type { ConversationRef, Harness, Transcript } from '#ports/harness'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { createPi } from './pi/pi.ts'
import { breaksOff, type Link } from './transcript.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'drover-transcripts-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const id = '01a1e5a3-032f-7891-85eb-bbba1da98ac8'
const cwd = '/srv/app.x'
const look = (harness: Harness, more: Partial<ConversationRef> = {}): Promise<Transcript | null> =>
  harness.readTranscript?.(files, { nativeId: id, cwd, sessionDir: '', env: { HOME: home }, config: {}, ...more }) ??
  Promise.reject(new Error('it looks at no transcript'))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
const rows = (...list: readonly object[]): string => list.map((row) => `${JSON.stringify(row)}\n`).join('')

describe('the chain of a transcript', () => {
  const row = (name: string, parent: string | null, atMs = 0, talk = true): Link => ({ id: name, parent, atMs, talk })
  const table: readonly (readonly [string, readonly Link[], number, boolean])[] = [
    ['empty', [], 0, false],
    ['whole', [row('a', null), row('b', 'a'), row('c', 'b')], 0, false],
    ['a missing parent', [row('a', null), row('c', 'b')], 0, true],
    ['nothing was said before it', [row('a', null, 0, false), row('c', 'b')], 0, false],
    ['begun anew on purpose', [row('a', null), row('b', null)], 0, false],
    ['a branch beside it', [row('a', null), row('b', 'a'), row('c', 'a')], 0, false],
    ['a gap that is bridged', [row('a', null, 0), row('c', 'b', 5000)], 5000, false],
    ['a gap too wide', [row('a', null, 0), row('c', 'b', 5001)], 5000, true],
    ['a gap without times', [row('a', null, Number.NaN), row('c', 'b', Number.NaN)], 5000, true],
    ['rows in a circle', [row('x', null), row('a', 'b'), row('b', 'a')], 0, true],
  ]
  it.each(table)('%s', (_, links, bridgeMs, broken) => expect(breaksOff(links, bridgeMs)).toBe(broken))
})

describe('Claude Code', () => {
  const harness = createClaudeCode()
  const recorded = (name: string): string =>
    fileURLToPath(new URL(`./claude-code/fixtures/transcripts/${name}.jsonl`, import.meta.url))
  const place = (name: string, directory = '-srv-app-x'): void => {
    const file = join(home, '.claude/projects', directory, `${id}.jsonl`)
    mkdirSync(dirname(file), { recursive: true })
    cpSync(recorded(name), file)
  }

  // Recorded on 2.1.325, each after "remember": the next turn recalled nothing in the first, the word in the others.
  it.each([
    ['forgotten', expect.stringContaining('no longer lead back')],
    ['bridged', null],
    ['failed', null],
  ])('a recorded transcript: %s', async (name, fault) => {
    place(name)
    const bytes = readFileSync(recorded(name)).length
    expect(await look(harness)).toEqual({ bytes, unreadable: 0, fault })
  })

  it('finds it in its configured home, and where it ran in another directory', async () => {
    expect(await look(harness)).toBeNull()
    place('failed', '-elsewhere')
    expect(await look(harness)).toMatchObject({ fault: null })
    expect(await look(harness, { env: { HOME: '/none', CLAUDE_CONFIG_DIR: join(home, '.claude') } })).not.toBeNull()
    const config = { env: { CLAUDE_CONFIG_DIR: join(home, 'none') } }
    expect(await look(harness, { config })).toBeNull()
  })
})

describe('Codex', () => {
  const harness = createCodex()
  const file = `.codex/sessions/2026/11/16/rollout-2026-11-16T18-33-48-${id}.jsonl`
  const head = { type: 'session_meta', payload: { id } }

  it.each([
    ['whole', rows(head, { type: 'event_msg' }), { unreadable: 0, fault: null }],
    ['emptied', '', { bytes: 0, fault: expect.stringContaining('first row') }],
    ['garbage', '\u0000\u0001\n{nothing', { unreadable: 2, fault: expect.stringContaining('first row') }],
    ['without its head', rows({ type: 'event_msg' }, head), { fault: expect.stringContaining('first row') }],
    ['a torn end', `${rows(head)}{"type":"ev`, { unreadable: 1, fault: null }],
  ])('%s', async (_, text, wanted) => {
    put(file, text)
    expect(await look(harness)).toMatchObject(wanted)
  })

  it('finds it on another day than its id tells, and not at all where there is none', async () => {
    expect(await look(harness)).toBeNull()
    put(`home/sessions/2025/01/02/rollout-2025-01-02T00-00-00-${id}.jsonl`, rows(head))
    expect(await look(harness, { env: { CODEX_HOME: join(home, 'home') } })).toMatchObject({ fault: null })
  })
})

describe('pi', () => {
  const harness = createPi()
  const file = `.pi/agent/sessions/--srv-app.x--/2026-11-16T18-34-25-986Z_${id}.jsonl`
  const head = { type: 'session', version: 3, id }
  const said = (name: string, parentId: string | null) => ({ type: 'message', id: name, parentId })

  it.each([
    ['whole', rows(head, { type: 'model_change', id: 'm', parentId: null }, said('a', 'm'), said('b', 'a')), null],
    ['a row in the middle is gone', rows(head, said('a', null), said('c', 'b')), expect.stringContaining('lead back')],
    ['rows of an old version, which have no names', rows(head, { type: 'message' }), null],
  ])('%s', async (_, text, fault) => {
    put(file, text)
    expect(await look(harness)).toMatchObject({ unreadable: 0, fault })
  })

  it('finds it in its configured directory', async () => {
    put(`own/x_${id}.jsonl`, rows(head))
    expect(await look(harness, { env: { PI_CODING_AGENT_SESSION_DIR: join(home, 'own') } })).not.toBeNull()
  })
})
