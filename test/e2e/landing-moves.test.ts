/**
 * A target that moves while a merge is verified, here and at the remote, a remote that refuses, and a `verify` that misbehaves:
 * no commit is lost on either side, nothing lands by half, nothing is left running.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import { ok, type World, world } from '#test/support/world'
import { isAlive } from './cli-world.ts'
import { isStopped, merged, untilMerge, userState } from './landing-world.ts'

let w: World
let bare: string
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n', 'check.sh': 'exit 0\n' } })
  await w.addProject()
  bare = join(w.dir, 'remote.git')
  w.repo.git('init', '-q', '--bare', '-b', 'main', bare)
  w.repo.git('remote', 'add', 'origin', bare)
  w.repo.git('push', '-q', 'origin', 'main')
})
afterAll(() => w.end())

const verifyWith = (verify: string, more: object = {}) =>
  ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify, ...more } }))
const done = async (prompt: string): Promise<string> => {
  const session = await w.spawn(prompt)
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.status === 'idle')
  return session.id
}
const show = (file: string): string => readFileSync(join(w.repo.path, file), 'utf8').trim()
const remoteTip = (): string => w.repo.git('ls-remote', 'origin', 'refs/heads/main').slice(0, 40)

/** The first verification says that it runs and waits; later ones hold at once. */
async function whileVerified(prompt: string, body: object, act: () => void): Promise<Merge> {
  const name = prompt.replace(/\W+/g, '-')
  const [began, go] = [join(w.dir, `${name}-began`), join(w.dir, `${name}-go`)]
  await verifyWith(`if [ ! -f ${began} ]; then touch ${began}; until [ -f ${go} ]; do sleep 0.05; done; fi`)
  const { id } = await merged(w, { session: await done(prompt), ...body })
  await untilMerge(w, id, (one) => one.state === 'verifying')
  act()
  writeFileSync(go, '')
  return untilMerge(w, id, isStopped)
}

describe('the target moves while a merge is verified', () => {
  it('by a person’s commit: merged anew onto it, both are there', async () => {
    const after = await whileVerified('@write one.txt one\n@commit one', {}, () => {
      w.repo.write('mine.txt', 'mine\n')
      w.repo.commit('mine')
    })
    expect([after.state, after.attempts, after.verify?.ok]).toEqual(['landed', 2, true])
    expect([show('one.txt'), show('mine.txt'), w.repo.git('status', '--porcelain')]).toEqual(['one', 'mine', ''])
    expect(w.repo.git('log', '--format=%s', '-2', '--first-parent')).toMatch(/^Merge branch .*\nmine\n$/)
  })

  it('by a push from elsewhere: the remote and the branch here have both', async () => {
    w.repo.git('push', '-q', 'origin', 'main')
    const after = await whileVerified('@write two.txt two\n@commit two', { push: true }, () => {
      const other = join(w.dir, 'other')
      w.repo.git('clone', '-q', bare, other)
      writeFileSync(join(other, 'theirs.txt'), 'theirs\n')
      w.repo.git('-C', other, 'add', '-A')
      w.repo.git('-C', other, '-c', 'user.name=o', '-c', 'user.email=o@x', 'commit', '-qm', 'theirs')
      w.repo.git('-C', other, 'push', '-q')
    })
    expect([after.state, after.attempts, after.push?.state]).toEqual(['landed', 2, 'pushed'])
    expect([show('two.txt'), show('theirs.txt')]).toEqual(['two', 'theirs'])
    expect(remoteTip()).toBe(w.repo.git('rev-parse', 'main').trim())
  })
})

