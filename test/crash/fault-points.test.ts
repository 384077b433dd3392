/**
 * The daemon dies before and after each effect of each command, as by a power cut, and starts again: the state is the one
 * before or the one after, nothing is orphaned, no work is lost, and the command can be given again.
 */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Session, Snapshot } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { allSessions, faultsOfWorld, fingerprint } from './whole.ts'

let w: World
beforeAll(async () => {
  w = await world({ start: false, config: 'cancel_grace = 1\n' })
  await w.start()
  await w.addProject()
})
afterAll(() => w.end())
/** A test that failed half-way leaves no daemon: the next one has its own. */
afterEach(async () => {
  if (w.processes().length === 0 || !(await w.call('GET', '/readyz').catch(() => null))) {
    await w.crash()
    await w.start()
  }
})

/** Runs a command on a daemon that dies at this point, and starts a sound one. */
async function dieAt(point: string, command: () => Promise<unknown>): Promise<void> {
  await w.stop('keep')
  await w.start({ DROVER_FAULT: point })
  const answered = command().then(
    () => 'answered',
    () => 'cut off',
  )
  await w.gone()
  await answered
  await w.start()
}

const post = (path: string, body: unknown = {}) => w.call('POST', `/api/v1${path}`, body)
const kill = (id: string) => ok<{ session: Session }>(post(`/sessions/${id}/kill`))
const snapshots = async (id: string) =>
  (await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))).snapshots

/** Bytes that a careless save would change: line ends, zero bytes, modes, links, odd names. */
function fill(dir: string): void {
  writeFileSync(join(dir, 'crlf.txt'), 'one\r\ntwo\r\n')
  writeFileSync(join(dir, 'bytes.bin'), Buffer.from([0, 255, 13, 10, 0, 1, 2]))
  writeFileSync(join(dir, 'run.sh'), '#!/bin/sh\n')
  chmodSync(join(dir, 'run.sh'), 0o755)
  symlinkSync('crlf.txt', join(dir, 'a link'))
  mkdirSync(join(dir, 'söme dir'), { recursive: true })
  writeFileSync(join(dir, 'söme dir', 'ünï.txt'), 'x')
  writeFileSync(join(dir, 'README.md'), '# Changed\n')
}

async function contentOf(id: string, n?: number): Promise<string> {
  const to = join(w.dir, `recovered-${id}`)
  rmSync(to, { recursive: true, force: true })
  const all = await snapshots(id)
  const number = n ?? all.at(-1)?.n
  await ok(post(`/sessions/${id}/snapshots/${number}/restore`, { to }))
  return fingerprint(to)
}

