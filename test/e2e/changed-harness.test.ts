/** An agent's CLI that is another version at the next turn: the turn goes on, and it is told. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ok, world } from '#test/support/world'

it('is a notice with both versions, once', async () => {
  const w = await world({ start: false })
  onTestFinished(() => w.end())
  const place = join(w.dir, 'lib', 'node_modules', 'tiny-agent')
  mkdirSync(join(place, 'bin'), { recursive: true })
  const agent = join(place, 'bin', 'agent')
  writeFileSync(agent, `#!/bin/sh\necho '{"id":"s-1","text":"done"}'\n`)
  chmodSync(agent, 0o755)
  const install = (version: string) =>
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'tiny-agent', version }))
  install('1.0.0')
  const paths = 'output = "ndjson"\ntext_path = "text"\nsession_path = "id"'
  const calls = `command = ["${agent}", "$PROMPT"]\nresume = ["${agent}", "$SESSION", "$PROMPT"]`
  const config = `[harness.tiny]\n${calls}\n${paths}\n`
  writeFileSync(join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'), config)
  await w.start()
  await w.addProject()
  const session = await w.spawn('one', { harness: 'tiny', model: undefined })
  await w.turnEnd(session.id)
  const next = async (n: number) => {
    await w.until(session.id, (one) => one.status === 'idle')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: `turn ${n}` }))
    await w.turnEnd(session.id, n)
  }
  const told = async () =>
    (await w.rows(session.id)).filter((row) => row.kind === 'notice' && row.code === 'harness_changed')
  await next(2)
  expect(await told()).toEqual([])
  install('1.1.0')
  await next(3)
  expect(await told()).toMatchObject([
    { turn: 3, before: '1.0.0', now: '1.1.0', message: expect.stringContaining('from 1.0.0 to 1.1.0') },
  ])
  await next(4)
  expect(await told()).toHaveLength(1)
})
