/** When a silent daemon is given up, when it is only told, and when long work is left alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import type { DroverError } from '#contract/error'
import type { Address } from './http.ts'
import { type Times, watchSilence } from './silence.ts'

const quick: Times = { firstMs: 5, lookMs: 5, everyMs: 5, giveUpMs: 40 }
const address: Address = { socket: null, port: 1, token: null }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function watch(over: Partial<Address>, ask: () => Promise<boolean>, times = quick) {
  const said: string[] = []
  const made = watchSilence({ ...address, say: (text) => void said.push(text), ...over }, ask, times)
  ends.push(made.end)
  const given = new Promise<DroverError>((resolve) =>
    made.signal.addEventListener('abort', () => resolve(made.signal.reason as DroverError), { once: true }),
  )
  return { said, given, ...made }
}

test('work that takes its time is left alone while the daemon is there', async () => {
  let looks = 0
  const { signal, said } = watch({}, async () => ++looks > 0)
  await expect.poll(() => looks, { interval: 5 }).toBeGreaterThan(5)
  expect([signal.aborted, said]).toEqual([false, []])
})

test('a busy daemon is told once, with a code and what to do, and given up in the end', async () => {
  const { given, said } = watch({ pid: process.pid }, async () => false)
  const error = await given
  expect(error).toMatchObject({ code: 'DAEMON_UNRESPONSIVE', hint: expect.stringContaining('drover logs') })
  expect(said).toEqual([expect.stringContaining('waiting (DAEMON_UNRESPONSIVE)')])
  expect(said[0]).toContain(`kill -9 ${process.pid}`)
})

test('what was handed over may still be done, what was not never is: the hint says which', async () => {
  const before = await watch({}, async () => false).given
  expect(before.hint).toContain('It has not taken the request.')
  const { given, handed } = watch({}, async () => false)
  handed()
  expect((await given).hint).toContain('It may still do what was asked')
})

test('one that comes back is waited for again from the beginning', async () => {
  let looks = 0
  const { signal } = watch({}, async () => ++looks % 3 === 0, { ...quick, giveUpMs: 60_000 })
  await expect.poll(() => looks, { interval: 5 }).toBeGreaterThan(6)
  expect(signal.aborted).toBe(false)
})

test('a stopped process is told at the first look, with the signal that wakes it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  ends.push(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  child.kill('SIGSTOP')
  const error = await watch({ pid: child.pid! }, async () => false, { ...quick, firstMs: 300 }).given
  expect(error).toMatchObject({ code: 'DAEMON_UNRESPONSIVE', hint: expect.stringContaining(`kill -CONT ${child.pid}`) })
})
