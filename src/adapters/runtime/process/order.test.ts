import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { orderFor } from './order.ts'
import type { WrapperRequest } from './wrapper.ts'

const request = (more: Partial<WrapperRequest> = {}): WrapperRequest => ({
  dir: '/home/launches/1',
  mode: 'closed',
  tools: { cat: '/bin/cat', mkfifo: '/usr/bin/mkfifo', sleep: '/bin/sleep', rm: '/bin/rm', env: '/usr/bin/env' },
  env: {},
  argv: ['/bin/true'],
  ...more,
})

describe('an order for a spare', () => {
  it('comes out of a shell as it went in, whatever the words hold', () => {
    const words = ["it's", '$HOME `id` \\', 'two\nlines\n', '', '-n', '*', 'é„', "''\"'"]
    const env = Object.fromEntries(words.map((word, i) => [`WORD_${i}`, word]))
    const order = orderFor(request({ env, argv: ['/bin/x', ...words] }), '/tmp')
    const shown = execFileSync('/bin/sh', ['-c', `${order}\nprintf '%s\\0' "$PWD" "$@"; env -0`], { env: {} })
    const [cwd, ...rest] = shown.toString().split('\0')
    expect(cwd).toBe('/tmp')
    expect(rest.slice(0, 17)).toEqual([
      ...['drover-launch', '/home/launches/1', 'closed', '/bin/cat', '/usr/bin/mkfifo', '/usr/bin/env'],
      ...['PWD OLDPWD SHLVL _', '--', '/bin/x', ...words],
    ])
    expect(rest).toEqual(expect.arrayContaining(words.map((word, i) => `WORD_${i}=${word}`)))
  })

  it('ends with the word that makes it whole', () => {
    expect(orderFor(request(), '/tmp')).toMatch(/\ndrover__order=whole\n$/)
  })

  it.each([
    ['a name that is none for a shell', { env: { 'a-b': '1' } }],
    ['a name with a meaning of its own', { env: { IFS: 'x' } }],
    ['a name that cannot be assigned', { env: { PPID: '1' } }],
    ['a name of the wrapper', { env: { drover__dir: '/' } }],
    ['a byte that no argument can hold', { argv: ['/bin/true', 'a\0b'] }],
    ['more than a start should carry', { env: { LONG: 'x'.repeat(100_000) } }],
  ])('is not given for %s', (_what, more) => {
    expect(orderFor(request(more), '/tmp')).toBeNull()
  })
})
