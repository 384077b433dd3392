/**
 * A real T3, where one is named by DROVER_T3_URL and DROVER_T3_TOKEN: its snapshot has the shape that is read, and a thread is
 * made and deleted again. No turn of it is waited for: that would cost somebody's money.
 */
import { expect, it } from 'vitest'
import { createT3 } from '#adapters/executor/t3/t3'
import { guardedFetch as wayOut } from '#adapters/forge/guarded-fetch'

const url = process.env.DROVER_T3_URL ?? ''
const token = process.env.DROVER_T3_TOKEN
const isNamed = url !== '' && token !== undefined

const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

it.skipIf(!isNamed)('live_snapshot_has_the_real_shape', async () => {
  const found = await ask('/api/orchestration/snapshot')
  expect(found).toMatchObject({ threads: expect.any(Array), projects: expect.any(Array) })
  expect(found).not.toHaveProperty('status')
})

it.skipIf(!isNamed)('live_dispatch_round_trip_then_cleanup', async () => {
  const t3 = createT3({ wayOut, url, token: () => token, now: () => new Date(), steadyMs: () => performance.now() })
  const key = `live-${Date.now()}`
  const project = { key: 'drover/live', title: 'Drover live', root: null }
  const { thread } = await t3.start({ key, project, title: 'Drover live', brief: 'Say hello and do nothing else.' })
  try {
    await expect.poll(async () => (await t3.read(thread)).state, { timeout: 30_000 }).not.toBe('gone')
  } finally {
    await ask('/api/orchestration/dispatch', { type: 'thread.delete', commandId: `${key}-delete`, threadId: thread })
  }
  expect((await t3.read(thread)).state).toMatch(/stopped|gone/)
})
