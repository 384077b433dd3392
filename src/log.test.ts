/** The log: redacted JSON lines in a private file, with causes, that never throws. */
import { mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DroverError } from '#contract/error'
import { createLog, type DroverLog, type LogOptions } from './log.ts'

let dir: string
let file: string
const logs: DroverLog[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-log-'))
  file = join(dir, 'daemon.log')
})
afterEach(() => {
  for (const log of logs.splice(0)) log.close()
  rmSync(dir, { recursive: true, force: true })
})

const open = (more: Partial<LogOptions> = {}): DroverLog => {
  const log = createLog({
    to: file,
    level: 'info',
    redact: (text) => text.replaceAll('hunter2', '***'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    ...more,
  })
  logs.push(log)
  return log
}
const lines = (): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('log', () => {
  it('writes one JSON object a line, with the fields of its parents, at once', () => {
    const log = open().child({ project: 'p', session: 'p-1' }).child({ launch: 'l', requestId: 'r' })
    log.info('started', { pid: 7 })
    log.debug('not shown')
    expect(lines()).toEqual([
      {
        level: 'info',
        time: '2026-01-01T00:00:00.000Z',
        project: 'p',
        session: 'p-1',
        launch: 'l',
        requestId: 'r',
        pid: 7,
        message: 'started',
      },
    ])
  })

  it('is private and appends', () => {
    writeFileSync(file, '{"level":"old"}\n', { mode: 0o644 })
    open().warn('new')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines().map((line) => line.level)).toEqual(['old', 'warn'])
  })

  it('redacts every string: message, fields, keys, children, errors and their causes', () => {
    const log = open().child({ who: 'hunter2' })
    const cause = new DroverError('GIT_FAILED', 'hunter2', { details: { url: 'hunter2' }, cause: new Error('hunter2') })
    log.error('hunter2', { cause, deep: [{ hunter2: 'hunter2' }] })
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(lines()[0]).toMatchObject({
      message: '***',
      who: '***',
      deep: [{ '***': '***' }],
      cause: {
        name: 'DroverError',
        code: 'GIT_FAILED',
        message: '***',
        details: { url: '***' },
        cause: { message: '***' },
      },
    })
    expect((lines()[0]!.cause as { stack: string }).stack).toContain('log.test')
  })

  it('takes odd values', () => {
    const circle: Record<string, unknown> = { big: 2n, when: new Date(0), bytes: Buffer.from('abc') }
    circle.self = circle
    open().info('odd', { circle })
    expect(lines()[0]?.circle).toEqual({
      big: '2',
      when: '1970-01-01T00:00:00.000Z',
      bytes: '[3 bytes]',
      self: '[circular]',
    })
  })

  it('keeps the message when a field throws', () => {
    open().info('still here', {
      get broken(): string {
        throw new Error('no')
      },
    })
    expect(lines()[0]?.message).toBe('still here')
  })

  it.skipIf(process.platform !== 'linux')('never throws on a full disk, and tells how many lines were lost', () => {
    const log = open({ to: openSync('/dev/full', 'w') })
    log.info('one')
    log.error('two')
    expect(log.lost).toBe(2)
  })

  it('changes its level and opens a moved file again', () => {
    const log = open()
    log.setLevel('debug')
    log.debug('before')
    renameSync(file, `${file}.1`)
    log.reopen()
    log.debug('after')
    expect(lines().map((line) => line.message)).toEqual(['after'])
  })
})
