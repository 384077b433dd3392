/** A process is looked for where it was started. */
import { expect, it } from 'vitest'
import type { Runtime } from '#ports/runtime'
import { createRuntimes } from './runtimes.ts'

const local = {} as Runtime
const elsewhere = {} as Runtime
const runtimes = createRuntimes({ process: local, tmux: elsewhere })

it('knows a runtime by its name (weak point 10)', () => {
  expect(runtimes.here).toBe(local)
  expect(runtimes.of({ runtime: 'tmux' })).toBe(elsewhere)
  for (const runtime of ['nats', 'toString', ''])
    expect(() => runtimes.of({ runtime })).toThrow(expect.objectContaining({ code: 'RUNTIME_MISSING' }))
})

it('puts together what is looked at together', () => {
  const things = ['process', 'tmux', 'process'].map((runtime, n) => ({ runtime, n }))
  expect(runtimes.grouped(things)).toEqual([
    [local, [things[0], things[2]]],
    [elsewhere, [things[1]]],
  ])
})
