import { expect, test } from 'vitest'
import { DroverError } from '#contract/error'
import { createQueue, pastLocks } from './queue.ts'

test('one at a time per key, in order, also after a failure; other keys do not wait', async () => {
  const queue = createQueue()
  const seen: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = queue.run('a', async () => {
    await gate
    seen.push('a1')
    throw new Error('no')
  })
  const second = queue.run('a', async () => seen.push('a2'))
  await queue.run('b', async () => seen.push('b'))
  release()
  await expect(first).rejects.toThrow('no')
  await second
  expect(seen).toEqual(['b', 'a1', 'a2'])
})

test('only lock trouble is tried again', async () => {
  let tries = 0
  const locked = new DroverError('GIT_FAILED', "fatal: Unable to create '/x/index.lock': File exists.")
  const answer = await pastLocks(async () => {
    if (++tries < 3) throw locked
    return tries
  })
  expect(answer).toBe(3)
  const answers = [
    'fatal: bad object',
    "fatal: cannot lock ref 'refs/x': reference already exists",
    `fatal: cannot lock ref 'refs/x': is at ${'a'.repeat(40)} but expected ${'b'.repeat(40)}`,
  ]
  for (const words of answers) {
    tries = 0
    const other = pastLocks(async () => {
      tries++
      throw new DroverError('GIT_FAILED', words)
    })
    await expect(other).rejects.toThrow(words)
    expect(tries).toBe(1)
  }
})
