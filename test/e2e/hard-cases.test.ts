/** What real agents do to a daemon: huge lines, broken bytes, deaf processes, vanished binaries, torn and cut spools. */
import { appendFileSync, chmodSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killHard } from '#test/support/kill-hard'
import { ok, type World, world } from '#test/support/world'

let w: World
let agent: string
beforeAll(async () => {
  w = await world({ start: false })
  agent = join(w.dir, 'agent.sh')
  writeFileSync(agent, '#!/bin/sh\nexec sh "$1"\n')
  chmodSync(agent, 0o755)
  writeFileSync(
    join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'),
    `cancel_grace = 2
[harness.lines]
command = ["${agent}", "$PROMPT_FILE"]
output = "drover"
resume = ["${agent}", "$PROMPT_FILE"]
[harness.words]
command = ["${agent}", "$PROMPT_FILE"]
output = "text"
`,
  )
  await w.start()
  await w.addProject()
})
afterAll(() => w.end())

const run = (script: string, harness = 'words') => w.spawn(script, { harness, model: undefined })

describe('output', () => {
  it('a line of 5 MB is stored aside and given back whole', async () => {
    const session = await run("head -c 5242880 /dev/zero | tr '\\0' a; echo")
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const row = (await w.rows(session.id)).find((one) => one.kind === 'text' && one.refs?.text !== undefined)
    expect(row?.refs?.text?.bytes).toBeGreaterThanOrEqual(5_242_880)
    expect(row?.kind === 'text' && row.text.length).toBeLessThanOrEqual(4096)
    const blob = await w.call('GET', `/api/v1/sessions/${session.id}/blobs/${row?.refs?.text?.blob}`)
    expect(blob.text.match(/a/g)?.length).toBeGreaterThanOrEqual(5_242_880)
  })

  it('bytes that are not UTF-8 and lines that are not JSON harm nobody', async () => {
    const session = await run("printf 'bad \\377\\376 bytes\\n\\000zero\\n'; echo fine")
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const noise = await run("echo not json; printf '{\"type\":\\n'; echo '[1,2'", 'lines')
    expect((await w.turnEnd(noise.id)).outcome).toBe('error')
    expect((await w.rows(noise.id)).some((row) => row.kind === 'notice' && row.code === 'noise')).toBe(true)
    const raw = await w.call('GET', `/api/v1/sessions/${noise.id}/raw`)
    expect(raw.text).toContain('not json')
  })

  it('a last line without its end is a line', async () => {
    const session = await run("printf 'no newline at the end'")
    await w.turnEnd(session.id)
    expect(
      (await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('no newline at the end')),
    ).toBe(true)
  })

  it('a spool cut short under the daemon is noticed and reading goes on from its end', async () => {
    const session = await run('echo one; echo two; while [ ! -f go ]; do sleep 0.05; done; echo three')
    await w.row(session.id, (row) => row.kind === 'text' && row.text.includes('two'))
    await w.crash()
    truncateSync(join(w.home, 'sessions', session.id, 'launches', '1', 'stdout'), 2)
    await w.start()
    appendFileSync(join(session.workspace ?? '', 'go'), '')
    await w.turnEnd(session.id)
    const rows = await w.rows(session.id)
    expect(rows.some((row) => row.kind === 'notice' && row.code === 'spool_truncated')).toBe(true)
    expect(rows.filter((row) => row.kind === 'text' && row.text.includes('one'))).toHaveLength(1)
  })
})