describe('the remote', () => {
  it('refuses: nothing moved on either side, its words are told', async () => {
    await verifyWith('true')
    const hook = join(bare, 'hooks', 'pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho main is frozen >&2\nexit 1\n', { mode: 0o755 })
    const [before, there] = [userState(w), remoteTip()]
    const { id } = await merged(w, { session: await done('@write three.txt x\n@commit three'), push: true })
    const after = await untilMerge(w, id, isStopped)
    expect([after.state, after.reason?.code]).toEqual(['rejected', 'push_refused'])
    expect(after.reason?.message).toContain('main is frozen')
    expect([userState(w), remoteTip()]).toEqual([before, there])
    writeFileSync(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    await ok(w.call('POST', `/api/v1/merges/${id}/retry`, {}))
    expect((await untilMerge(w, id, isStopped)).state).toBe('landed')
    expect(show('three.txt')).toBe('x')
  })

  it('lacks commits that the branch here has: told, never pushed along', async () => {
    w.repo.write('private.txt', 'private\n')
    w.repo.commit('private')
    const [before, there] = [userState(w), remoteTip()]
    const { id } = await merged(w, { session: await done('@write four.txt x\n@commit four'), push: true })
    const after = await untilMerge(w, id, isStopped)
    expect([after.state, after.reason?.code]).toEqual(['needs_human', 'local_commits'])
    expect([userState(w), remoteTip()]).toEqual([before, there])
    w.repo.git('push', '-q', 'origin', 'main')
    await ok(w.call('POST', `/api/v1/merges/${id}/retry`, {}))
    expect((await untilMerge(w, id, isStopped)).state).toBe('landed')
  })

  it('has it, and the checkout here is dirty: blocked before the push, so nothing lands by half', async () => {
    w.repo.write('README.md', 'mine\n')
    const [before, there] = [userState(w), remoteTip()]
    const { id } = await merged(w, { session: await done('@write five.txt x\n@commit five'), push: true })
    const after = await untilMerge(w, id, isStopped)
    expect([after.state, after.reason?.code]).toEqual(['needs_human', 'target_dirty'])
    expect([userState(w), remoteTip()]).toEqual([before, there])
    w.repo.git('checkout', '-q', 'README.md')
    await ok(w.call('POST', `/api/v1/merges/${id}/retry`, {}))
    expect((await untilMerge(w, id, isStopped)).state).toBe('landed')
    expect(remoteTip()).toBe(w.repo.git('rev-parse', 'main').trim())
  })
})

describe('verify', () => {
  const land = async (file: string): Promise<Merge> => {
    const { id } = await merged(w, { session: await done(`@write ${file} x\n@commit ${file}`) })
    return untilMerge(w, id, isStopped)
  }

  it('hangs: ended at its time, with everything in it, and rejected', async () => {
    const pid = join(w.dir, 'pid')
    await verifyWith(`sleep 600 & echo $! > ${pid}; wait`, { verify_timeout: 1 })
    const after = await land('hangs.txt')
    expect([after.state, after.reason?.code, after.verify?.timedOut]).toEqual(['rejected', 'verify_failed', true])
    expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
  })

  it('forks a daemon and prints 100 MB: it holds, the daemon is gone, the end of the output is kept', async () => {
    const pid = join(w.dir, 'daemon')
    const fork = `(setsid sleep 600 >/dev/null 2>&1 & echo $! > ${pid})`
    await verifyWith(`${fork}; head -c 100000000 /dev/zero | tr '\\0' 'x'; echo; echo the end`, { verify_timeout: 120 })
    const after = await land('loud.txt')
    expect([after.state, after.verify?.ok, (after.verify?.bytes ?? 0) > 1e8]).toEqual(['landed', true, true])
    expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
    expect(after.verify?.outputTail).toContain('the end')
  })

  it('has the ports of the session and not its token', async () => {
    const said = join(w.dir, 'said')
    await verifyWith(`echo "$DROVER_SESSION_ID $DROVER_PORT_BASE $DROVER_PORT_COUNT [$DROVER_TOKEN]" > ${said}`)
    const after = await land('ports.txt')
    expect(after.state).toBe('landed')
    expect(readFileSync(said, 'utf8').trim()).toMatch(new RegExp(`^${after.sessionId} \\d{4,5} \\d+ \\[\\]$`))
  })
})

it('two targets have two lanes: one that is verified does not hold up the other', async () => {
  w.repo.git('branch', 'next')
  const go = join(w.dir, 'lane-go')
  await verifyWith(`if [ -f slow.txt ]; then until [ -f ${go} ]; do sleep 0.05; done; fi`)
  const slow = await merged(w, { session: await done('@write slow.txt x\n@commit slow') })
  await untilMerge(w, slow.id, (one) => one.state === 'verifying')
  const other = await merged(w, { session: await done('@write quick.txt x\n@commit quick'), into: 'next' })
  expect((await untilMerge(w, other.id, isStopped)).state).toBe('landed')
  writeFileSync(go, '')
  expect((await untilMerge(w, slow.id, isStopped)).state).toBe('landed')
})
