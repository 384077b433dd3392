/** Looking after many sessions from the shell: what they are called, trying again, out of sight and back. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

/** Another agent: it says its prompt back; and one whose program is not here. */
const config = '[harness.parrot]\ncommand = ["cat"]\n[harness.gone]\ncommand = ["no-such-program-here"]\n'

let w: World
beforeAll(async () => {
  w = await world({ config })
  await w.addProject()
})
afterAll(() => w.end())

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
const post = (id: string, what: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${id}/${what}`, body)
const listed = async (query = ''): Promise<readonly string[]> =>
  (await ok<{ sessions: Session[] }>(w.call('GET', `/api/v1/sessions?limit=1000${query}`))).sessions.map(({ id }) => id)

describe('a session without a name', () => {
  it('is called by the first line of its prompt, also before it runs; its name stays its id', async () => {
    const session = await w.spawn('\n# Fix the till\n@say on it')
    expect(session).toMatchObject({ name: session.id, title: 'Fix the till' })
    await w.turnEnd(session.id)
    expect((await w.cli(['session', 'ls'])).stdout).toMatch(new RegExp(`^${session.id} .*Fix the till`, 'm'))
    expect((await w.cli(['session', 'get', session.id])).stdout).toMatch(/^name +Fix the till$/m)
    const silent = await ok<{ session: Session }>(
      w.call('POST', '/api/v1/sessions', { projectId: 'demo', harness: 'rehearsal' }),
    )
    expect(silent.session.title).toBe(silent.session.id)
    await post(silent.session.id, 'send', { message: 'Say it later\n@say now' })
    await w.turnEnd(silent.session.id)
    expect((await w.session(silent.session.id)).title).toBe('Say it later')
    await w.cli(['session', 'rename', session.id, 'Till'])
    expect((await w.session(session.id)).title).toBe('Till')
  })
})

describe('a retry', () => {
  it('says the same words again; of what completed there is nothing to retry', async () => {
    const { id } = await w.spawn('@say try\n@fail transient', { model: 'retry-1' })
    await w.turnEnd(id)
    expect((await w.session(id)).status).toBe('failed')
    const ran = await w.cli(['session', 'retry', id])
    expect(ran).toMatchObject({ code: 0, stdout: `${id} tries again with rehearsal:retry-1: turn 2\n` })
    await w.turnEnd(id, 2)
    const said = (await w.rows(id)).flatMap((row) => (row.kind === 'user' ? [row.text] : []))
    expect(said).toEqual(['@say try\n@fail transient', '@say try\n@fail transient'])
    await post(id, 'send', { message: '@say fine' })
    await w.turnEnd(id, 3)
    const none = await post(id, 'retry')
    expect([none.status, none.body.code]).toEqual([409, 'NOTHING_TO_RETRY'])
    expect(none.body.hint).toContain(`drover send --session ${id}`)
    await post(id, 'kill')
    expect((await post(id, 'retry')).body).toMatchObject({ code: 'SESSION_ENDED' })
  })

  it('goes to another agent in the same workspace, which is told what was before', async () => {
    const { id, workspace } = await w.spawn('@say half of it\n@write a.txt one\n@fail auth', { model: 'retry-2' })
    await w.turnEnd(id)
    expect((await post(id, 'retry', { agent: 'nobody' })).body).toMatchObject({ code: 'UNKNOWN_AGENT_SPEC' })
    expect(await w.session(id)).toMatchObject({ harness: 'rehearsal', status: 'failed' })
    const { body } = await post(id, 'retry', { agent: 'parrot' })
    expect(body).toMatchObject({ delivery: { state: 'started', turn: 2 }, session: { harness: 'parrot', workspace } })
    await w.turnEnd(id, 2)
    expect(await w.session(id)).toMatchObject({ harness: 'parrot', model: null, failure: null, filesChanged: 1 })
    const rows = await w.rows(id)
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'agent_changed' }))
    const answer = rows.flatMap((row) => (row.kind === 'text' && row.turn === 2 ? [row.text] : [])).join('')
    expect(answer).toContain('half of it')
    expect(answer).toContain('@fail auth')
  })
})

describe('a fork for another agent', () => {
  it('starts at the same commit with the same files, and is told what was said; the source is left alone', async () => {
    const source = await w.spawn('Mend the till\n@say half of it\n@write a.txt one\n@commit half', { model: 'fork-1' })
    await w.turnEnd(source.id)
    const head = git(source.workspace!, 'rev-parse', 'HEAD')
    await post(source.id, 'send', { message: '@say and a file\n@write b.txt two' })
    await w.turnEnd(source.id, 2)
    const ran = await w.cli(['session', 'fork', source.id, '--harness', 'parrot', '--prompt', 'go on', '--json'])
    expect(ran.code, ran.stderr).toBe(0)
    const { session: fork } = JSON.parse(ran.stdout) as { session: Session }
    expect(fork).toMatchObject({ harness: 'parrot', model: null, title: 'go on' })
    expect(fork.branch).toBe(`drover/${fork.id}/root`)
    await w.turnEnd(fork.id)
    expect(git(fork.workspace!, 'rev-parse', 'HEAD')).toBe(head)
    expect(readFileSync(join(fork.workspace!, 'b.txt'), 'utf8').trim()).toBe('two')
    const heard = (await w.rows(fork.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : [])).join('')
    for (const words of ['rehearsal:fork-1 worked', 'Mend the till', 'half of it', 'and a file', '- b.txt', 'go on'])
      expect(heard).toContain(words)
    expect(await w.session(source.id)).toMatchObject({ harness: 'rehearsal', model: 'fork-1', filesChanged: 2 })
    // What it is told does not stand in its own log as words of the operator's.
    const said = (await w.rows(fork.id)).flatMap((row) => (row.kind === 'user' ? [row.text] : []))
    expect(said).toEqual(['go on'])
  })

  it('takes another model of the same agent, whose conversation goes on; a refusal makes nothing', async () => {
    const source = await w.spawn('@remember finch\n@say noted', { model: 'fork-2' })
    await w.turnEnd(source.id)
    const before = await listed('&includeTerminated=true')
    for (const [body, code] of [
      [{ agent: 'nobody' }, 'UNKNOWN_AGENT_SPEC'],
      [{ harness: 'nobody' }, 'UNKNOWN_HARNESS'],
      [{ harness: 'parrot', model: 'grey' }, 'ABILITY_MISSING'],
      [{ harness: 'gone' }, 'HARNESS_BINARY_NOT_FOUND'],
      [{ agent: 'parrot', permissions: 'read-only' }, 'ABILITY_MISSING'],
    ] as const)
      expect((await post(source.id, 'fork', body)).body, JSON.stringify(body)).toMatchObject({ code })
    expect(await listed('&includeTerminated=true')).toEqual(before)
    const { session } = await ok<{ session: Session }>(
      post(source.id, 'fork', { model: 'fork-3', prompt: '@recall\n@say done' }),
    )
    expect(session).toMatchObject({ harness: 'rehearsal', model: 'fork-3' })
    await w.turnEnd(session.id)
    const heard = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : [])).join('')
    expect(heard).toContain('finch')
    const silent = await ok<{ session: Session }>(post(source.id, 'fork', { agent: 'rh' }))
    expect(silent.session).toMatchObject({ harness: 'rehearsal', model: null, turn: null })
  })
})

describe('the archive', () => {
  it('takes ended sessions out of sight, many at once, and brings them back', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map((n) => w.spawn(`@say ${n}`, { name: `archive ${n}` })))
    for (const one of [a!, b!, c!]) await w.turnEnd(one.id)
    const refused = await w.cli(['session', 'archive', a!.id])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`drover session kill ${a!.id}`)
    expect(await w.session(a!.id)).toMatchObject({ phase: 'live', archivedAt: null })
    const three = [a!.id, b!.id, c!.id]
    const ran = await w.cli(['session', 'archive', '--end', ...three])
    expect(ran.code, ran.stderr).toBe(0)
    expect(await w.session(a!.id)).toMatchObject({ phase: 'ended', archivedAt: expect.any(String) })
    for (const id of three) {
      expect(await listed('&includeTerminated=true')).not.toContain(id)
      expect(await listed('&includeTerminated=true&includeArchived=true')).toContain(id)
    }
    expect((await w.cli(['session', 'ls', '--archived'])).stdout).toContain('archive 1')
    const cleaned = await w.cli(['session', 'cleanup', '-y', a!.id, b!.id, '--json'])
    expect(
      JSON.parse(cleaned.stdout)
        .removed.map((one: { session: string }) => one.session)
        .sort(),
    ).toEqual([a!.id, b!.id].sort())
    expect([existsSync(a!.workspace!), existsSync(c!.workspace!)]).toEqual([false, true])
    await w.cli(['session', 'unarchive', b!.id])
    expect(await listed('&includeTerminated=true')).toContain(b!.id)
    const back = await ok<{ session: Session }>(post(c!.id, 'restore'))
    expect(back.session).toMatchObject({ phase: 'live', archivedAt: null })
  })
})
