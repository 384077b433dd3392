/**
 * The predecessor's scenarios of a turn, by number, through the built daemon. What each gives here, and every difference with
 * its reason, is the table of `docs/turn-contract.md`; 27 and 29 need a broken adapter and a broken store and are played on the
 * simulated machine (`test/simulation/roles.test.ts`).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Mail } from '#contract/mail'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

const programs = mkdtempSync(join(tmpdir(), 'drover-contract-'))
/** Runs its prompt as a script. */
const agent = join(programs, 'agent')
const config = `
stall_threshold = 3
cancel_grace = 1
[coordination]
reminders = 0
[harness.lines]
command = ["${agent}", "$PROMPT_FILE"]
output = "drover"
resume = ["${agent}", "$PROMPT_FILE", "$SESSION"]
[harness.words]
command = ["${agent}", "$PROMPT_FILE"]
output = "text"
[harness.keeper]
command = ["${join(programs, 'keeper')}"]
output = "text"
[harness.stray]
command = ["${join(programs, 'stray')}"]
output = "drover"
resume = ["${join(programs, 'stray')}", "$SESSION"]
[harness.gone]
command = ["${join(programs, 'gone')}"]
`

let w: World
beforeAll(async () => {
  writeFileSync(agent, '#!/bin/sh\nASKED=$2 . "$1"\n', { mode: 0o755 })
  writeFileSync(join(programs, 'keeper'), '#!/bin/sh\ncat > payload\necho kept\n', { mode: 0o755 })
  // Nothing asks it before it writes: no guard reaches it.
  const stray = [
    { type: 'session', id: 'stray' },
    { type: 'text', text: 'done' },
    { type: 'result', ok: true },
  ]
  const said = stray.map((line) => `echo '${JSON.stringify(line)}'\n`).join('')
  writeFileSync(join(programs, 'stray'), `#!/bin/sh\necho b > out.txt\n${said}`, { mode: 0o755 })
  writeFileSync(join(programs, 'gone'), '#!/no/such/interpreter\n', { mode: 0o755 })
  w = await world({ config })
  await w.addProject()
})
afterAll(async () => {
  await w.end()
  rmSync(programs, { recursive: true, force: true })
})

/** A lead without a turn: it only gets mail. */
const lead = async (): Promise<Session> => {
  const body = { projectId: 'demo', harness: 'rehearsal', model: 'fast', role: 'lead' }
  return (await ok<{ session: Session }>(w.call('POST', '/api/v1/sessions', body))).session
}
const child = (prompt: string, parent: Session | null, more: Record<string, unknown> = {}): Promise<Session> =>
  w.spawn(prompt, { role: 'builder', ...(parent === null ? {} : { parentId: parent.id }), ...more })
/** Without a role: an agent that runs its prompt as a script would run its instructions too. */
async function plain(prompt: string, harness: string): Promise<Session> {
  const session = await w.spawn(prompt, { harness, model: undefined })
  await w.turnEnd(session.id)
  return session
}
const settled = (id: string): Promise<Session> =>
  w.until(id, (one) => one.report?.state === 'missing' || one.report?.state === 'reported')
const says = (id: string): string =>
  `echo '{"type":"session","id":"${id}"}'; echo '{"type":"text","text":"asked '$ASKED'"}'; echo '{"type":"result","ok":true}'`

