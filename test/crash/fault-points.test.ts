/**
 * The daemon dies before and after each effect of a spawn and of a turn, as by a power cut, and starts again: the state is
 * the one before or the one after, nothing is orphaned, every accepted word arrives once, and the command can be repeated.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { dieAt, revive } from './die-at.ts'
import { allSessions, faultsOfWorld } from './whole.ts'

let w: World
beforeAll(async () => {
  w = await world({ config: 'cancel_grace = 1\n' })
  await w.addProject()
})
afterAll(() => w.end())
afterEach(() => revive(w))

const post = (path: string, body: unknown = {}) => w.call('POST', `/api/v1${path}`, body)

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
    await dieAt(w, point, () => w.spawn('@say born\n@sleep 300\n@say done'))
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
    await dieAt(w, point, () => w.spawn('@say never'))
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
      await dieAt(w, point, () => ok(post(`/sessions/${id}/turns`, { prompt: '@append seen.txt x\n@say two' })))
      expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
      const rows = await w.rows(id)
      expect(rows.filter((row) => row.kind === 'text' && row.text === 'two')).toHaveLength(1)
      expect(rows.filter((row) => row.kind === 'user')).toHaveLength(2)
      expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(2)
      expect(await faultsOfWorld(w)).toEqual([])
    },
  )

  it.each(['send:committed', 'queue:taken'])('%s: a queued message is delivered exactly once', async (point) => {
    const gate = join(w.dir, `gate-${point}`)
    const { id } = await w.spawn(`@say one\n@sh until [ -f ${gate} ]; do sleep 0.05; done`)
    await dieAt(w, point, async () => {
      await ok(post(`/sessions/${id}/send`, { message: '@say two' }))
      writeFileSync(gate, '')
    })
    writeFileSync(gate, '')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const said = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said).toEqual(['one', 'two'])
    expect((await w.session(id)).queued).toBe(0)
  })

  it.each(['outbox:committed', 'outbox:written'])('%s: an answer reaches the agent exactly once', async (point) => {
    const { id } = await w.spawn('@ask Which?\n@say after')
    const asking = await w.until(id, (one) => one.status === 'needs_input')
    const answer = { requestId: asking.request?.requestId, text: 'this one' }
    await dieAt(w, point, () => ok(post(`/sessions/${id}/answer`, answer)))
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    const rows = await w.rows(id)
    expect(rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))).toEqual(['this one', 'after'])
    expect(rows.filter((row) => row.kind === 'request_resolved')).toHaveLength(1)
  })

  it('cancel:marked: the cancel is carried out by the next daemon', async () => {
    const { id } = await w.spawn('@say up\n@hang')
    await w.row(id, (row) => row.kind === 'text')
    await dieAt(w, 'cancel:marked', () => ok(post(`/sessions/${id}/cancel`)))
    expect((await w.turnEnd(id)).outcome).toBe('cancelled')
    await w.until(id, (one) => one.status === 'idle')
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('ingest:before-commit: what was read is read again', async () => {
    await w.stop('keep')
    await w.start({ DROVER_FAULT: 'ingest:before-commit#3' })
    const gate = (word: string): string => join(w.dir, `flood-${word}`)
    const part = (word: string): string =>
      `@flood 50\n@say ${word}\n@sh until [ -f ${gate(word)} ]; do sleep 0.05; done`
    const gone = w.gone()
    const spawned = w.spawn(`${part('one')}\n${part('two')}\n@flood 50`)
    // Each part is stored before the next is written, so that there are three commits to die in.
    for (const word of ['one', 'two']) {
      const stored = spawned.then(({ id }) => w.row(id, (row) => row.kind === 'text' && row.text === word))
      await Promise.race([stored.catch(() => gone), gone])
      writeFileSync(gate(word), '')
    }
    await gone
    await w.start()
    for (const { id, turn } of await allSessions(w)) if (turn?.n === 1) await w.turnEnd(id)
    const floods = (await allSessions(w)).map(async ({ id }) =>
      (await w.rows(id)).filter((row) => row.kind === 'text' && row.text.startsWith('flood ')),
    )
    expect((await Promise.all(floods)).filter((rows) => rows.length > 0).map((rows) => rows.length)).toEqual([150])
  })
})
