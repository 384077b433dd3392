/**
 * The whole of Drover with real CLIs: spawned by the API, a file made by the CLI's own tool, a daemon that dies and comes
 * back between the turns, a resume that recalls, usage that adds up, and a failure with its name.
 */
import { existsSync, mkdirSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { type ModelServer, startModelServer } from '../support/model-server/model-server.ts'
import { ok, root, type World, world } from '../support/world.ts'
import { cachedBin, onCached } from './cached.ts'
import { codexConfig, opencodeEnv } from './settings.ts'

const clis = [
  ['claude-code', '2.1.325'],
  ['codex', '0.166.0'],
  ['opencode', '1.18.33'],
] as const

describe('the whole of Drover', () => {
  let model: ModelServer
  let drover: World
  const program = join(root, 'src', 'daemon.ts')
  beforeAll(async () => {
    model = await startModelServer()
    const bins = clis.flatMap(([name, version]) => cachedBin(name, version) ?? [])
    drover = await world({
      start: false,
      env: {
        PATH: [...bins, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-fake',
        OPENAI_API_KEY: 'fake',
        ...opencodeEnv(model.url),
      },
    })
    const home = join(drover.env.HOME ?? '', '.codex')
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'config.toml'), codexConfig(model.url))
    await drover.start({}, program)
    await drover.addProject()
  })
  afterAll(async () => {
    await drover.end()
    await model.close()
  })

  /** The tool of the CLI runs once its first file is there. */
  const began = (file: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!existsSync(file)) return
        watcher.close()
        resolve()
      }
      const watcher = watch(dirname(file), look)
      look()
    })

  const textsOf = (rows: readonly EventRow[], turn: number): string =>
    rows.flatMap((row) => (row.kind === 'text' && row.turn === turn ? [row.text] : [])).join('\n')

  for (const [harness, version] of clis) {
    onCached(harness, version, () => {
      it(`${harness} ${version}: makes a file, outlives the daemon, recalls, adds up, fails by name`, async () => {
        const session = await drover.spawn('MODEL run echo made > made.txt', { harness, model: undefined })
        expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed', exitCode: 0 })
        expect(existsSync(join(session.workspace ?? '', 'made.txt'))).toBe(true)
        const send = (prompt: string) => ok(drover.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt }))
        await send('MODEL remember osprey')
        await drover.turnEnd(session.id, 2)
        const before = await drover.session(session.id)
        await drover.crash()
        await drover.start({}, program)
        await send('MODEL recall')
        expect(await drover.turnEnd(session.id, 3)).toMatchObject({ outcome: 'completed' })
        await send('MODEL fail 404')
        expect(await drover.turnEnd(session.id, 4)).toMatchObject({ outcome: 'error' })

        const rows = await drover.rows(session.id)
        expect(textsOf(rows, 3)).toBe('recalled osprey')
        expect(rows.find((row) => row.kind === 'error')).toMatchObject({ category: 'invalid_model', turn: 4 })
        expect(new Set(rows.flatMap((row) => (row.kind === 'session' ? [row.nativeId] : []))).size).toBe(1)
        const after = await drover.session(session.id)
        // One more turn of one request each: a total taken for a delta would double the sum.
        const [was, is] = [before.totals.inputTokens ?? 0, after.totals.inputTokens ?? 0]
        expect(was).toBeGreaterThan(0)
        expect(is - was).toBeLessThan(was * 0.6)
        expect(is).toBeGreaterThan(was)
      })

      it(`${harness} ${version}: a cancelled turn leaves no process, and the conversation goes on after it`, async () => {
        const session = await drover.spawn('MODEL remember godwit', { harness, model: undefined })
        await drover.turnEnd(session.id, 1)
        const path = `/api/v1/sessions/${session.id}`
        await ok(drover.call('POST', `${path}/turns`, { prompt: 'MODEL run touch began; tail -f /dev/null' }))
        await began(join(session.workspace ?? '', 'began'))
        await ok(drover.call('POST', `${path}/cancel`))
        expect(await drover.turnEnd(session.id, 2)).toMatchObject({ outcome: 'cancelled' })
        expect(drover.processes().filter(({ command }) => command.includes('tail -f /dev/null'))).toEqual([])
        await ok(drover.call('POST', `${path}/turns`, { prompt: 'MODEL recall' }))
        await drover.turnEnd(session.id, 3)
        expect(textsOf(await drover.rows(session.id), 3)).toBe('recalled godwit')
      })
    })
  }

  onCached('claude-code', '2.1.325', () => {
    it('claude-code asks through Drover and goes on with the answer', async () => {
      const session = await drover.spawn('MODEL run echo asked > asked.txt', {
        harness: 'claude-code',
        model: undefined,
        permissions: 'ask',
      })
      const request = await drover.row(session.id, (row) => row.kind === 'request')
      expect(await drover.until(session.id, (one) => one.status === 'needs_input')).toMatchObject({
        status: 'needs_input',
      })
      if (request.kind !== 'request') throw new Error('not a request')
      await ok(
        drover.call('POST', `/api/v1/sessions/${session.id}/answer`, {
          requestId: request.requestId,
          decision: 'allow',
        }),
      )
      expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
      expect(existsSync(join(session.workspace ?? '', 'asked.txt'))).toBe(true)
      await ok(
        drover.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'MODEL say again in the same process' }),
      )
      await drover.turnEnd(session.id, 2)
      expect(textsOf(await drover.rows(session.id), 2)).toBe('again in the same process')

      const { launch } = await drover.session(session.id)
      await ok(drover.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'MODEL hang' }))
      await model.seen((seen) => seen.prompt === 'MODEL hang')
      await ok(drover.call('POST', `/api/v1/sessions/${session.id}/cancel`))
      expect(await drover.turnEnd(session.id, 3)).toMatchObject({ outcome: 'cancelled' })
      await ok(drover.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'MODEL say after the break' }))
      expect(await drover.turnEnd(session.id, 4)).toMatchObject({ outcome: 'completed' })
      expect((await drover.session(session.id)).launch?.id).toBe(launch?.id)
      expect((await drover.rows(session.id)).filter((row) => row.kind === 'turn_end')).toHaveLength(4)
    })
  })
})