/** Every mail of this kind that was sent so far: read up to a change of our own making. */
let marks = 0
async function mails(type: Mail['type'], about: (mail: Mail) => boolean): Promise<readonly Mail[]> {
  marks += 1
  const name = `mark ${marks}`
  const found: Mail[] = []
  const [one] = (await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?limit=1'))).sessions
  await ok(w.call('PATCH', `/api/v1/sessions/${one!.id}`, { name }))
  return w.change(0, (change: Change) => {
    if (change.type === 'mail_sent' && change.payload.type === type && about(change.payload)) found.push(change.payload)
    return change.type === 'session_updated' && change.payload.name === name ? found : undefined
  })
}
const deathsOf = (id: string): Promise<readonly Mail[]> => mails('worker_died', (mail) => mail.from === id)

describe('a turn of a role', () => {
  it('1 an empty payload starts nothing and changes nothing', async () => {
    const parent = await lead()
    const before = await w.session(parent.id)
    const refused = await w.call('POST', `/api/v1/sessions/${parent.id}/turns`, { prompt: '' })
    expect([refused.status, refused.body.code]).toEqual([400, 'PROMPT_REQUIRED'])
    expect(await w.session(parent.id)).toEqual(before)
    expect(before).toMatchObject({ launch: null, turn: null, role: 'lead', report: { state: 'owed' } })
  })

  it('2 7 18 a clean end without terminal mail and without a parent: missing, said in the log, no worker_died', async () => {
    const session = await child('@say done', null)
    const after = await settled(session.id)
    expect(after).toMatchObject({ status: 'idle', phase: 'live', report: { state: 'missing', mailId: null } })
    expect(after.nativeId).not.toBeNull()
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'completed', exitCode: 0 })
    const rows = await w.rows(session.id)
    expect(rows.filter((row) => row.kind === 'error')).toMatchObject([
      { code: 'TERMINAL_MAIL_MISSING', message: expect.stringContaining('No terminal mail was sent') },
    ])
    expect(rows.some((row) => row.kind === 'notice' && row.code === 'resume_mismatch')).toBe(false)
    expect(await deathsOf(session.id)).toEqual([])
  })

  it('3 5 a later turn goes on with the conversation as it is known now, and the same id is no mismatch', async () => {
    const session = await plain(says('native-a'), 'lines')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: says('native-a') }))
    await w.turnEnd(session.id, 2)
    const rows = await w.rows(session.id)
    expect(rows.filter((row) => row.kind === 'text').map((row) => row.text)).toEqual(['asked ', 'asked native-a'])
    expect(rows.some((row) => row.kind === 'notice' && row.code === 'resume_mismatch')).toBe(false)
  })

  it('4 another id is believed and told with both (must never 29)', async () => {
    const session = await plain(says('native-b'), 'lines')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: says('native-c') }))
    await w.turnEnd(session.id, 2)
    const rows = await w.rows(session.id)
    expect(rows.find((row) => row.kind === 'notice' && row.code === 'resume_mismatch')).toMatchObject({
      asked: 'native-b',
      observed: 'native-c',
    })
    expect((await w.session(session.id)).nativeId).toBe('native-c')
  })

  it('17 a clean end without terminal mail: exactly one worker_died to the parent (must never 40)', async () => {
    const parent = await lead()
    const session = await child('@say done', parent, { files: ['src/**'] })
    await settled(session.id)
    const [died, ...more] = await deathsOf(session.id)
    expect(more).toEqual([])
    expect(died).toMatchObject({
      to: parent.id,
      from: session.id,
      priority: 'high',
      subject: `worker_died: ${session.id}`,
      payload: {
        agentName: session.id,
        capability: 'builder',
        taskId: null,
        reason: 'Clean exit without terminal mail',
        terminatedBy: 'runner',
      },
    })
  })

  it('20 two turns at once: the second is refused by name and queued by message, never beside the first (must never 19, weak point 10)', async () => {
    const session = await child('@say one\n@sleep 1000\n@say two', null)
    const second = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@say three' })
    expect([second.status, second.body.code]).toEqual([409, 'TURN_IN_PROGRESS'])
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: '@say three' }))
    await w.turnEnd(session.id, 2)
    const order = (await w.rows(session.id)).flatMap((row) => {
      if (row.kind === 'text') return [row.text]
      return row.kind === 'turn_end' ? [`end ${row.turn}`] : []
    })
    expect(order).toEqual(['one', 'two', 'end 1', 'three', 'end 2'])
  })

  it('21 26 a launch that fails leaves no session, no process and no worker_died (must never 4)', async () => {
    const parent = await lead()
    const body = { projectId: 'demo', role: 'builder', parentId: parent.id, harness: 'gone', prompt: 'x' }
    const refused = await w.call('POST', '/api/v1/sessions', body)
    expect([refused.status >= 400, refused.body.code]).toEqual([true, 'LAUNCH_FAILED'])
    const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', `/api/v1/sessions/${parent.id}/children`))
    expect(sessions).toEqual([])
    expect(await mails('worker_died', (mail) => mail.to === parent.id)).toEqual([])
  })

  it('22 the first turn resumes nothing, the second the conversation of the first, also after its verdict', async () => {
    const session = await child('@remember kestrel', null)
    await settled(session.id)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@recall' }))
    expect((await w.session(session.id)).report?.state).toBe('owed')
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text === 'kestrel')).toBe(true)
  })

  it('23 the payload reaches the agent once, byte for byte', async () => {
    const payload = 'line one\n\ttab “quotes” $HOME `x` \\n\nend'
    const session = await plain(payload, 'keeper')
    expect(readFileSync(join(session.workspace!, 'payload'), 'utf8')).toBe(payload)
  })

  it('24 a harness that cannot go on is refused by the name of what it lacks', async () => {
    const session = await plain('echo once', 'words')
    const refused = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'echo twice' })
    expect([refused.body.code, refused.body.details]).toEqual([
      'ABILITY_MISSING',
      { harness: 'words', ability: 'resume' },
    ])
  })

  it('25 a normal end leaves no process, and the last activity is later than its start (must never 17, must never 35)', async () => {
    const session = await child('@sleep 50\n@say done', null)
    await settled(session.id)
    const after = await w.session(session.id)
    expect(after.launch).toBeNull()
    expect(Date.parse(after.lastActivityAt)).toBeGreaterThan(Date.parse(after.createdAt))
    expect(w.processes().filter(({ command }) => command.includes(session.id))).toEqual([])
  })

  it('28 a launch that cannot record itself is ended and told (must never 17, must never 26)', async () => {
    const session = await child('@say one', null)
    await settled(session.id)
    const dir = join(w.home, 'sessions', session.id, 'launches', '2')
    mkdirSync(dir, { recursive: true })
    symlinkSync('/nowhere/at/all', join(dir, 'pid'))
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@hang' }))
    expect(await w.turnEnd(session.id, 2)).toMatchObject({ outcome: 'error' })
    const errors = (await w.rows(session.id)).filter((row) => row.kind === 'error' && row.turn === 2)
    expect(errors).toMatchObject([{ code: 'LAUNCH_UNRECORDED' }])
    expect((await w.session(session.id)).launch).toBeNull()
  })
})

