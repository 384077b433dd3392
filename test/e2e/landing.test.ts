/**
 * Landing on a real daemon with rehearsal agents: two sessions land one after the other on the clean checkout, a third that
 * conflicts waits for a person and goes on from what they made, and nothing of the user's is touched on the way.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { isStopped, merged, untilMerge, userState } from './landing-world.ts'

const config = 'verify = "test -f README.md && echo verified $DROVER_PORT_BASE"\n'

let w: World
beforeAll(async () => {
  w = await world({
    repo: {
      'README.md': '# Test\n',
      'list.txt': 'one\ntwo\nthree\n',
      '.gitignore': '*.log\n',
      '.drover/config.toml': config,
    },
  })
  await w.addProject()
  await ok(w.call('POST', '/api/v1/projects/demo/trust', {}))
})
afterAll(() => w.end())

const done = async (prompt: string): Promise<Session> => {
  const session = await w.spawn(prompt)
  await w.turnEnd(session.id)
  return w.until(session.id, (one) => one.status === 'idle')
}
const land = async (body: object): Promise<Merge> => untilMerge(w, (await merged(w, body)).id, isStopped)
const show = (file: string): string => readFileSync(join(w.repo.path, file), 'utf8')

describe('two sessions and a third', () => {
  let third: Merge

  it('land one after the other on the clean checkout of main, verified, the files visible there (must never 7)', async () => {
    const one = await done('@write one.txt one\n@commit one')
    const two = await done('@write two.txt two\n@commit two')
    const first = await merged(w, { session: one.id })
    const second = await merged(w, { session: two.id })
    for (const { id } of [first, second]) {
      const after = await untilMerge(w, id, isStopped)
      expect([after.state, after.tier, after.verify?.ok, after.proof?.ok]).toEqual(['landed', 'clean', true, true])
      expect(w.repo.git('merge-base', '--is-ancestor', after.landedCommit ?? '', 'main')).toBe('')
    }
    expect([show('one.txt').trim(), show('two.txt').trim()]).toEqual(['one', 'two'])
    expect(w.repo.git('status', '--porcelain')).toBe('')
    const output = await ok<{ text: string }>(w.call('GET', `/api/v1/merges/${first.id}/output`))
    expect(output.text).toMatch(/verified \d+/)
    const now = await w.until(one.id, (session) => session.landing?.ahead === 0)
    expect([now.landing?.merge, now.landing?.state]).toEqual([first.id, 'landed'])
  })

  it('conflicts: needs a person, the tree is kept, the next command said, the checkout as it was', async () => {
    const session = await done('@write list.txt one\n@append list.txt branch\n@commit list')
    w.repo.write('list.txt', 'one\ntrunk\nthree\n')
    w.repo.commit('by hand')
    const before = userState(w)
    third = await land({ session: session.id })
    expect([third.state, third.tier, third.reason?.code, third.reason?.paths]).toEqual([
      'needs_human',
      'human',
      'conflict',
      ['list.txt'],
    ])
    expect(third.next).toBe(`drover merge retry ${third.id}`)
    expect(existsSync(join(third.worktree ?? '', 'list.txt'))).toBe(true)
    expect(userState(w)).toBe(before)
    // The lane is free for others meanwhile.
    const other = await done('@write other.txt other\n@commit other')
    expect((await land({ session: other.id })).state).toBe('landed')
  })

  it('unresolved it is refused a second time; resolved it goes on, and dropped lines wait for approval', async () => {
    await ok(w.call('POST', `/api/v1/merges/${third.id}/retry`, {}))
    expect((await untilMerge(w, third.id, isStopped)).reason?.code).toBe('conflict')
    writeFileSync(join(third.worktree ?? '', 'list.txt'), 'one\nbranch\n')
    w.repo.git('-C', third.worktree ?? '', 'add', 'list.txt')
    await ok(w.call('POST', `/api/v1/merges/${third.id}/retry`, {}))
    const ready = await untilMerge(w, third.id, isStopped)
    expect([ready.state, ready.needsApproval, ready.next]).toEqual([
      'ready',
      ['dropped_lines'],
      `drover merge approve ${third.id}`,
    ])
    expect(ready.proof?.dropped).toMatchObject([{ file: 'list.txt', text: 'trunk', input: 'target' }])
    await ok(w.call('POST', `/api/v1/merges/${third.id}/approve`, {}))
    const landed = await untilMerge(w, third.id, (one) => one.state === 'landed')
    expect([landed.approval?.by !== undefined, landed.tier]).toEqual([true, 'human'])
    expect(show('list.txt')).toBe('one\nbranch\n')
    expect(show('other.txt').trim()).toBe('other')
  })
})

describe('the user’s work', () => {
  it.each([
    ['a tracked change', () => w.repo.write('README.md', 'mine\n'), 'target_dirty'],
    ['an untracked file in the way', () => w.repo.write('in-the-way.txt', 'mine\n'), 'untracked_in_the_way'],
    ['a locked index', () => w.repo.write('.git/index.lock', ''), 'index_locked'],
  ])('%s: says so, changes nothing, lands once it is gone', async (_, arrange, code) => {
    const session = await done('@write in-the-way.txt work\n@commit work')
    arrange()
    const before = userState(w)
    const stopped = await land({ session: session.id })
    expect([stopped.state, stopped.reason?.code]).toEqual(['needs_human', code])
    expect(userState(w)).toBe(before)
    if (code === 'index_locked') w.repo.remove('.git/index.lock')
    else if (code === 'target_dirty') w.repo.git('checkout', '-q', 'README.md')
    else w.repo.remove('in-the-way.txt')
    await ok(w.call('POST', `/api/v1/merges/${stopped.id}/retry`, {}))
    expect((await untilMerge(w, stopped.id, isStopped)).state).toBe('landed')
    w.repo.git('rm', '-q', 'in-the-way.txt')
    w.repo.commit('tidy')
  })

  it('a detached HEAD: the branch moves, files, index and HEAD stay', async () => {
    const session = await done('@write detached.txt work\n@commit work')
    w.repo.git('checkout', '-q', '--detach')
    const head = show('.git/HEAD')
    const index = readFileSync(join(w.repo.path, '.git/index'))
    const landed = await land({ session: session.id })
    expect([landed.state, show('.git/HEAD'), existsSync(join(w.repo.path, 'detached.txt'))]).toEqual([
      'landed',
      head,
      false,
    ])
    expect(readFileSync(join(w.repo.path, '.git/index'))).toEqual(index)
    w.repo.git('checkout', '-q', 'main')
  })
})

describe('verification and consent', () => {
  it('red is rejected with its output, and the target is as it was', async () => {
    const session = await done('@sh rm README.md\n@commit gone')
    const before = w.repo.git('rev-parse', 'main')
    const stopped = await land({ session: session.id })
    expect([stopped.state, stopped.reason?.code, stopped.verify?.ok]).toEqual(['rejected', 'verify_failed', false])
    expect(w.repo.git('rev-parse', 'main')).toBe(before)
  })

  it('a change of Drover’s configuration waits for approval, whoever asks', async () => {
    const session = await done('@write .drover/roles/lead.md be kind\n@commit roles')
    const ready = await land({ session: session.id })
    expect([ready.state, ready.needsApproval]).toEqual(['ready', ['drover_config']])
    await ok(w.call('POST', `/api/v1/merges/${ready.id}/cancel`, {}))
  })

  it('an agent offers its own branch, names no target, approves nothing', async () => {
    const session = await w.spawn(
      '@write agent.txt a\n@commit agent\n@sh echo $DROVER_TOKEN > .git-token.log\n@say ready\n@hang',
    )
    await w.row(session.id, (row) => row.kind === 'text' && row.text === 'ready')
    const token = readFileSync(join(session.workspace ?? '', '.git-token.log'), 'utf8').trim()
    const ask = (path: string, body: object) => w.call('POST', `/api/v1/merges${path}`, body, { token })
    expect((await ask('', { session: session.id, into: 'main' })).body.code).toBe('FORBIDDEN_SCOPE')
    const { merge } = (await ask('', {})).body as { merge: Merge }
    const ready = await untilMerge(w, merge.id, isStopped)
    expect([ready.state, ready.by, ready.needsApproval]).toEqual(['ready', 'session', ['agent']])
    expect((await ask(`/${merge.id}/approve`, {})).body.code).toBe('FORBIDDEN_SCOPE')
    await ok(w.call('POST', `/api/v1/merges/${merge.id}/approve`, {}))
    expect((await untilMerge(w, merge.id, isStopped)).state).toBe('landed')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`, {}))
  })

  it('an approval covers what was shown: newer commits of the branch wait for another', async () => {
    const session = await done('@write .drover/roles/first.md kind\n@commit first')
    const ready = await land({ session: session.id })
    expect(ready.needsApproval).toEqual(['drover_config'])
    w.repo.write('README.md', 'mine\n')
    await ok(w.call('POST', `/api/v1/merges/${ready.id}/approve`, {}))
    expect((await untilMerge(w, ready.id, (one) => one.state === 'needs_human')).reason?.code).toBe('target_dirty')
    w.repo.git('checkout', '-q', 'README.md')
    await ok(w.call('POST', `/api/v1/merges/${ready.id}/cancel`, {}))
    await ok(
      w.call('POST', `/api/v1/sessions/${session.id}/send`, {
        message: '@write .drover/roles/evil.md x\n@commit more',
      }),
    )
    await w.turnEnd(session.id, 2)
    await ok(w.call('POST', `/api/v1/merges/${ready.id}/retry`, {}))
    const again = await untilMerge(w, ready.id, isStopped)
    expect([again.state, again.needsApproval, again.approval]).toEqual(['ready', ['drover_config'], null])
    await ok(w.call('POST', `/api/v1/merges/${ready.id}/cancel`, {}))
  })

  it('stopped before its verification, a retry does not land it unproven', async () => {
    const text = (more: string) =>
      `${Array.from({ length: 9 }, (_, n) => (n === 4 ? 'middle' : `line ${n}`)).join('\n')}\n${more}`
    w.repo.write('guide.md', text(''))
    w.repo.commit('guide')
    // The same marker from both sides: twice in the result, which neither had.
    const session = await done("@sh sed -i '1i <<<<<<< ours' guide.md\n@commit marker")
    w.repo.write('guide.md', text('<<<<<<< ours\n'))
    w.repo.commit('marker too')
    const before = w.repo.git('rev-parse', 'main')
    const stopped = await land({ session: session.id })
    expect([stopped.state, stopped.reason?.code, stopped.worktree]).toEqual(['needs_human', 'conflict_markers', null])
    await ok(w.call('POST', `/api/v1/merges/${stopped.id}/retry`, {}))
    const again = await untilMerge(w, stopped.id, isStopped)
    expect([again.state, again.reason?.code]).toEqual(['needs_human', 'conflict_markers'])
    expect(w.repo.git('rev-parse', 'main')).toBe(before)
    await ok(w.call('POST', `/api/v1/merges/${stopped.id}/cancel`, {}))
  })

  it('nothing to merge, no such target, itself: refused with a code, nothing written', async () => {
    const session = await done('@say nothing')
    const count = (await ok<{ merges: Merge[] }>(w.call('GET', '/api/v1/merges?limit=500'))).merges.length
    const code = async (body: object) => (await w.call('POST', '/api/v1/merges', body)).body.code
    expect(await code({ session: session.id })).toBe('MERGE_NOTHING')
    expect(await code({ session: session.id, into: 'nope' })).toBe('MERGE_TARGET_MISSING')
    expect(await code({ session: session.id, into: session.branch })).toBe('MERGE_BLOCKED')
    expect(await code({ session: 'demo-999' })).toBe('SESSION_NOT_FOUND')
    expect(await code({ branch: 'main' })).toBe('PROJECT_NOT_FOUND')
    expect(await code({})).toBe('INVALID_BODY')
    expect((await w.call('GET', '/api/v1/merges/m-9999')).body.code).toBe('MERGE_NOT_FOUND')
    expect((await ok<{ merges: Merge[] }>(w.call('GET', '/api/v1/merges?limit=500'))).merges.length).toBe(count)
  })
})

describe('from the shell', () => {
  it('land commits what is left, merges, says so, and exits with 0', async () => {
    const session = await done('Add a shell file\n@write shell.txt from the shell')
    const result = await w.cli(['land', session.id])
    expect([result.code, result.stderr]).toEqual([0, expect.not.stringContaining('Error')])
    expect(result.stdout).toContain('Add a shell file')
    expect(result.stdout).toContain('landed')
    expect(show('shell.txt').trim()).toBe('from the shell')
    expect(w.repo.git('log', '-3', '--format=%s')).toContain('Add a shell file')
  })

  it('land that does not land exits with 1 and says the next command', async () => {
    const session = await done('@write blocked.txt x\n@commit x')
    w.repo.write('README.md', 'mine\n')
    const dry = await w.cli(['merge', session.id, '--dry-run'])
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('uncommitted changes')])
    const result = await w.cli(['land', session.id])
    expect(result.code).toBe(1)
    expect(result.stdout).toMatch(/next {2}drover merge retry m-\d+/)
    w.repo.git('checkout', '-q', 'README.md')
    const id = /drover merge retry (m-\d+)/.exec(result.stdout)?.[1] ?? ''
    expect((await w.cli(['merge', 'retry', id, '--wait'])).code).toBe(0)
    expect((await w.cli(['merge', 'ls', '--all'])).stdout).toContain(id)
    expect((await w.cli(['merge', 'get', id, '--json'])).stdout).toContain('"landed"')
    expect((await w.cli(['merge', 'diff', id])).stdout).toContain('blocked.txt')
    expect((await w.cli(['merge', 'output', id])).stdout).toContain('verified')
  })
})

it('the fleet is told of every merge: queued, updated, landed, rejected', async () => {
  const { events } = JSON.parse(
    (await w.cli(['events', '--json', '--type', 'merge_queued,merge_updated,merge_landed,merge_rejected'])).stdout,
  ) as {
    events: Change[]
  }
  const types = new Set(events.map((change) => change.type))
  expect([...types].toSorted()).toEqual(['merge_landed', 'merge_queued', 'merge_rejected', 'merge_updated'])
})
