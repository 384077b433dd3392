/** Kill, cleanup, restore, fork, project rm, recover: work stays in place through all of them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

const post = (path: string, body?: unknown) => w.call('POST', `/api/v1/sessions/${path}`, body ?? {})
const kill = (id: string) => post(`${id}/kill`)
/** The parts of a session that a second kill must not change. */
const still = ({ updatedAt: _, activitySpark: __, ...rest }: Session & { updatedAt: string }) => rest

describe('kill, twice, on every state', () => {
  const states: [string, string, (id: string) => Promise<unknown>][] = [
    ['working', '@say x\n@hang', (id) => w.row(id, (row) => row.kind === 'text')],
    ['idle', '@say x', (id) => w.turnEnd(id)],
    ['needs_input', '@ask well?', (id) => w.until(id, (one) => one.status === 'needs_input')],
    ['an agent that ignores TERM', '@ignore-term\n@say x\n@hang', (id) => w.row(id, (row) => row.kind === 'text')],
    ['an agent with an escaped child', '@orphan 600\n@say x\n@hang', (id) => w.row(id, (row) => row.kind === 'text')],
  ]
  it.each(states)('%s', async (_name, prompt, reach) => {
    const session = await w.spawn(prompt)
    await reach(session.id)
    const first = await kill(session.id)
    expect(first.status).toBe(200)
    expect(first.body.session).toMatchObject({
      phase: 'ended',
      status: 'ended',
      endReason: 'killed',
      endedBy: 'operator',
      launch: null,
    })
    const second = await kill(session.id)
    expect(still(second.body.session)).toEqual(still(first.body.session))
    expect(w.processes().filter((one) => !/daemon\.mjs|^git |\/git /.test(one.command))).toEqual([])
    expect(existsSync(session.workspace ?? '')).toBe(true)
  })

  it('starting: the setup is cut off, the workspace kept', async () => {
    mkdirSync(join(w.repo.path, '.drover'), { recursive: true })
    writeFileSync(join(w.repo.path, '.drover', 'config.toml'), '[setup]\nrun = "touch begun; exec tail -f /dev/null"\n')
    await ok(w.call('POST', '/api/v1/projects/demo/trust', {}))
    const spawning = w.call('POST', '/api/v1/sessions', {
      projectId: 'demo',
      harness: 'rehearsal',
      prompt: '@say never',
    })
    const { id } = await nextStarting()
    const first = await kill(id)
    expect(first.body.session).toMatchObject({ status: 'ended', endReason: 'aborted' })
    expect((await spawning).body.code).toBe('SPAWN_CANCELLED')
    expect(still((await kill(id)).body.session)).toEqual(still(first.body.session))
    expect(existsSync(first.body.session.workspace)).toBe(true)
    writeFileSync(join(w.repo.path, '.drover', 'config.toml'), '')
  })

  it('unknown sessions and a launch that is not there', async () => {
    expect((await kill('demo-9999')).body.code).toBe('SESSION_NOT_FOUND')
    expect((await kill('..%2f..%2fetc')).status).toBe(404)
    const session = await w.spawn('@hang')
    const wrong = await post(`${session.id}/kill`, { launchId: 'l_000000000000000000000000' })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'LAUNCH_CHANGED'])
    expect((await w.session(session.id)).status).toBe('working')
    const right = await post(`${session.id}/kill`, { launchId: session.launch?.id })
    expect(right.body.session.status).toBe('ended')
  })
})

