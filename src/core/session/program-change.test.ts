/** When a changed program is told, and in what words. */
import { describe, expect, it } from 'vitest'
import { type ProgramFacts, programNotice, savedProgram } from './program-change.ts'

const old: ProgramFacts = { stamp: 'codex@0.165.0', version: '0.165.0' }

describe('a program that changed between two launches', () => {
  it.each<[string, ProgramFacts | null, ProgramFacts, RegExp | null]>([
    ['the same', old, old, null],
    ['nothing is known of the one before', null, old, null],
    ['another version', old, { stamp: 'codex@0.166.0', version: '0.166.0' }, /from 0\.165\.0 to 0\.166\.0/],
    [
      'a file that says no version',
      { stamp: '/a:1', version: null },
      { stamp: '/a:2', version: null },
      /another one now/,
    ],
    ['the same version elsewhere', old, { stamp: '/x:9', version: '0.165.0' }, /another one now/],
  ])('%s', (_what, before, now, words) => {
    const notice = programNotice('Codex', before, now)
    if (words === null) expect(notice).toBeNull()
    else expect(notice).toMatchObject({ code: 'harness_changed', message: expect.stringMatching(words) })
  })

  it.each<[unknown, ProgramFacts | null]>([
    [null, null],
    [{ version: null }, null],
    [
      { stamp: 's', version: null },
      { stamp: 's', version: null },
    ],
    [
      { stamp: 's', version: '1.0.0' },
      { stamp: 's', version: '1.0.0' },
    ],
  ])('%j as it was saved', (start, facts) => {
    expect(savedProgram(start, 'codex')).toEqual(facts)
  })
})
