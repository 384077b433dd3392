/** `verify` as the landing and the relay run it: on the real runtime, in a real tree, with real children. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '#adapters/clock/system-clock'
import type { Context } from '#flows/engine/context'
import { createRuntimes } from '#flows/engine/runtimes'
import { endsCutOffVerifications, runVerify, underWay, type VerifyRequest } from '#flows/verify/run-verify'
import { isAlive, openStage, until } from '../runtime/stage.ts'

const stage = openStage()
afterAll(() => stage.close())
const tree = join(stage.home, 'tree')
mkdirSync(tree)

let meta = new Map<string, string>()
let ids = 0
/** As much of the engine as a verification touches. */
const context = {
  runtimes: createRuntimes({ process: stage.runtime }),
  clock: systemClock,
  ids: { launch: () => `l_verify${process.pid}x${++ids}` },
  paths: { home: stage.home },
  secrets: { redact: (text: string) => text.replaceAll('hunter2', '[redacted]') },
  faultPoint: () => {},
  journal: {
    reads: { meta: (key: string) => meta.get(key) ?? null },
    command: (work: (tx: unknown) => unknown) =>
      work({
        meta: (key: string) => meta.get(key) ?? null,
        setMeta: (key: string, value: string) => void meta.set(key, value),
      }),
  },
} as unknown as Context

const verify = (commands: readonly string[], more: Partial<VerifyRequest> = {}) =>
  runVerify(context, {
    commands,
    cwd: tree,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    timeoutMs: 30_000,
    logFile: join(stage.home, 'verify.log'),
    ...more,
  })

describe('verify', () => {
  it('holds when every command ends with 0, and says which one decided', async () => {
    expect(await verify(['echo one', 'echo two; echo hunter2'])).toMatchObject({
      ok: true,
      command: 'echo two; echo hunter2',
      exitCode: 0,
      why: null,
      outputTail: 'two\n[redacted]\n',
    })
    expect(readFileSync(join(stage.home, 'verify.log'), 'utf8')).toBe('one\ntwo\nhunter2\n')
  })

  it('stops at the first that fails', async () => {
    const result = await verify(['exit 7', `touch ${join(tree, 'never')}`])
    expect(result).toMatchObject({ ok: false, command: 'exit 7', exitCode: 7, why: 'it ended with exit code 7' })
    expect(existsSync(join(tree, 'never'))).toBe(false)
  })

  it('is null, not true, when there is nothing to run', async () => {
    expect(await verify([])).toBeNull()
  })

  it('has one time limit over all commands; a hang ends with everything in it', async () => {
    const note = join(stage.home, 'hang.pid')
    const hang = `(setsid sh -c 'trap "" TERM; echo $$ > ${note}; exec sleep 300' &) ; sleep 300`
    const result = await verify(['true', hang], { timeoutMs: 3000 })
    expect(result).toMatchObject({ ok: false, timedOut: true, exitCode: null })
    expect(isAlive(Number(readFileSync(note, 'utf8')))).toBe(false)
  })

  it('ends a daemon that it forked, though the verification itself held', async () => {
    const note = join(stage.home, 'forked.pid')
    const script = `(setsid sh -c 'echo $$ > ${note}; exec sleep 300' >/dev/null 2>&1 &); while [ ! -s ${note} ]; do :; done`
    expect(await verify([script])).toMatchObject({ ok: true })
    expect(isAlive(Number(readFileSync(note, 'utf8')))).toBe(false)
  })

  it('prints 100 MB: its last words are kept, and how much it was', async () => {
    const logFile = join(stage.home, 'large.log')
    const result = await verify(['head -c 100000000 /dev/zero | tr "\\0" x; echo; echo done'], { logFile })
    expect(result).toMatchObject({ ok: true, bytes: 100_000_006 })
    expect(result?.outputTail.endsWith('x\ndone\n')).toBe(true)
    expect(readFileSync(logFile).length).toBeLessThan(9 * 2 ** 20)
    rmSync(logFile)
  })

  it('can be called off, and then does not hold', async () => {
    const abort = new AbortController()
    const started = join(stage.home, 'started')
    const running = verify([`echo > ${started}; sleep 300`], { signal: abort.signal })
    await until('it runs', () => existsSync(started))
    abort.abort()
    expect(await running).toMatchObject({ ok: false, why: 'it was called off' })
  })

  it('a program that is not there is told with its words, and nothing stays under way', async () => {
    expect(await verify(['no-such-program-anywhere'])).toMatchObject({ ok: false, exitCode: 127 })
    await expect(verify(['true'], { cwd: join(stage.home, 'gone') })).rejects.toMatchObject({ code: 'LAUNCH_FAILED' })
    expect(underWay(context.journal.reads)).toEqual([])
  })

  it('what a daemon that died left running is ended at the next boot', async () => {
    const note = join(stage.home, 'orphan.pid')
    const abort = new AbortController()
    const running = verify([`echo $$ > ${note}; exec sleep 300`], { signal: abort.signal })
    await until('it runs', () => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'))
    const left = underWay(context.journal.reads)
    expect(left).toHaveLength(1)
    await endsCutOffVerifications(context).atBoot?.()
    expect(isAlive(Number(readFileSync(note, 'utf8')))).toBe(false)
    expect(underWay(context.journal.reads)).toEqual([])
    await running
    meta = new Map()
  })
})
