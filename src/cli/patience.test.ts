/** Waiting for a daemon that is away: what is repeated, and for how long. */
import { describe, expect, it } from 'vitest'
import { DroverError } from '#contract/error'
import { BrokenOff } from './http.ts'
import { isAway, patienceOf, patiently } from './patience.ts'

const failing = (...errors: readonly unknown[]): { readonly ask: () => Promise<string>; asked(): number } => {
  let asked = 0
  const ask = async (): Promise<string> => {
    const error = errors[asked]
    asked += 1
    if (error !== undefined) throw error
    return 'answer'
  }
  return { ask, asked: () => asked }
}
const nobody = new DroverError('DAEMON_NOT_RUNNING', 'x')

describe('patiently', () => {
  it.each([
    ['nobody there', nobody, true],
    ['starting', new DroverError('NOT_READY', 'x'), true],
    ['gone before it answered', new BrokenOff('INTERNAL_ERROR', 'x'), true],
    ['a defect of the daemon', new DroverError('INTERNAL_ERROR', 'x'), false],
    ['a refusal', new DroverError('FORBIDDEN_SCOPE', 'x'), false],
    ['something else', new Error('x'), false],
  ] as const)('%s', (_, error, away) => {
    expect(isAway(error)).toBe(away)
  })

  it('asks again until there is an answer, and tells once', async () => {
    const { ask, asked } = failing(nobody, new BrokenOff('INTERNAL_ERROR', 'x'))
    let told = 0
    expect(await patiently(ask, 10_000, () => (told += 1))).toBe('answer')
    expect([asked(), told]).toEqual([3, 1])
  })

  it('repeats no refusal', async () => {
    const { ask, asked } = failing(nobody, new DroverError('USAGE', 'no'))
    await expect(patiently(ask, 10_000)).rejects.toMatchObject({ code: 'USAGE' })
    expect(asked()).toBe(2)
  })

  it('gives up with the last reason', async () => {
    const { ask, asked } = failing(...Array.from({ length: 100 }, () => nobody))
    await expect(patiently(ask, 350)).rejects.toBe(nobody)
    expect(asked()).toBe(3)
    await expect(patiently(failing(nobody).ask, 0)).rejects.toBe(nobody)
  })
})

it.each([
  [undefined, 60_000],
  ['5', 5000],
  ['0', 0],
  ['600', 60_000],
  ['soon', 60_000],
  ['-1', 60_000],
])('DROVER_DAEMON_WAIT=%s', (said, ms) => {
  expect(patienceOf({ DROVER_DAEMON_WAIT: said }, 60)).toBe(ms)
})