describe('processes', () => {
  it.each([
    ['ignores SIGTERM', "trap '' TERM; echo up; while :; do sleep 1; done"],
    ['has a tool in a session of its own', 'setsid sleep 600 & echo up; wait'],
    [
      'double-forks a child that closes everything',
      '(setsid sh -c "exec sleep 600 </dev/null >/dev/null 2>&1" &) ; echo up; sleep 600',
    ],
  ])('cancel ends an agent that %s within the grace and two seconds', async (_name, script) => {
    const session = await run(script)
    await w.row(session.id, (row) => row.kind === 'text' && row.text.includes('up'))
    const begun = performance.now()
    const graceMs = 2000
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/cancel`))
    // Two seconds beyond the grace on an idle machine; the bound here only tells an end from a wait for the agent.
    expect(performance.now() - begun).toBeLessThan(graceMs + 30_000)
    expect(w.processes().filter((one) => one.command.includes('sleep 600') || one.command.includes(agent))).toEqual([])
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'cancelled' })
    const rows = await w.rows(session.id)
    expect(rows.filter((row) => row.kind === 'cancelled')).toHaveLength(1)
    expect((await w.session(session.id)).status).toBe('idle')
  })

  it('an agent that calls its own cancel a failure is not believed', async () => {
    const says = (line: object): string => `printf '%s\\n' '${JSON.stringify(line)}'`
    const script = [
      `last() { ${says({ type: 'error', category: 'agent_error', message: 'interrupted' })}; exit 1; }`,
      'trap last TERM',
      says({ type: 'text', text: 'up' }),
      'while :; do sleep 0.1; done',
    ].join('\n')
    const session = await run(script, 'lines')
    await w.row(session.id, (row) => row.kind === 'text')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/cancel`))
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'cancelled' })
    expect((await w.rows(session.id)).filter((row) => row.kind === 'error')).toEqual([])
    expect(await w.session(session.id)).toMatchObject({ status: 'idle', failure: null })
  })

  it.each<[string, ('wrapper' | 'agent')[], NodeJS.Signals, object]>([
    ['of the agent', ['agent'], 'SIGKILL', { outcome: 'error', exitCode: 137 }],
    ['of the agent, by a plain kill', ['agent'], 'SIGTERM', { outcome: 'error', exitCode: 143 }],
    ['of the shell around it, by a plain kill', ['wrapper'], 'SIGTERM', { outcome: 'error', exitCode: 143 }],
    ['of both', ['wrapper', 'agent'], 'SIGKILL', { outcome: 'lost', exitCode: null }],
  ])('an external kill %s is seen and told as such', async (_name, hit, signal, end) => {
    const session = await run('echo up; exec sleep 600')
    await w.row(session.id, (row) => row.kind === 'text')
    const file = join(w.home, 'sessions', session.id, 'launches', '1', 'pid')
    const [wrapper, agent] = readFileSync(file, 'utf8').split('\n').map(Number)
    for (const who of hit) process.kill(who === 'agent' ? agent! : wrapper!, signal)
    expect(await w.turnEnd(session.id)).toMatchObject(end)
    const { turn } = await ok<{ turn: { endedBy: string } }>(w.call('GET', `/api/v1/sessions/${session.id}/turns/1`))
    expect(turn.endedBy).toBe('reaper')
    const now = await w.session(session.id)
    expect(now).toMatchObject({ status: 'failed', launch: null, failure: { code: 'AGENT_CRASHED' } })
    expect(now.failure?.message).toContain('Ended from outside Drover.')
  })

  it('a kill -9 of the shell around it alone interrupts no agent', async () => {
    const gate = join(w.dir, 'gate')
    const session = await run(`echo up; until [ -e ${gate} ]; do sleep 0.1; done; echo down`)
    await w.row(session.id, (row) => row.kind === 'text')
    const file = join(w.home, 'sessions', session.id, 'launches', '1', 'pid')
    killHard(Number(readFileSync(file, 'utf8').split('\n')[0]))
    writeFileSync(gate, '')
    await w.row(session.id, (row) => row.kind === 'text' && row.text.includes('down'))
    expect(await w.turnEnd(session.id)).toMatchObject({ exitCode: null })
  })

  it('a child that a turn leaves behind is kept, listed, and ended at kill', async () => {
    const session = await run('sleep 601 >/dev/null 2>&1 & echo done')
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const left = await w.until(session.id, (one) => one.children.length > 0)
    expect(left.children[0]?.command).toContain('sleep 601')
    expect(w.processes().some((one) => one.command === 'sleep 601')).toBe(true)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
    expect(w.processes().some((one) => one.command === 'sleep 601')).toBe(false)
  })

  it('a binary that vanishes between turns: the turn fails with its name, the session stays usable', async () => {
    const says = (word: string): string =>
      `echo '{"type":"session","id":"n1"}'; echo '{"type":"text","text":"${word}"}'; echo '{"type":"result","ok":true}'`
    const session = await run(says('one'), 'lines')
    await w.turnEnd(session.id)
    renameSync(agent, `${agent}.away`)
    const turn = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: says('two') })
    expect(turn.status).toBe(202)
    expect((await w.turnEnd(session.id, 2)).outcome).toBe('error')
    const error = (await w.rows(session.id)).find((row) => row.kind === 'error')
    expect(error).toMatchObject({ category: 'launch', code: 'HARNESS_BINARY_NOT_FOUND' })
    renameSync(`${agent}.away`, agent)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: says('three') }))
    expect((await w.turnEnd(session.id, 3)).outcome).toBe('completed')
  })

  it('the spool is private and holds its files', async () => {
    const { statSync } = await import('node:fs')
    const session = await run('echo x')
    await w.turnEnd(session.id)
    const dir = join(w.home, 'sessions', session.id, 'launches', '1')
    for (const file of ['plan.json', 'pid', 'stdin', 'stdout', 'stderr', 'exit']) {
      expect(statSync(join(dir, file)).mode & 0o077, file).toBe(0)
    }
    expect(readFileSync(join(dir, 'exit'), 'utf8').trim()).toBe('0')
  })
})

describe('the rest of the turn table', () => {
  const lines = (id: string): string =>
    `echo '{"type":"session","id":"${id}"}'; echo '{"type":"text","text":"hi"}'; echo '{"type":"result","ok":true}'`

  it('an agent that goes on as another conversation is believed, and both ids are told', async () => {
    const session = await run(lines('asked-for'), 'lines')
    await w.turnEnd(session.id)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: lines('another') }))
    expect((await w.turnEnd(session.id, 2)).outcome).toBe('completed')
    const notice = (await w.rows(session.id)).find((row) => row.kind === 'notice' && row.code === 'resume_mismatch')
    expect(notice).toMatchObject({ asked: 'asked-for', observed: 'another' })
    expect((await w.session(session.id)).nativeId).toBe('another')
  })

  it('a later turn of a harness that cannot resume is refused before any launch', async () => {
    const session = await run('echo once')
    await w.turnEnd(session.id)
    const refused = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'echo twice' })
    expect([refused.status, refused.body.code]).toEqual([422, 'ABILITY_MISSING'])
    expect(refused.body.details).toEqual({ harness: 'words', ability: 'resume' })
    expect((await w.session(session.id)).turn).toMatchObject({ n: 1, state: 'completed' })
  })

  it('turn_timeout ends a turn as an error with its code, and the tree with it', async () => {
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { turn_timeout: 1 } }))
    const session = await run('echo up; sleep 602')
    expect((await w.turnEnd(session.id)).outcome).toBe('error')
    expect((await w.rows(session.id)).find((row) => row.kind === 'error')).toMatchObject({ code: 'TURN_TIMEOUT' })
    expect((await w.call('GET', `/api/v1/sessions/${session.id}/turns/1`)).body.turn.code).toBe('TURN_TIMEOUT')
    expect(w.processes().some((one) => one.command === 'sleep 602')).toBe(false)
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { turn_timeout: null } }))
  })
})
