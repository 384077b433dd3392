/** What launches take along for a role: who is given the server, and what a daemon does that takes a launch up again. */
import { describe, expect, it } from 'vitest'
import type { Context } from '#flows/engine/context'
import type { Harness, LaunchPlan } from '#ports/harness'
import type { SessionRecord } from '#ports/store/session'
import {
  droverServer,
  hasOtherWords,
  type LaunchWords,
  noWords,
  unguardedNotice,
  wordsAgain,
  wordsFor,
  wordsMark,
} from './launch-words.ts'

const session = { id: 'demo-1' } as SessionRecord
const harness = (able: boolean): Harness => ({ can: { mcp: able, guard: able } }) as Harness
const warned: string[] = []
const context = (launchWords: () => LaunchWords | null): Context =>
  ({
    bin: '/opt/drover',
    launchWords,
    hash: (text: string) => `#${text}`,
    journal: {
      reads: {
        session: (id: string) => (id === session.id ? session : null),
        launch: (id: string) => (id in starts ? { start: starts[id] } : null),
      },
    },
    log: { warn: (message: string) => warned.push(message) },
  }) as unknown as Context
const mcp = droverServer({ bin: '/opt/drover' })
const starts: Record<string, unknown> = {}
const words: LaunchWords = { instructions: 'be kind', mcp, guard: { nativeSubagents: 'deny', judge: () => null } }

describe('the words of a launch', () => {
  it.each([
    ['no role', null, true, noWords],
    ['a harness that takes servers', words, true, words],
    ['one that takes none', words, false, { ...words, mcp: null }],
  ] as const)('%s', (_, given, takes, wanted) => {
    expect(
      wordsFor(
        context(() => given),
        session,
        harness(takes),
      ),
    ).toEqual(wanted)
  })

  it('the server is named by variables alone', () => {
    expect(mcp).toEqual({
      name: 'drover',
      command: '/opt/drover',
      args: ['mcp'],
      env: ['DROVER_SOCKET', 'DROVER_TOKEN', 'DROVER_SESSION_ID', 'DROVER_LAUNCH_ID'],
    })
  })

  it('words that cannot be made stop a launch, and never keep a running one from being taken up', () => {
    const broken = context(() => {
      throw new Error('the role is gone')
    })
    expect(() => wordsFor(broken, session, harness(true))).toThrow('the role is gone')
    expect(wordsAgain(broken, 'demo-1', harness(true))).toEqual(noWords)
    expect(warned).toHaveLength(1)
    expect(
      wordsAgain(
        context(() => words),
        'demo-1',
        harness(true),
      ),
    ).toEqual(words)
    expect(
      wordsAgain(
        context(() => words),
        'gone-1',
        harness(true),
      ),
    ).toEqual(noWords)
  })

  it('are told apart by a mark; none has none', () => {
    const one = context(() => words)
    expect(wordsMark(one, noWords)).toBeNull()
    expect(wordsMark(one, words)).toBe(wordsMark(one, { ...words }))
    expect(wordsMark(one, words)).not.toBe(wordsMark(one, { ...words, instructions: 'be kinder' }))
    expect(wordsMark(one, words)).not.toBe(wordsMark(one, { ...words, guard: null }))
  })
  it.each([
    ['the same', words, words, true, false],
    ['others', { ...words, instructions: 'old' }, words, true, true],
    ['none any more', words, null, true, true],
    ['none before, none now', null, null, true, false],
    ['others, but its process is all it remembers by', null, words, false, false],
  ] as const)('a living process: %s', (_, before, now, resume, other) => {
    const one = context(() => now)
    starts.l1 = { words: wordsMark(one, before ?? noWords) }
    const living = { launchId: 'l1', harness: { can: { mcp: true, guard: true, resume } } as Harness }
    expect(hasOtherWords(one, living, session)).toBe(other)
    expect(hasOtherWords(one, { ...living, launchId: 'of an older Drover' }, session)).toBe(resume && now !== null)
  })
})

describe('a role that nobody guards', () => {
  const plan = (unguarded?: string) =>
    ({ argv: [], ...(unguarded === undefined ? {} : { unguarded }) }) as unknown as LaunchPlan
  const of = (role: string | null, guard: boolean, why?: string) =>
    unguardedNotice({ ...session, role }, { name: 'Mine', can: { guard } } as Harness, plan(why))

  it('is said by name, with what is not prevented (must never 13, weak point 16)', () => {
    expect(of('builder', false)).toMatchObject({
      code: 'unguarded',
      message: expect.stringMatching(/^Mine is not asked .*pushes/),
      unguarded: expect.arrayContaining(['pushes']),
    })
    expect(of('builder', true, 'it runs no hook')?.message).toContain('(it runs no hook)')
  })
  it.each([
    ['a guarded one', 'builder', true],
    ['no role', null, false],
  ] as const)('%s: nothing is said', (_, role, guard) => expect(of(role, guard)).toBeNull())
})
