import { describe, expect, test } from 'vitest'
import { type HeldTalk, nextTalk, saidKey, saidPrefix, talkKey } from './talk.ts'

const wanted = { harness: 'cc', projectId: 'scratch' }
const held = (more: Partial<HeldTalk>): HeldTalk => ({ phase: 'live', ...wanted, ...more })

describe('the next words of a talk', () => {
  test.each([
    ['nothing is held', null, 'begin'],
    ['it lives', held({}), 'go-on'],
    ['it is coming up', held({ phase: 'starting' }), 'go-on'],
    ['it has ended', held({ phase: 'ended' }), 'restore'],
    ['another harness plays the persona by now', held({ harness: 'cx' }), 'begin'],
    ['it works in another project by now', held({ projectId: 'shop' }), 'begin'],
    ['it has ended and is played elsewhere', held({ phase: 'ended', harness: 'cx' }), 'begin'],
  ] as const)('%s: %o is %s', (_, one, next) => expect(nextTalk(one, wanted)).toBe(next))
})

test('keys of one persona are never another one’s', () => {
  expect(talkKey('chef')).not.toBe(talkKey('chef2'))
  expect(saidKey('chef', 'a').startsWith(saidPrefix('chef'))).toBe(true)
  expect(saidKey('chef2', 'a').startsWith(saidPrefix('chef'))).toBe(false)
})
