/** Order, isolation and the tick's rounds of the followers. */
import { expect, test } from 'vitest'
import type { Change } from '#contract/change'
import type { Log } from '#ports/log'
import { createFollowers, type Follower } from './followers.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

test('followers run in the order of their list, and one that fails is logged and harms no other', async () => {
  const did: string[] = []
  const logged: unknown[] = []
  const one = (name: string, more: Partial<Follower> = {}): Follower => ({
    name,
    afterTurn: async (id) => void did.push(`${name} ${id}`),
    atTick: (round) => void did.push(`${name} tick ${round}`),
    afterChange: (change) => void did.push(`${name} ${change.type}`),
    ...more,
  })
  const broken = one('b', {
    afterTurn: async () => {
      throw new Error('no')
    },
    afterChange: () => {
      throw new Error('no')
    },
  })
  const log: Log = { ...silent, error: (_, fields) => void logged.push(fields?.when) }
  const followers = createFollowers([one('a'), broken, one('c')], log)
  await followers.afterTurn('demo-1')
  await followers.atTick(3)
  followers.afterChanges([{ seq: 1, at: '', type: 'turn_ended', projectId: 'demo', payload: {} } as Change])
  expect(did).toEqual(['a demo-1', 'c demo-1', 'a tick 3', 'b tick 3', 'c tick 3', 'a turn_ended', 'c turn_ended'])
  expect(logged).toEqual(['after a turn', 'after a change'])
})
