/** The work of a day from the shell, on a real daemon with rehearsal agents: every command, for people and as JSON. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnsOf } from '#core/relay/show-words'
import { type CliWorld, createCliWorld, until } from './cli-world.ts'

let world: CliWorld
let shop: string
beforeAll(async () => {
  world = createCliWorld()
  shop = world.repository('shop')
  await world.json(['start'])
})
afterAll(() => world.close())

const spawn = (prompt: string, ...more: string[]) =>
  world.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt, ...more])
// biome-ignore lint/suspicious/noExplicitAny: shapes are what the tests assert
const session = async (id: string): Promise<any> => (await world.json(['session', 'get', id])).session
const settled = (id: string, status = 'idle') =>
  until(`${id} is ${status}`, async () => (await session(id)).status === status)

describe('projects', () => {
  test('add, ls, get, set, trust, rm', async () => {
    const { project } = await world.json(['project', 'add', '--path', shop, '--name', 'The shop'])
    expect(project).toMatchObject({ id: 'shop', name: 'The shop', path: shop, defaultBranch: 'main', status: 'ok' })
    expect((await world.json(['project', 'ls'])).projects.map((p: { id: string }) => p.id)).toContain('shop')
    expect((await world.drover(['project', 'ls'])).out).toMatch(/^ID +NAME +STATUS/)
    const twice = await world.drover(['project', 'add', '--path', shop])
    expect(twice.code).toBe(1)
    expect(twice.err).toMatch(/\(PATH_ALREADY_REGISTERED\) \[req_\w+\]\n./)
    await world.json(['project', 'set', 'shop', 'name=Shop', 'max_sessions=40', 'default_harness=rehearsal'])
    expect((await world.json(['project', 'get', 'shop'])).project.name).toBe('Shop')
    const { config } = await world.json(['config', 'show', '-p', 'shop'])
    expect(config).toContainEqual(expect.objectContaining({ key: 'max_sessions', value: 40, source: 'project' }))
    const wrong = await world.drover(['project', 'set', 'shop', 'max_sesions=4'])
    expect(wrong.err).toMatch(/max_sessions/)
    const other = world.repository('other')
    await world.json(['project', 'add', '--path', other, '--id', 'gone'])
    expect((await world.json(['project', 'rm', 'gone', '-y'])).project.id).toBe('gone')
    expect((await world.json(['project', 'ls'])).projects.map((p: { id: string }) => p.id)).not.toContain('gone')
    expect(existsSync(join(other, 'README.md'))).toBe(true)
  })

  test('trust shows what would run and approves exactly that', async () => {
    const path = world.repository('wary')
    mkdirSync(join(path, '.drover'))
    writeFileSync(join(path, '.drover', 'config.toml'), '[setup]\nrun = "echo prepared > prepared.txt"\n')
    await world.json(['project', 'add', '--path', path])
    const refused = await world.drover(['spawn', '--project', 'wary', '--harness', 'rehearsal', '--prompt', 'hi'])
    expect(refused.err).toContain('(SETUP_NOT_TRUSTED)')
    const shown = await world.drover(['project', 'trust', 'wary'])
    expect(shown.out).toContain('echo prepared > prepared.txt')
    expect(shown.out).toContain('trusted: wary')
    const { session: made } = await world.json([
      'spawn',
      '--project',
      'wary',
      '--harness',
      'rehearsal',
      '--prompt',
      'hi',
    ])
    expect(readFileSync(join(made.workspace, 'prepared.txt'), 'utf8')).toBe('prepared\n')
  })
})

describe('sessions', () => {
  test('spawn finds its project here, reads its prompt from a file, waits and tells', async () => {
    writeFileSync(join(world.dir, 'task.md'), 'Hello there\n@write a.txt one\n@usage 5 7 0.01\n')
    const ran = await world.drover(
      ['spawn', '--from-file', join(world.dir, 'task.md'), '--agent', 'rehearsal', '--wait'],
      { cwd: shop },
    )
    expect(ran.code).toBe(0)
    expect(ran.out).toMatch(/id +shop-1\nbranch +drover\/shop-1\/root\nworkspace +\S+shop-1\n/)
    expect(ran.out).toContain('-- turn 1 completed')
    const failed = await world.drover(['spawn', '-p', 'shop', '--prompt', '@fail agent_error', '--wait', '--json'])
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.out).session.turn.state).toBe('error')
    const stdin = await world.drover(['spawn', '-p', 'shop', '--from-file', '-', '--wait'], {
      input: 'from standard input',
    })
    expect(stdin.out).toContain('from standard input')
    const idle = (await world.json(['spawn', '-p', 'shop'])).session
    expect(idle).toMatchObject({ status: 'idle', launch: null, turn: null })
    const blank = await world.drover(['spawn', '-p', 'shop', '--prompt', ' \n'])
    expect([blank.code, blank.err]).toEqual([2, expect.stringContaining('(PROMPT_REQUIRED)')])
    const named = await world.drover(['spawn', '-p', 'shop', '--prompt', 'x'], { env: { DROVER_HARNESS: 'no-such' } })
    expect(named.err).toContain('(UNKNOWN_HARNESS)')
    const scratch = await world.json(['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', 'hi'])
    expect(scratch.session.id).toBe('scratch-1')
  })

  test('ls, get, rename, diff, tail, snapshots', async () => {
    await settled('shop-1')
    const { sessions } = await world.json(['session', 'ls', '-p', 'shop'])
    expect(sessions.map((s: { id: string }) => s.id)).toContain('shop-1')
    expect((await world.drover(['session', 'ls', '-p', 'shop'])).out).toMatch(/^ID +STATUS +HARNESS/)
    expect((await world.json(['session', 'rename', 'shop-1', 'new name'])).session.name).toBe('new name')
    const { diff } = await world.json(['session', 'diff', 'shop-1'])
    expect(diff.files).toEqual([expect.objectContaining({ path: 'a.txt', status: 'added' })])
    expect((await world.drover(['session', 'diff', 'shop-1'])).out).toContain('+one')
    expect((await world.drover(['session', 'diff', 'shop-1', '--stat'])).out).toMatch(/added +\+1 -0 +a\.txt/)
    const { events } = await world.json(['session', 'tail', 'shop-1'])
    expect(events.at(-1)).toMatchObject({ kind: 'turn_end', outcome: 'completed' })
    expect((await world.drover(['session', 'tail', 'shop-1'])).out).toContain('Hello there')
    expect((await world.json(['session', 'tail', 'shop-1', '-n', '1'])).events).toHaveLength(1)
    expect((await world.drover(['session', 'tail', 'shop-1', '--raw'])).out).toContain('"Hello there"')
    const { snapshots } = await world.json(['session', 'snapshots', 'shop-1'])
    expect(snapshots[0]).toMatchObject({ n: 1, reason: 'turn', files: 1 })
    const to = join(world.dir, 'recovered')
    expect(await world.json(['session', 'recover', 'shop-1', '--snapshot', '1', '--to', to])).toMatchObject({ to })
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('kill, cleanup, restore, fork', async () => {
    const { session: made } = await spawn('@write b.txt two\n@commit b')
    await settled(made.id)
    expect((await world.json(['session', 'kill', made.id])).session).toMatchObject({
      phase: 'ended',
      endReason: 'killed',
    })
    expect((await world.json(['session', 'ls', '-p', 'shop'])).sessions.map((s: { id: string }) => s.id)).not.toContain(
      made.id,
    )
    const all = await world.json(['session', 'ls', '-p', 'shop', '--include-terminated', '--all'])
    expect(all.sessions.map((s: { id: string }) => s.id)).toContain(made.id)
    const plan = await world.json(['session', 'cleanup', '-p', 'shop', '--dry-run'])
    expect(plan).toMatchObject({ dryRun: true, removed: [expect.objectContaining({ session: made.id })] })
    expect(existsSync(made.workspace)).toBe(true)
    const done = await world.drover(['session', 'cleanup', '-p', 'shop', '-y'])
    expect(done.out).toContain(`removed ${made.id}`)
    expect(existsSync(made.workspace)).toBe(false)
    expect((await world.json(['session', 'restore', made.id])).session.phase).toBe('live')
    expect(readFileSync(join(made.workspace, 'b.txt'), 'utf8')).toBe('two\n')
    const { session: forked } = await world.json(['session', 'fork', 'shop-1'])
    expect(readFileSync(join(forked.workspace, 'a.txt'), 'utf8')).toBe('one\n')
    const { worktrees } = await world.json(['session', 'worktree', 'ls'])
    expect(worktrees).toContainEqual(expect.objectContaining({ session: forked.id, status: 'held' }))
  })

  test('send tells the truth; cancel, answer', async () => {
    const { session: made } = await spawn('@sleep 60000')
    const send = (...more: string[]) => world.json(['send', '--session', made.id, '--message', 'next', ...more])
    expect((await send()).delivery).toEqual({ state: 'queued', position: 1 })
    expect((await world.drover(['send', '--session', made.id, '--message', 'more'])).out).toBe('queued: position 2\n')
    await world.json(['cancel', made.id])
    await until('what was queued has been told', async () => {
      const now = await session(made.id)
      return now.status === 'idle' && now.queued === 0 && now.turn.n === 3
    })
    expect((await send()).delivery).toMatchObject({ state: 'started' })
    await world.json(['session', 'kill', made.id])
    const refused = await world.drover(['send', '--session', made.id, '--message', 'too late'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('(SESSION_ENDED)')
    expect((await world.drover(['send', '--session', made.id, '--message', ' '])).code).toBe(2)

    const { session: asker } = await spawn('@ask Which colour?\n@say done')
    await settled(asker.id, 'needs_input')
    const { request } = await session(asker.id)
    await world.json(['answer', asker.id, request.requestId, 'light', 'blue'])
    await settled(asker.id)
    expect((await world.drover(['session', 'tail', asker.id])).out).toMatch(/light blue[\s\S]*done/)
    const gone = await world.drover(['answer', asker.id, 'nope', 'allow'])
    expect(gone.err).toContain('(REQUEST_NOT_FOUND)')
  })

  test('short forms: ls and ps fit the width, send and answer take words in their place, kill takes several', async () => {
    const { session: asker } = await spawn('@usage 5 7 0.25\n@ask May I?\n@say done', '--name', '長い名前'.repeat(30))
    await settled(asker.id, 'needs_input')
    const narrow = await world.drover(['ls', '-p', 'shop'], { env: { COLUMNS: '80' } })
    for (const line of narrow.out.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(80)
    expect(narrow.out).toMatch(new RegExp(`${asker.id} +needs_input .*shop.*\\$0\\.25 .*May I\\?`))
    expect((await world.drover(['ps', '-p', 'shop'])).out).toMatch(/^ID +STATUS +HARNESS +PROJECT/)
    expect((await world.drover(['session', 'get', asker.id])).out).toMatch(/project +shop[\s\S]*cost +\$0\.2500/)
    const unsaid = await world.drover(['answer', asker.id, (await session(asker.id)).request.requestId])
    expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('needs the answer')])
    expect((await world.drover(['answer', asker.id, 'allow'])).code).toBe(0)
    await settled(asker.id)
    const nothing = await world.drover(['answer', asker.id, 'allow'])
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('asks nothing (REQUEST_NOT_FOUND)')])
    expect((await world.drover(['send', asker.id, 'two words'])).out).toBe(`started: turn 2 of ${asker.id}\n`)
    await settled(asker.id)
    const { session: other } = await world.json(['spawn', '-p', 'shop'])
    const got = await world.json(['session', 'get', asker.id, other.id])
    expect(got.results.map((one: { session: { id: string } }) => one.session.id)).toEqual([asker.id, other.id])
    const killed = await world.drover(['kill', asker.id, 'shop-999', other.id])
    expect(killed.code).toBe(1)
    expect(killed.out).toMatch(new RegExp(`^${asker.id} ended.*\\n${other.id} ended`))
    expect(killed.err).toMatch(/^shop-999: .*\(SESSION_NOT_FOUND\)/m)
    const back = await world.json(['session', 'restore', asker.id, other.id])
    expect(back.results.map((one: { ok: boolean }) => one.ok)).toEqual([true, true])
    await world.json(['kill', asker.id, other.id])
  })

  test('tail --follow goes on until it is interrupted', async () => {
    const { session: made } = await spawn('first words\n@sleep 400\n@say last words')
    const child = world.start(['session', 'tail', made.id, '--follow'])
    let out = ''
    child.stdout?.on('data', (text) => {
      out += text
    })
    await until('the turn is told to its end', () => out.includes('-- turn 1 completed'))
    expect(out.match(/^last words$/gm)).toHaveLength(1)
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })
})

describe('looking around', () => {
  test('events: all, after, of a type', async () => {
    const { events } = await world.json(['events'])
    expect(events[0]).toMatchObject({ seq: 1, type: 'project_added' })
    const after = await world.json(['events', '--after', '3'])
    expect(after.events[0].seq).toBe(4)
    const typed = await world.json(['events', '--type', 'session_created'])
    expect(new Set(typed.events.map((e: { type: string }) => e.type))).toEqual(new Set(['session_created']))
    expect((await world.drover(['events', '--type', 'session_create'])).err).toContain(
      'Did you mean `session_created`?',
    )
    expect((await world.drover(['events', '--after', 'x'])).code).toBe(2)
  })

  test('harnesses, orchestrators, links, tokens', async () => {
    const { harnesses } = await world.json(['harness', 'ls'])
    expect(harnesses.map((h: { id: string }) => h.id)).toContain('rehearsal')
    expect((await world.json(['harness', 'probe', 'rehearsal'])).harness.readiness.state).toBe('ready')
    expect((await world.drover(['harness', 'check', 'rehearsal'])).code).toBe(0)
    const unknown = await world.drover(['harness', 'check', 'rehersal'])
    expect(unknown.code).toBe(1)
    expect(unknown.err).toMatch(/rehearsal/)
    expect(await world.json(['orchestrator', 'ls'])).toEqual({ orchestrators: [] })
    const link = await world.json(['link'])
    expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=/)
    expect((await world.drover(['link'])).out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=\S+\n$/)
    const before = readFileSync(join(world.home, 'token'), 'utf8')
    await world.json(['token', 'rotate'])
    expect(readFileSync(join(world.home, 'token'), 'utf8')).not.toBe(before)
    expect((await world.drover(['project', 'ls'])).code).toBe(0)
  })

  test('doctor: sections, levels, exit code; git missing is a failure', async () => {
    const report = await world.json(['doctor'])
    expect(report).toMatchObject({ ok: true, failures: 0 })
    expect([...new Set(report.checks.map((c: { section: string }) => c.section))]).toEqual([
      'Core',
      'Tools',
      'Harnesses',
      'Forge',
      'Consistency',
    ])
    const core = report.checks
      .filter((c: { section: string }) => c.section === 'Core')
      .map((c: { name: string }) => c.name)
    expect(core).toEqual(['config', 'home', 'home-write', 'sqlite', 'schema', 'daemon', 'socket', 'disk', 'memory'])
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'github-token', level: 'WARN' }))
    const alone = await world.drover(['doctor', '--no-start', '--json'], {
      env: { DROVER_HOME: join(world.dir, 'nothing'), PATH: world.dir },
    })
    expect(alone.code).toBe(1)
    expect(JSON.parse(alone.out).checks).toContainEqual(
      expect.objectContaining({ section: 'Tools', name: 'git', level: 'FAIL' }),
    )
  })

  test('doctor --fix drops registrations of worktrees that are gone, and nothing else', async () => {
    const { session: made } = await spawn('@write w.txt work')
    await settled(made.id)
    await world.json(['session', 'kill', made.id])
    const { rmSync } = await import('node:fs')
    rmSync(made.workspace, { recursive: true })
    const find = (report: { checks: { name: string; level: string }[] }, name: string) =>
      report.checks.find((c) => c.name === name)
    const before = await world.json(['doctor'])
    expect(find(before, 'worktree-registrations')).toMatchObject({ level: 'WARN' })
    expect(find(before, 'missing-worktrees')).toMatchObject({ level: 'WARN' })
    expect(find(await world.json(['doctor', '--fix']), 'worktree-registrations')).toMatchObject({ level: 'PASS' })
    expect(find(await world.json(['doctor']), 'worktree-registrations')).toMatchObject({
      level: 'PASS',
      message: 'none is dead',
    })
    const to = join(world.dir, 'saved')
    await world.json(['session', 'recover', made.id, '--to', to])
    expect(readFileSync(join(to, 'w.txt'), 'utf8')).toBe('work\n')
  })

  test('config check and show without a daemon name file, key and the nearest', async () => {
    const config = join(world.dir, 'odd', 'drover')
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'config.toml'), 'default_harnes = "codex"\n')
    const env = { XDG_CONFIG_HOME: join(world.dir, 'odd'), DROVER_HOME: join(world.dir, 'nothing') }
    const ran = await world.drover(['config', 'check'], { env })
    expect(ran.code).toBe(1)
    for (const word of ['config.toml', 'default_harnes', 'default_harness']) expect(ran.out).toContain(word)
    expect((await world.drover(['config', 'show'], { env })).err).toContain('(INVALID_CONFIG)')
    const started = await world.drover(['start'], { env })
    expect(started.err).toContain('(DAEMON_START_FAILED)')
    expect(started.err).toContain('default_harness')
    const doctor = await world.drover(['doctor', '--json'], { env })
    expect(doctor.code).toBe(1)
    expect(JSON.parse(doctor.out).checks).toContainEqual(expect.objectContaining({ name: 'config', level: 'FAIL' }))
  })

  test('init writes a configuration that holds, once', async () => {
    const path = world.repository('fresh')
    expect(await world.json(['init', '-y'], { cwd: path })).toEqual({
      root: path,
      written: ['.drover/config.toml', '.drover/.gitignore'],
    })
    expect(statSync(join(path, '.drover', 'config.toml')).mode & 0o777).toBe(0o644)
    expect((await world.drover(['config', 'check'], { cwd: path })).code).toBe(0)
    expect((await world.json(['init'], { cwd: path })).written).toEqual([])
    expect((await world.drover(['init'], { cwd: world.dir })).err).toContain('(NOT_A_GIT_REPO)')
  })

  test('up registers the repository around here, and a demo where there is none; twice is fine', async () => {
    const path = world.repository('around')
    mkdirSync(join(path, 'deep'))
    expect((await world.json(['up'], { cwd: join(path, 'deep') })).project).toMatchObject({ id: 'around', path })
    for (let i = 0; i < 2; i++) {
      const up = await world.json(['up'])
      expect(up.project).toMatchObject({ id: 'demo', path: join(world.home, 'demo') })
      expect(up.url).toContain('/#code=')
    }
  })

  test('logs: lines of JSON', async () => {
    const { lines } = await world.json(['logs', '-n', '5'])
    expect(lines).toHaveLength(5)
    expect(lines[0]).toHaveProperty('message')
  })

  test('no colour and no spinner in a pipe; wrong usage is 2, a missing thing is 1', async () => {
    const ran = await world.drover(['session', 'ls'])
    expect(ran.out + ran.err).not.toContain('\u001b')
    expect((await world.drover(['sesion', 'ls'])).code).toBe(2)
    const missing = await world.drover(['session', 'get', 'shop-999'])
    expect(missing.code).toBe(1)
    expect(missing.err).toMatch(/^.+ \(SESSION_NOT_FOUND\) \[req_\w+\]\n.+\n$/)
  })
})
