/**
 * The whole of Drover with the real Codex where a turn is spoken to while it runs: asked through the API, steered,
 * interrupted in the same process, answered by a daemon that died and came back, refused when nobody answers.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { appears } from '../support/appears.ts'
import { type ModelServer, startModelServer } from '../support/model-server/model-server.ts'
import { ok, root, type World, world } from '../support/world.ts'
import { onCached } from './cached.ts'
import { codexConfig } from './settings.ts'

const version = '0.166.0'
const program = join(root, 'src', 'daemon.ts')

/** A Drover of its own whose PATH knows this Codex, with a user whose Codex speaks to the scripted model. */
async function drover(bin: string, model: ModelServer, config = ''): Promise<World & { readonly codex: string }> {
  const made = await world({
    start: false,
    config,
    env: {
      PATH: [bin, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':'),
      OPENAI_API_KEY: 'fake',
    },
  })
  const home = join(made.env.HOME ?? '', '.codex')
  mkdirSync(home, { recursive: true })
  const codex = join(home, 'config.toml')
  writeFileSync(codex, codexConfig(model.url))
  await made.start({}, program)
  await made.addProject()
  return Object.defineProperty(made, 'codex', { value: codex }) as World & { readonly codex: string }
}

onCached('codex', version, (bin) => {
  describe(`the whole of Drover with codex ${version}, spoken to`, () => {
    let model: ModelServer
    let w: World & { readonly codex: string }
    beforeAll(async () => {
      model = await startModelServer()
      w = await drover(bin, model, '[harness.codex]\nlifetime = "session"\n')
    })
    afterAll(async () => {
      await w.end()
      await model.close()
    })

    const spawn = (prompt: string, more: Record<string, unknown> = {}): Promise<Session> =>
      w.spawn(prompt, { harness: 'codex', model: undefined, ...more })
    const post = (id: string, what: string, body: object = {}) =>
      ok<Record<string, unknown>>(w.call('POST', `/api/v1/sessions/${id}/${what}`, body))
    const requestOf = async (id: string, turn: number): Promise<string> => {
      const row = await w.row(id, (one) => one.kind === 'request' && one.turn === turn)
      await w.until(id, (one) => one.status === 'needs_input')
      if (row.kind !== 'request') throw new Error('not a request')
      return row.requestId
    }
    const textsOf = (rows: readonly EventRow[], turn: number): string =>
      rows.flatMap((row) => (row.kind === 'text' && row.turn === turn ? [row.text] : [])).join('\n')
    const made = (session: Session, file: string): boolean => existsSync(join(session.workspace ?? '', file))

    it('asks, waits for the API, acts when allowed and not when denied, in one process', async () => {
      const before = readFileSync(w.codex, 'utf8')
      const session = await spawn('MODEL run echo yes > yes.txt', { permissions: 'ask' })
      const first = await requestOf(session.id, 1)
      expect(made(session, 'yes.txt')).toBe(false)
      await post(session.id, 'answer', { requestId: first, decision: 'allow' })
      expect(await w.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
      expect(made(session, 'yes.txt')).toBe(true)
      const { launch } = await w.session(session.id)
      await post(session.id, 'turns', { prompt: 'MODEL run echo no > no.txt' })
      await post(session.id, 'answer', { requestId: await requestOf(session.id, 2), decision: 'deny' })
      expect(await w.turnEnd(session.id, 2)).toMatchObject({ outcome: 'completed' })
      expect(made(session, 'no.txt')).toBe(false)
      expect((await w.session(session.id)).launch).toEqual(launch)
      const resolved = (await w.rows(session.id)).filter((row) => row.kind === 'request_resolved')
      expect(resolved).toMatchObject([
        { decision: 'allow', by: 'operator' },
        { decision: 'deny', by: 'operator' },
      ])
      expect(readFileSync(w.codex, 'utf8')).toBe(before)
    })

    it('takes words into a running turn', async () => {
      const session = await spawn('MODEL say ready')
      await w.turnEnd(session.id, 1)
      const wait = 'touch began; until [ -e go ]; do sleep 0.1; done'
      await post(session.id, 'turns', { prompt: `MODEL run ${wait}\nMODEL say not steered` })
      await appears(join(session.workspace ?? '', 'began'))
      const sent = await post(session.id, 'send', { message: 'MODEL say steered in time', steer: true })
      expect(sent).toMatchObject({ delivery: { state: 'started', turn: 2 } })
      writeFileSync(join(session.workspace ?? '', 'go'), '')
      expect(await w.turnEnd(session.id, 2)).toMatchObject({ outcome: 'completed' })
      const rows = await w.rows(session.id)
      expect(textsOf(rows, 2)).toBe('steered in time')
      expect(rows.filter((row) => row.kind === 'user' && row.turn === 2)).toHaveLength(2)
      expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(2)
    })

    it('is interrupted without an end of its process, and leaves no command behind', async () => {
      const session = await spawn('MODEL remember dotterel')
      await w.turnEnd(session.id, 1)
      const { launch } = await w.session(session.id)
      await post(session.id, 'turns', { prompt: 'MODEL run touch began; exec tail -f /dev/null' })
      await appears(join(session.workspace ?? '', 'began'))
      await post(session.id, 'cancel')
      expect(await w.turnEnd(session.id, 2)).toMatchObject({ outcome: 'cancelled' })
      const left = () => w.processes().filter(({ command }) => command.includes('tail -f /dev/null'))
      await expect.poll(left, { timeout: 30_000 }).toEqual([])
      await post(session.id, 'turns', { prompt: 'MODEL hang' })
      await model.seen((seen) => seen.prompt === 'MODEL hang')
      await post(session.id, 'cancel')
      expect(await w.turnEnd(session.id, 3)).toMatchObject({ outcome: 'cancelled' })
      await post(session.id, 'turns', { prompt: 'MODEL recall' })
      expect(await w.turnEnd(session.id, 4)).toMatchObject({ outcome: 'completed' })
      expect(textsOf(await w.rows(session.id), 4)).toBe('recalled dotterel')
      expect((await w.session(session.id)).launch).toEqual(launch)
    })

    it('takes another model for a later turn in the same process', async () => {
      const session = await spawn('MODEL say with the first')
      await w.turnEnd(session.id, 1)
      const { launch } = await w.session(session.id)
      await post(session.id, 'turns', { prompt: 'MODEL say with the second', model: 'gpt-5.4' })
      await w.turnEnd(session.id, 2)
      expect((await w.session(session.id)).launch).toEqual(launch)
      const used = model.requests.filter((seen) => seen.prompt.startsWith('MODEL say with the '))
      expect(used.map((seen) => seen.model)).toEqual(['gpt-5.5', 'gpt-5.4'])
    })

    it('goes on with an answer that comes after the daemon was killed and came back', async () => {
      const session = await spawn('MODEL run echo late > late.txt', { permissions: 'ask' })
      const requestId = await requestOf(session.id, 1)
      const { launch } = await w.session(session.id)
      await w.crash()
      await w.start({}, program)
      expect(await w.until(session.id, (one) => one.status === 'needs_input')).toMatchObject({
        request: { requestId },
        launch,
      })
      await post(session.id, 'answer', { requestId, decision: 'allow' })
      expect(await w.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
      expect(made(session, 'late.txt')).toBe(true)
      await post(session.id, 'turns', { prompt: 'MODEL say after all that' })
      await w.turnEnd(session.id, 2)
      const rows = await w.rows(session.id)
      expect(textsOf(rows, 2)).toBe('after all that')
      expect(rows.filter((row) => row.kind === 'request')).toHaveLength(1)
      expect(new Set(rows.flatMap((row) => (row.kind === 'session' ? [row.nativeId] : []))).size).toBe(1)
    })

    it('goes on by `exec` once the process of the session is gone, with each turn counted once', async () => {
      const session = await spawn('MODEL remember whimbrel')
      await w.turnEnd(session.id, 1)
      const first = (await w.session(session.id)).totals.inputTokens ?? 0
      await w.stop('stop')
      writeFileSync(join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'), '')
      await w.start({}, program)
      await post(session.id, 'turns', { prompt: 'MODEL recall' })
      expect(await w.turnEnd(session.id, 2)).toMatchObject({ outcome: 'completed' })
      expect(textsOf(await w.rows(session.id), 2)).toBe('recalled whimbrel')
      const both = (await w.session(session.id)).totals.inputTokens ?? 0
      expect(both - first).toBeGreaterThan(0)
      expect(both - first).toBeLessThan(first * 1.5)
    })
  })

  describe(`codex ${version} that asks and gets no answer`, () => {
    it('is refused when the time is over, and the record says that it was time', async () => {
      const model = await startModelServer()
      const w = await drover(bin, model, 'request_timeout = 1\n')
      try {
        const prompt = 'MODEL run echo never > never.txt'
        const session = await w.spawn(prompt, { harness: 'codex', model: undefined, permissions: 'ask' })
        const resolved = await w.row(session.id, (row) => row.kind === 'request_resolved')
        expect(resolved).toMatchObject({ decision: 'deny', by: 'timeout' })
        expect(await w.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
        expect(existsSync(join(session.workspace ?? '', 'never.txt'))).toBe(false)
        expect((await w.session(session.id)).request).toBeNull()
      } finally {
        await w.end()
        await model.close()
      }
    })
  })
})
