/** The order of a lane: first come, first served, unless more urgent; and nobody waits for ever. */
import { expect, test } from 'vitest'
import { ageStepMs, pickNext, urgency, type Waiting } from './lane.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number): string => new Date(start + ms).toISOString()
const waiting = (n: number, priority = 0, createdMs = 0): Waiting => ({
  id: `m-${n}`,
  priority,
  createdAt: at(createdMs),
})

const order = (list: readonly Waiting[], nowMs: number): string[] => {
  const left = [...list]
  const out: string[] = []
  for (let next = pickNext(left, start + nowMs); next !== null; next = pickNext(left, start + nowMs)) {
    out.push(next.id)
    left.splice(left.indexOf(next), 1)
  }
  return out
}

test('nobody waits: nothing comes', () => expect(pickNext([], start)).toBeNull())

test('the same priority: by number, also beyond one digit', () => {
  expect(order([waiting(10), waiting(9), waiting(2)], 0)).toEqual(['m-2', 'm-9', 'm-10'])
})

test('a higher priority first, a lower one last', () => {
  expect(order([waiting(1), waiting(2, 5), waiting(3, -5), waiting(4, 5)], 0)).toEqual(['m-2', 'm-4', 'm-1', 'm-3'])
})

test('each step of waiting counts one step of priority', () => {
  expect(urgency(waiting(1), start + ageStepMs - 1)).toBe(0)
  expect(urgency(waiting(1), start + ageStepMs)).toBe(1)
  expect(urgency(waiting(1, 3), start + 10 * ageStepMs)).toBe(13)
})

test('a clock that went back makes nobody less urgent than it was asked to be', () => {
  expect(urgency(waiting(1, 2), start - 1_000_000)).toBe(2)
})

test('whoever waits long enough comes before any stream of urgent newcomers', () => {
  const old = waiting(1, -100)
  const later = 201 * ageStepMs
  expect(pickNext([waiting(999, 100, later), old], start + later)?.id).toBe('m-1')
})

test('the order does not depend on the order of the list', () => {
  const list = [waiting(1), waiting(2, 1), waiting(3, 0, ageStepMs), waiting(4, 2, 2 * ageStepMs)]
  const expected = order(list, 3 * ageStepMs)
  for (let turn = 0; turn < list.length; turn++)
    expect(order([...list.slice(turn), ...list.slice(0, turn)], 3 * ageStepMs)).toEqual(expected)
})
