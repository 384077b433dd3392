/** `[limits] max_running_turns`: who comes when there is no room waits in line, says so, and runs when another ends. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ config: '[limits]\nmax_running_turns = 1\n' })
  await w.addProject()
})
afterAll(() => w.end())

it('runs one turn at a time, in their order, and a turn that is cancelled while it waits leaves the line', async () => {
  const first = await w.spawn('@hang')
  const second = w.spawn('@say second')
  const waits = await w.change(0, (change) =>
    change.type === 'session_updated' && change.payload.id !== first.id && change.payload.trouble !== null
      ? change.payload
      : undefined,
  )
  expect(waits.trouble?.message).toContain('max_running_turns')
  expect(waits.launch).toBeNull()
  const third = w.spawn('@say third')
  await w.change(0, (change) =>
    change.type === 'session_updated' &&
    ![first.id, waits.id].includes(change.payload.id) &&
    change.payload.trouble !== null
      ? true
      : undefined,
  )
  const { body } = await w.call('POST', `/api/v1/sessions/${waits.id}/cancel`, {})
  expect(body.cancelled).toBe(true)
  expect((await w.turnEnd(waits.id)).outcome).toBe('cancelled')
  await second
  await w.call('POST', `/api/v1/sessions/${first.id}/kill`, {})
  const last = await third
  expect((await w.turnEnd(last.id)).outcome).toBe('completed')
  expect((await w.rows(waits.id)).some((row) => row.kind === 'text')).toBe(false)
})