describe('spawn', () => {
  it.each([
    ['spawn:row-written', 'before'],
    ['spawn:workspace-made', 'before'],
    ['spawn:setup-done', 'before'],
    ['spawn:turn-accepted', 'before'],
    ['launch:recorded', 'before'],
    ['launch:started', 'after'],
    ['spawn:launched', 'after'],
  ])('%s: %s', async (point, state) => {
    const known = new Set((await allSessions(w)).map((one) => one.id))
    await dieAt(point, () => w.spawn('@say born\n@sleep 300\n@say done'))
    const made = (await allSessions(w)).filter((one) => !known.has(one.id))
    expect(made).toHaveLength(state === 'after' ? 1 : 0)
    expect(await faultsOfWorld(w)).toEqual([])
    for (const { id } of made) {
      expect((await w.turnEnd(id)).outcome).toBe('completed')
      expect((await w.rows(id)).filter((row) => row.kind === 'text')).toHaveLength(2)
    }
    const again = await w.spawn('@say again')
    expect((await w.turnEnd(again.id)).outcome).toBe('completed')
  })

  it.each(['spawn:undo-begun', 'spawn:undone'])('%s, while a spawn that failed is taken back', async (point) => {
    const before = (await allSessions(w)).length
    w.repo.write('.drover/config.toml', '[setup]\nrun = ["exit 3"]\n')
    await ok(post('/projects/demo/trust'))
    await dieAt(point, () => w.spawn('@say never'))
    rmSync(join(w.repo.path, '.drover'), { recursive: true })
    expect(await allSessions(w)).toHaveLength(before)
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('dying again while the boot takes a spawn back', async () => {
    const before = (await allSessions(w)).length
    await w.stop('keep')
    await w.start({ DROVER_FAULT: 'spawn:setup-done' })
    await w.spawn('@say never').catch(() => undefined)
    await w.gone()
    await w.start({ DROVER_FAULT: 'spawn:undone' }).catch(() => undefined)
    await w.gone()
    await w.start()
    expect(await allSessions(w)).toHaveLength(before)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

describe('a turn', () => {
  it.each(['turn:accepted', 'launch:recorded', 'launch:started'])(
    '%s: the prompt reaches the agent exactly once',
    async (point) => {
      const { id } = await w.spawn('@say one')
      await w.turnEnd(id)
      await dieAt(point, () => ok(post(`/sessions/${id}/turns`, { prompt: '@append seen.txt x\n@say two' })))
      expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
      const rows = await w.rows(id)
      expect(rows.filter((row) => row.kind === 'text' && row.text === 'two')).toHaveLength(1)
      expect(rows.filter((row) => row.kind === 'user')).toHaveLength(2)
      expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(2)
      expect(await faultsOfWorld(w)).toEqual([])
    },
  )

  it.each(['send:committed', 'queue:taken'])('%s: a queued message is delivered exactly once', async (point) => {
    const { id } = await w.spawn('@say one\n@sleep 2500')
    await dieAt(point, () => ok(post(`/sessions/${id}/send`, { message: '@say two' })))
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const said = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said).toEqual(['one', 'two'])
    expect((await w.session(id)).queued).toBe(0)
  })

  it.each(['outbox:committed', 'outbox:written'])('%s: an answer reaches the agent exactly once', async (point) => {
    const { id } = await w.spawn('@ask Which?\n@say after')
    const asking = await w.until(id, (one) => one.status === 'needs_input')
    const answer = { requestId: asking.request?.requestId, text: 'this one' }
    await dieAt(point, () => ok(post(`/sessions/${id}/answer`, answer)))
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    const rows = await w.rows(id)
    expect(rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))).toEqual(['this one', 'after'])
    expect(rows.filter((row) => row.kind === 'request_resolved')).toHaveLength(1)
  })

  it('cancel:marked: the cancel is carried out by the next daemon', async () => {
    const { id } = await w.spawn('@say up\n@hang')
    await w.row(id, (row) => row.kind === 'text')
    await dieAt('cancel:marked', () => ok(post(`/sessions/${id}/cancel`)))
    expect((await w.turnEnd(id)).outcome).toBe('cancelled')
    await w.until(id, (one) => one.status === 'idle')
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('ingest:before-commit: what was read is read again', async () => {
    await w.stop('keep')
    await w.start({ DROVER_FAULT: 'ingest:before-commit#3' })
    await w.spawn('@flood 50\n@sleep 100\n@flood 50\n@sleep 100\n@flood 50').catch(() => undefined)
    await w.gone()
    await w.start()
    for (const { id, turn } of await allSessions(w)) if (turn?.n === 1) await w.turnEnd(id)
    const floods = (await allSessions(w)).map(async ({ id }) =>
      (await w.rows(id)).filter((row) => row.kind === 'text' && row.text.startsWith('flood ')),
    )
    expect((await Promise.all(floods)).filter((rows) => rows.length > 0).map((rows) => rows.length)).toEqual([150])
  })
})

describe('kill', () => {
  // At boot idle sessions are looked after (a snapshot, the next message); here only one is to meet the point.
  beforeEach(async () => {
    for (const one of await allSessions(w)) if (one.phase !== 'ended') await kill(one.id)
  })
  it.each([
    'kill:marked',
    'kill:process-ended',
    'snapshot:before',
    'snapshot:made',
    'snapshot:recorded',
    'kill:saved',
    'kill:ended',
  ])('%s: the session ends, its work is saved byte for byte, its queue does not start it again', async (point) => {
    const { id, workspace } = await w.spawn('@say up\n@hang')
    await w.row(id, (row) => row.kind === 'text')
    fill(workspace ?? '')
    await ok(post(`/sessions/${id}/send`, { message: '@say must not be said' }))
    await dieAt(point, () => kill(id))
    await w.until(id, (one) => one.phase === 'ended')
    const again = (await kill(id)).session
    expect([again.phase, again.endReason, again.turn?.state, again.queued]).toEqual(['ended', 'killed', 'cancelled', 0])
    const rows = await w.rows(id)
    expect(rows.some((row) => row.kind === 'text' && row.text.includes('must not'))).toBe(false)
    expect(rows.filter((row) => row.kind === 'notice' && row.code === 'input_lost')).toHaveLength(1)
    expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(1)
    expect(await contentOf(id)).toBe(fingerprint(workspace ?? ''))
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

/** An ended session with committed work and a small ignored file. */
async function endedSession(): Promise<Session> {
  const { id, workspace } = await w.spawn('@write kept.txt work\n@commit work')
  await w.turnEnd(id)
  await w.until(id, (one) => one.status === 'idle')
  writeFileSync(join(workspace ?? '', '.gitignore'), '.env\n')
  await ok(post(`/sessions/${id}/turns`, { prompt: '@commit ignore' }))
  await w.turnEnd(id, 2)
  writeFileSync(join(workspace ?? '', '.env'), 'A=1\r\n')
  return (await kill(id)).session
}

const cleanup = () => ok<{ removed: { session: string }[]; skipped: unknown[] }>(post('/sessions/cleanup', {}))

describe('cleanup', () => {
  it.each(['cleanup:saved', 'cleanup:removed', 'cleanup:branch-judged'])('%s: repeated, it is done', async (point) => {
    // This branch is contained in its base, so it goes; the work of the other is only on its branch, so that stays.
    const bare = await w.spawn('@say nothing changed')
    await w.turnEnd(bare.id)
    await kill(bare.id)
    const { id, workspace, branch } = await endedSession()
    const print = fingerprint(workspace ?? '')
    await dieAt(point, cleanup)
    expect(await faultsOfWorld(w)).toEqual([])
    await cleanup()
    expect([existsSync(workspace ?? ''), existsSync(bare.workspace ?? '')]).toEqual([false, false])
    const left = w.repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/drover').split('\n')
    expect(left).toContain(branch)
    expect(left).not.toContain(bare.branch)
    expect(await contentOf(id)).toBe(print)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

describe('restore', () => {
  it.each(['restore:tree-added', 'restore:workspace-back'])(
    '%s: ended still, and repeated it is live',
    async (point) => {
      const { id, workspace } = await endedSession()
      const print = fingerprint(workspace ?? '')
      await cleanup()
      await dieAt(point, () => ok(post(`/sessions/${id}/restore`)))
      expect((await w.session(id)).phase).toBe('ended')
      expect(existsSync(workspace ?? '')).toBe(false)
      expect(await faultsOfWorld(w)).toEqual([])
      const back = (await ok<{ session: Session }>(post(`/sessions/${id}/restore`))).session
      expect(back.phase).toBe('live')
      expect(fingerprint(workspace ?? '')).toBe(print)
      await ok(post(`/sessions/${id}/turns`, { prompt: '@say back' }))
      expect((await w.turnEnd(id, 3)).outcome).toBe('completed')
      expect(await faultsOfWorld(w)).toEqual([])
      await kill(id)
    },
  )
})

describe('fork', () => {
  it.each([
    ['fork:row-written', 0],
    ['fork:workspace-made', 0],
    ['fork:recovered', 0],
    ['fork:live', 1],
  ])('%s: %i new session', async (point, count) => {
    const source = await w.spawn('@write own.txt own\n@commit a commit of its own')
    await w.turnEnd(source.id)
    fill(source.workspace ?? '')
    const known = new Set((await allSessions(w)).map((one) => one.id))
    await dieAt(point, () => ok(post(`/sessions/${source.id}/fork`, { prompt: '@say forked' })))
    const made = (await allSessions(w)).filter((one) => !known.has(one.id))
    expect(made).toHaveLength(count)
    expect(await faultsOfWorld(w)).toEqual([])
    for (const fork of made) {
      expect((await w.turnEnd(fork.id)).outcome).toBe('completed')
      expect(fingerprint(fork.workspace ?? '')).toBe(fingerprint(source.workspace ?? ''))
    }
    const again = (await ok<{ session: Session }>(post(`/sessions/${source.id}/fork`, {}))).session
    expect(fingerprint(again.workspace ?? '')).toBe(fingerprint(source.workspace ?? ''))
  })
})

describe('recover', () => {
  it.each(['recover:saved', 'recover:written'])('%s: neither the past nor the present is lost', async (point) => {
    const { id, workspace } = await w.spawn('@say up')
    await w.turnEnd(id)
    await w.until(id, (one) => one.status === 'idle')
    fill(workspace ?? '')
    await ok(post(`/sessions/${id}/turns`, { prompt: '@write more.txt old' }))
    await w.turnEnd(id, 2)
    await w.until(id, (one) => one.filesChanged === 7)
    const old = fingerprint(workspace ?? '')
    const first = (await snapshots(id)).at(-1)
    writeFileSync(join(workspace ?? '', 'more.txt'), 'present\r\n')
    const present = fingerprint(workspace ?? '')
    await dieAt(point, () => ok(post(`/sessions/${id}/snapshots/${first?.n}/restore`, {})))
    expect(await contentOf(id, first?.n)).toBe(old)
    expect(await contentOf(id)).toBe(present)
    await ok(post(`/sessions/${id}/snapshots/${first?.n}/restore`, {}))
    expect(fingerprint(workspace ?? '')).toBe(old)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})