describe('a turn that is ended', () => {
  it('12 16 silence beyond the threshold: stalled, one worker_died (must never 39, weak point 2)', async () => {
    const parent = await lead()
    const session = await child('@hang', parent)
    const after = await w.until(session.id, (one) => one.phase === 'ended')
    expect(after).toMatchObject({ endReason: 'stalled', report: { state: 'missing' } })
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    expect(await deathsOf(session.id)).toMatchObject([
      { to: parent.id, payload: { reason: expect.stringContaining('stalled'), terminatedBy: 'runner' } },
    ])
    expect(() => process.kill(session.launch?.pid ?? 0, 0)).toThrow('ESRCH')
  })

  it('13 words that keep coming are no stall', async () => {
    const session = await child(Array.from({ length: 6 }, (_, n) => `@sleep 900\n@say ${n}`).join('\n'), null)
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'completed', exitCode: 0 })
  })

  it('14 15 a kill: aborted, one worker_died', async () => {
    const parent = await lead()
    const session = await child('@say here\n@sleep 60000', parent, { name: 'api builder' })
    await w.row(session.id, (row) => row.kind === 'text')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
    expect(await w.session(session.id)).toMatchObject({ phase: 'ended', endReason: 'aborted', endedBy: 'operator' })
    expect(await deathsOf(session.id)).toMatchObject([
      {
        to: parent.id,
        subject: 'worker_died: api builder',
        payload: { reason: expect.stringContaining('Aborted'), capability: 'builder', terminatedBy: 'operator' },
      },
    ])
  })

  it('a cancel keeps the child and sends nothing', async () => {
    const parent = await lead()
    const session = await child('@say here\n@sleep 60000', parent)
    await w.row(session.id, (row) => row.kind === 'text')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/cancel`))
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'cancelled' })
    expect(await w.session(session.id)).toMatchObject({ phase: 'live', report: { state: 'owed' } })
    expect(await deathsOf(session.id)).toEqual([])
  })
})

describe('a terminal mail', () => {
  it.each([
    [6, 'builder', 'worker_done', 'reported'],
    [8, 'merger', 'merged', 'reported'],
    [9, 'merger', 'merge_failed', 'reported'],
    [10, 'scout', 'result', 'reported'],
    [11, 'merger', 'worker_done', 'missing'],
    [19, 'reviewer', 'worker_done', 'reported'],
  ])('%i of a %s: %s makes it %s (must never 16, must never 40)', async (_, role, type, state) => {
    const parent = await lead()
    const session = await child(`@mail @parent ${type} All is done\\nIn two lines`, parent, { role })
    const after = await settled(session.id)
    const [mail] = await mails(type as Mail['type'], (one) => one.from === session.id)
    expect(mail).toMatchObject({ to: parent.id, subject: 'All is done', body: 'All is done\nIn two lines' })
    expect(after.report).toMatchObject({ state, mailId: state === 'reported' ? mail?.id : null })
    expect(after.status).toBe(state === 'reported' ? 'reported' : 'idle')
    expect(await deathsOf(session.id)).toHaveLength(state === 'reported' ? 0 : 1)
  })

  it('6 of an earlier turn does not count for a later one (must never 27)', async () => {
    const parent = await lead()
    const session = await child('@mail @parent worker_done one', parent)
    await w.until(session.id, (one) => one.report?.state === 'reported')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@say nothing new' }))
    await w.until(session.id, (one) => one.report?.state === 'missing')
    expect(await deathsOf(session.id)).toHaveLength(1)
  })
})

describe('working together', () => {
  it('a rehearsed lead starts others through its own token, waits, hears of them and reports', async () => {
    // The second one is slow: the first one's mail wakes the lead before it may go on.
    const builder = (n: number): string =>
      `@sleep ${n * 900}\\n@write ${n}.txt ${n}\\n@commit ${n}\\n@mail @parent worker_done builder ${n}`
    const script = `@spawn builder ${builder(1)}\n@spawn builder ${builder(2)}\n@wait children\n@inbox\n@mail operator worker_done both are done`
    const session = await child(script, null, { role: 'lead' })
    const after = await w.until(session.id, (one) => one.report?.state === 'reported')
    expect(after).toMatchObject({ permissions: 'read-only', waitingFor: null, status: 'reported' })
    const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', `/api/v1/sessions/${session.id}/children`))
    const builders = { role: 'builder', depth: 1, parentId: session.id, permissions: 'bypass' }
    expect(sessions).toMatchObject([builders, builders])
    expect(sessions.map((one) => one.report?.state)).toEqual(['reported', 'reported'])
    const reports = await mails('worker_done', (mail) => [mail.to, mail.from].includes(session.id))
    expect(reports.map((mail) => mail.subject)).toEqual(['builder 1', 'builder 2', 'both are done'])
    const said = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said).toContain(`worker_done from ${sessions[1]?.id}: builder 2`)
    expect(await deathsOf(session.id)).toEqual([])
  })

  it('a whole effort: what its builders are told after their report makes no second one owed', async () => {
    // Three scripts in one another: a line break of the innermost is written with three backslashes.
    const deep = (lines: readonly string[], by: string): string => lines.join(by)
    const work = (n: number): string =>
      deep([`@write e${n}.txt ${n}`, `@commit e${n}`, '@merge-ready', `@mail @parent worker_done built ${n}`], '\\\\n')
    const led = deep(
      [
        `@spawn builder ${work(1)}`,
        `@spawn builder ${work(2)}`,
        '@spawn reviewer @mail @parent result PASS',
        '@wait children',
        '@mail @parent worker_done all of it',
      ],
      '\\n',
    )
    const goal = `@spawn lead ${led}\n@wait children\n@say finished`
    const body = { projectId: 'demo', goal, role: 'coordinator', agent: 'rehearsal:fast' }
    const { effort } = await ok<{ effort: { id: string } }>(w.call('POST', '/api/v1/efforts', body))
    const done = await w.change(0, (change: Change) =>
      change.type === 'effort_completed' && change.payload.id === effort.id ? change.payload : undefined,
    )
    expect(done).toMatchObject({ state: 'completed', reason: null })
    expect(done.sessions.map((one) => [one.role, one.depth, one.report?.state ?? null])).toEqual([
      ['coordinator', 0, null],
      ['lead', 1, 'reported'],
      ['builder', 2, 'reported'],
      ['builder', 2, 'reported'],
      ['reviewer', 2, 'reported'],
    ])
    expect(done.landed).toHaveLength(2)
  })

  it('refuses what the table forbids, with the code, and the script goes on', async () => {
    const session = await child('@spawn coordinator @say no\n@wait children\n@say on', null)
    await settled(session.id)
    const outputs = (await w.rows(session.id)).flatMap((row) => (row.kind === 'tool_result' ? [row.output] : []))
    expect(outputs[0]).toContain('ROLE_MAY_NOT_SPAWN')
    expect(outputs[1]).toContain('WAIT_INVALID')
    expect((await w.session(session.id)).lastText).toBe('on')
  })

  it('tells of files outside the scope, once', async () => {
    const parent = await lead()
    const session = await child('Go.', parent, { harness: 'stray', model: undefined, files: ['src/**'] })
    await w.row(session.id, (row) => row.kind === 'notice' && row.code === 'scope_violation')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'Again.' }))
    await w.turnEnd(session.id, 2)
    await w.until(session.id, (one) => one.report?.state === 'missing')
    const told = (await w.rows(session.id)).filter((row) => row.kind === 'notice' && row.code === 'scope_violation')
    expect(told).toMatchObject([{ files: ['out.txt'] }])
    const status = await mails('status', (mail) => mail.from === session.id && mail.to === parent.id)
    expect(status).toMatchObject([{ subject: `scope_violation: ${session.id}` }])
  })
})