describe('work stays', () => {
  it('through kill, cleanup, restore, project rm and back; recover gives back the same bytes', async () => {
    const session = await w.spawn('@write committed.txt mine\n@commit by the agent\n@write loose.txt loose')
    await w.turnEnd(session.id)
    const tree = session.workspace ?? ''
    const odd = Buffer.from([0, 255, 13, 10, 195, 40])
    writeFileSync(join(tree, 'binary.bin'), odd)
    writeFileSync(join(tree, 'run.sh'), '#!/bin/sh\n')
    chmodSync(join(tree, 'run.sh'), 0o755)
    symlinkSync('loose.txt', join(tree, 'link'))
    const tip = w.repo.git('rev-parse', session.branch ?? '')
    const before = {
      head: w.repo.git('rev-parse', 'HEAD'),
      stash: w.repo.git('stash', 'list'),
      index: readFileSync(join(w.repo.path, '.git', 'index')),
    }

    await kill(session.id)
    const report = (await w.call('POST', '/api/v1/sessions/cleanup', {})).body
    expect(report.skipped.find((one: { session: string }) => one.session === session.id)).toMatchObject({
      reason: 'dirty',
    })
    expect(readFileSync(join(tree, 'binary.bin'))).toEqual(odd)
    await ok(post(`${session.id}/restore`))
    expect((await w.session(session.id)).status).toBe('idle')
    await kill(session.id)
    expect(readFileSync(join(tree, 'loose.txt'), 'utf8').trim()).toBe('loose')
    expect(w.repo.git('rev-parse', session.branch ?? '')).toBe(tip)

    const to = join(w.dir, 'recovered')
    const recovered = await w.cli(['session', 'recover', session.id, '--to', to, '--json'])
    expect(recovered.code).toBe(0)
    expect(readFileSync(join(to, 'binary.bin'))).toEqual(odd)
    expect(readFileSync(join(to, 'committed.txt'), 'utf8').trim()).toBe('mine')
    expect(readFileSync(join(to, 'link'), 'utf8').trim()).toBe('loose')
    expect({
      head: w.repo.git('rev-parse', 'HEAD'),
      stash: w.repo.git('stash', 'list'),
      index: readFileSync(join(w.repo.path, '.git', 'index')),
    }).toEqual(before)
  })

  it('a clean tree is removed, its commits stay on the branch, restore brings all back', async () => {
    const session = await w.spawn('@write kept.txt kept\n@commit kept\n@remember wren')
    await w.turnEnd(session.id)
    writeFileSync(join(session.workspace ?? '', '.git-ignored-not'), '')
    const { rmSync } = await import('node:fs')
    rmSync(join(session.workspace ?? '', '.git-ignored-not'))
    await kill(session.id)
    const dry = (await w.call('POST', '/api/v1/sessions/cleanup', { dryRun: true })).body
    expect(dry.removed.some((one: { session: string }) => one.session === session.id)).toBe(true)
    expect(existsSync(session.workspace ?? '')).toBe(true)
    const report = (await w.call('POST', '/api/v1/sessions/cleanup', {})).body
    expect(report.removed.find((one: { session: string }) => one.session === session.id)).toMatchObject({
      branchDeleted: false,
    })
    expect(existsSync(session.workspace ?? '')).toBe(false)
    expect(w.repo.git('show', `${session.branch}:kept.txt`).trim()).toBe('kept')
    await ok(post(`${session.id}/restore`))
    expect(readFileSync(join(session.workspace ?? '', 'kept.txt'), 'utf8').trim()).toBe('kept')
    await ok(post(`${session.id}/turns`, { prompt: '@recall' }))
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('wren'))).toBe(true)
  })

  it('a branch whose commits are contained goes with its tree, and restore makes it again', async () => {
    const session = await w.spawn('@say nothing')
    await w.turnEnd(session.id)
    await kill(session.id)
    await w.call('POST', '/api/v1/sessions/cleanup', {})
    expect(w.repo.git('branch', '--list', session.branch ?? '').trim()).toBe('')
    const back = await ok<{ session: Session }>(post(`${session.id}/restore`))
    expect(back.session.branch).toBe(session.branch)
    expect(existsSync(join(session.workspace ?? '', 'README.md'))).toBe(true)
  })

  it('fork: a session of its own at the newest snapshot, with the conversation', async () => {
    const session = await w.spawn('@write shared.txt base\n@remember finch')
    await w.turnEnd(session.id)
    const fork = await ok<{ session: Session }>(
      post(`${session.id}/fork`, { prompt: '@recall\n@write shared.txt forked' }),
    )
    await w.turnEnd(fork.session.id)
    expect((await w.rows(fork.session.id)).some((row) => row.kind === 'text' && row.text.includes('finch'))).toBe(true)
    expect(readFileSync(join(session.workspace ?? '', 'shared.txt'), 'utf8').trim()).toBe('base')
    expect(readFileSync(join(fork.session.workspace ?? '', 'shared.txt'), 'utf8').trim()).toBe('forked')
    expect((await w.session(fork.session.id)).nativeId).not.toBe((await w.session(session.id)).nativeId)
  })

  it('project rm refuses while sessions live, then archives and removes nothing; adding again brings it back', async () => {
    const refused = await w.call('DELETE', '/api/v1/projects/demo')
    expect([refused.status, refused.body.code]).toEqual([409, 'PROJECT_HAS_SESSIONS'])
    const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?limit=500'))
    for (const { id } of sessions) await kill(id)
    const trees = sessions.filter((one) => existsSync(one.workspace ?? '')).map((one) => one.workspace)
    await ok(w.call('DELETE', '/api/v1/projects/demo'))
    expect(trees.every((tree) => existsSync(tree ?? ''))).toBe(true)
    expect((await w.call('GET', '/api/v1/projects/demo')).status).toBe(404)
    await w.addProject()
    const ended = sessions[0]
    if (ended === undefined) throw new Error('no session')
    expect((await post(`${ended.id}/restore`)).status).toBe(200)
  })
})

/** The session that appears as `starting`, from the fleet. */
async function nextStarting(): Promise<Session> {
  for (;;) {
    const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?status=starting'))
    const found = sessions[0]
    if (found !== undefined && existsSync(join(found.workspace ?? '', 'begun'))) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
