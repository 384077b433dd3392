/** Operator actions on real processes: no shell, no store; timeouts, huge output, one change at a time, the file of what ran first. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActionShelf } from '#adapters/action/shelf'
import { systemClock } from '#adapters/clock/system-clock'
import { createHost } from '#adapters/runtime/process/host'
import type { Action } from '#core/action/decide'
import { type Actions, createActions } from '#flows/action/action-flows'
import { appears } from '#test/support/appears'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-action-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const action = (name: string, argv: readonly string[], more: Partial<Action> = {}): Action => ({
  name,
  title: name,
  argv,
  mutating: false,
  confirm: null,
  timeoutMs: 10_000,
  before: null,
  ...more,
})

/** Made of nothing but the configuration and the machine: a store would have to be given, and none is. */
function actionsOf(list: readonly Action[], shelfDir = join(dir, 'kept')): Actions {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  return createActions({
    settings: { of: () => ({ actions: list }) },
    host: createHost(process.env),
    clock: systemClock,
    log,
    secrets: { redact: (text: string) => text.replaceAll('hunter2', '[redacted]') },
    shelf: createActionShelf(shelfDir, systemClock.now),
  } as never)
}

/** As `ps` says it; empty: there is no such process. One that nobody has waited for yet is gone too. */
const stateOf = (pid: number): string => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString()

describe('operator actions', () => {
  it('run argv as it stands: no shell reads it', async () => {
    const trap = join(dir, 'trap')
    const words = [`$(touch ${trap})`, `; touch ${trap}`, `\`touch ${trap}\``, '$HOME', '*']
    const { flows } = actionsOf([action('echo', ['printf', '%s\n', ...words])])
    expect(await flows.runAction('echo')).toMatchObject({
      name: 'echo',
      exitCode: 0,
      stdout: `${words.join('\n')}\n`,
      stderr: '',
      rejected: false,
    })
    expect(existsSync(trap)).toBe(false)
  })

  it('run_verb_rejects_non_whitelisted_without_ssh', async () => {
    const ran = join(dir, 'ran')
    const { flows } = actionsOf([action('status', ['touch', ran])])
    for (const name of ['STATUS', 'status 103', '', 'reset', 'status; rm -rf /'])
      await expect(flows.runAction(name)).rejects.toMatchObject({ code: 'ACTION_UNKNOWN' })
    expect(existsSync(ran)).toBe(false)
  })

  it('tell how a command failed, and that there is none', async () => {
    const { flows } = actionsOf([
      action('fails', ['sh', '-c', 'echo out; echo password hunter2 >&2; exit 3']),
      action('missing', ['no-such-program-of-ours']),
    ])
    expect(await flows.runAction('fails')).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'password [redacted]\n',
    })
    expect(await flows.runAction('missing')).toMatchObject({
      exitCode: null,
      stderr: expect.stringContaining('ENOENT'),
    })
  })

  it('end with their timeout, children too', async () => {
    const pidFile = join(dir, 'pid')
    const script = `sleep 600 & echo $! > ${pidFile}; wait`
    const { flows } = actionsOf([action('slow', ['sh', '-c', script], { timeoutMs: 400 })])
    expect(await flows.runAction('slow')).toMatchObject({ exitCode: null, stderr: expect.stringContaining('400 ms') })
    const pid = Number(readFileSync(pidFile, 'utf8'))
    expect(stateOf(pid)).not.toMatch(/^[RSD]/)
  })

  it('are not drowned by their output', async () => {
    const { flows } = actionsOf([action('loud', ['sh', '-c', 'head -c 30000000 /dev/zero | tr "\\0" x'])])
    const { stdout, exitCode } = await flows.runAction('loud')
    expect(exitCode).toBe(0)
    expect(stdout.length).toBeLessThan(300_000)
    expect(stdout).toContain('the rest is left out')
  })

  it('that change something run one at a time, also behind different names; the listing says which runs', async () => {
    const [go, count] = [join(dir, 'go'), join(dir, 'count')]
    const wait = `echo x >> ${count}; while [ ! -e ${go} ]; do sleep 0.02; done`
    const { flows } = actionsOf([
      action('reset', ['sh', '-c', wait], { mutating: true }),
      action('stop', ['sh', '-c', `echo x >> ${count}`], { mutating: true }),
      action('status', ['true']),
    ])
    const first = flows.runAction('reset')
    await appears(count)
    expect(flows.actions().map((one) => [one.name, one.runningSince !== null])).toEqual([
      ['reset', true],
      ['stop', false],
      ['status', false],
    ])
    const crowd = await Promise.allSettled(['reset', 'stop', 'stop', 'reset'].map((name) => flows.runAction(name)))
    for (const one of crowd) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ACTION_RUNNING' } })
    expect(await flows.runAction('status')).toMatchObject({ exitCode: 0 })
    writeFileSync(go, '')
    expect(await first).toMatchObject({ exitCode: 0 })
    expect(readFileSync(count, 'utf8')).toBe('x\n')
    expect(await flows.runAction('stop')).toMatchObject({ exitCode: 0 })
  })

  it('keep what ran first in a file of the owner alone, before the other begins', async () => {
    const kept = join(dir, 'kept')
    const list = [
      action('forensics', ['sh', '-c', 'echo traces; exit 1']),
      action('reset', ['sh', '-c', `ls ${kept}`], { mutating: true, before: 'forensics' }),
    ]
    const result = await actionsOf(list).flows.runAction('reset')
    expect(result).toMatchObject({ exitCode: 0, before: { name: 'forensics', exitCode: 1, stdout: 'traces\n' } })
    expect(result.stdout).toContain('forensics.txt')
    const file = result.before?.kept ?? ''
    expect(readFileSync(file, 'utf8')).toContain('traces')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are not held up where nothing can be kept', async () => {
    writeFileSync(join(dir, 'file'), '')
    const list = [action('forensics', ['echo', 'traces']), action('reset', ['true'], { before: 'forensics' })]
    const result = await actionsOf(list, join(dir, 'file', 'below')).flows.runAction('reset')
    expect(result).toMatchObject({ exitCode: 0, before: { stdout: 'traces\n', kept: null } })
  })

  it('keep the newest files and no more', () => {
    const shelf = createActionShelf(join(dir, 'kept'), () => new Date(0))
    for (let n = 0; n < 205; n++) shelf.keep('forensics', `number ${n}`)
    const files = readdirSync(join(dir, 'kept')).toSorted()
    expect(files).toHaveLength(200)
    expect(readFileSync(join(dir, 'kept', files[0]!), 'utf8')).toBe('number 5')
  })

  it('end with the daemon', async () => {
    const began = join(dir, 'began')
    const { flows, follower } = actionsOf([action('long', ['sh', '-c', `touch ${began}; sleep 600`])])
    const run = flows.runAction('long')
    await appears(began)
    await follower.atStop?.('keep')
    expect(await run).toMatchObject({ exitCode: null, stderr: expect.stringContaining('aborted') })
  })
})
