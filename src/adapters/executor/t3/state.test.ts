/** Every word of both vocabularies, what is older than the newest words, and ids that never change. */
import { describe, expect, it } from 'vitest'
import { commandIdOf, projectIdOf, threadIdOf, uuidOf } from './ids.ts'
import { stateOf, type T3Thread } from './state.ts'

const at = (second: number): string => `2030-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
const turned = (state: string, more: Partial<T3Thread> = {}): T3Thread => ({
  id: 't',
  latestTurn: { state, requestedAt: at(5) },
  latestUserMessageAt: at(5),
  ...more,
})

describe('stateOf', () => {
  it.each([
    ['running', 'running'],
    ['in_progress', 'running'],
    ['pending', 'running'],
    ['queued', 'running'],
    ['pendingInit', 'running'],
    ['completed', 'idle'],
    ['error', 'error'],
    ['errored', 'error'],
    ['interrupted', 'stopped'],
    ['meditating', 'unknown'],
  ])('%s is %s', (word, state) => expect(stateOf(turned(word)).state).toBe(state))

  it.each([
    ['no turn and no session', { latestTurn: null }, 'starting'],
    ['a session that starts', { latestTurn: null, session: { status: 'starting' } }, 'starting'],
    ['a session that stopped without an error', { latestTurn: null, session: { status: 'stopped' } }, 'starting'],
    ['a session that stopped over one', { latestTurn: null, session: { status: 'stopped', lastError: 'no' } }, 'error'],
    ['a session in error', { latestTurn: null, session: { status: 'error' } }, 'error'],
    ['an older turn that ended', { latestUserMessageAt: at(9) }, 'starting'],
    [
      'an older turn, by the messages',
      { latestUserMessageAt: null, messages: [{ role: 'user', createdAt: at(9) }] },
      'starting',
    ],
    [
      'an agent’s own later words',
      { latestUserMessageAt: null, messages: [{ role: 'assistant', createdAt: at(9) }] },
      'idle',
    ],
    [
      'an older turn and a provider that failed since',
      { latestUserMessageAt: at(9), session: { status: 'error', lastError: 'no', updatedAt: at(10) } },
      'error',
    ],
    [
      'an older turn and an older failure',
      { latestUserMessageAt: at(9), session: { status: 'error', lastError: 'no', updatedAt: at(6) } },
      'starting',
    ],
    ['one that asks for an approval', { hasPendingApprovals: true }, 'asking'],
    ['one that asks a question', { hasPendingUserInput: true }, 'asking'],
    ['an archived one', { archivedAt: at(9) }, 'stopped'],
    ['a deleted one', { deletedAt: at(9), hasPendingApprovals: true }, 'stopped'],
  ] as const)('%s', (_, more, state) =>
    expect(stateOf(turned('completed', more as unknown as Partial<T3Thread>)).state).toBe(state),
  )

  it('an older turn that still runs does run', () => {
    expect(stateOf(turned('running', { latestUserMessageAt: at(9) })).state).toBe('running')
  })
  it('a thread that is not there is gone, and words are cut', () => {
    expect(stateOf(undefined).state).toBe('gone')
    const long = { status: 'error', lastError: 'x'.repeat(9000) }
    expect(stateOf(turned('error', { session: long })).detail).toHaveLength(500)
  })
})

it('ids are what the standard makes of the name, and of different requests differ', () => {
  // As other implementations of version 5 answer in the namespace for addresses.
  expect(uuidOf('https://www.example.com/')).toBe('3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559')
  expect(projectIdOf('ada/shop')).toBe(uuidOf('afk-project:ada/shop'))
  const ids = [threadIdOf('a'), threadIdOf('b'), commandIdOf('x', 'a'), commandIdOf('y', 'a'), commandIdOf('x', 'a', 1)]
  expect(new Set(ids).size).toBe(ids.length)
})
