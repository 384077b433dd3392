/** Projects from outside: refusals with their codes, what a trusted repository brings into a workspace, what blocks its removal. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

const add = (body: Record<string, unknown>) => w.call('POST', '/api/v1/projects', body)

describe('adding a project', () => {
  it('is refused with its code', async () => {
    const plain = join(w.dir, 'plain')
    mkdirSync(plain)
    const unborn = join(w.dir, 'unborn')
    mkdirSync(unborn)
    execFileSync('git', ['init', '-q', unborn])
    const crypt = tempRepo(join(w.dir, 'crypt'), {
      'a.txt': 'a',
      '.gitattributes': 'secret filter=git-crypt diff=git-crypt\n',
    })
    mkdirSync(join(crypt.path, '.git', 'git-crypt'), { recursive: true })
    const other = tempRepo(join(w.dir, 'other'))
    const table: [Record<string, unknown>, number, string][] = [
      [{ path: '' }, 400, 'PATH_REQUIRED'],
      [{ path: join(w.dir, 'nowhere') }, 400, 'INVALID_PATH'],
      [{ path: plain }, 400, 'NOT_A_GIT_REPO'],
      [{ path: unborn }, 422, 'PROJECT_UNBORN'],
      [{ path: crypt.path }, 422, 'WORKTREE_UNSUPPORTED'],
      [{ path: other.path, id: 'Not An Id' }, 400, 'INVALID_PROJECT_ID'],
      [{ path: other.path, id: 'scratch' }, 400, 'INVALID_PROJECT_ID'],
      [{ path: w.repo.path }, 409, 'PATH_ALREADY_REGISTERED'],
      [{ path: other.path, id: 'demo' }, 409, 'ID_ALREADY_REGISTERED'],
    ]
    for (const [body, status, code] of table) {
      const answer = await add(body)
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([status, code])
    }
    expect((await add({ path: other.path, id: 'demo' })).body.details.suggestion).toBe('demo-2')
    expect((await w.call('GET', '/api/v1/projects')).body.projects).toHaveLength(1)
  })

  it('never stores credentials, and sees an origin that appears later', async () => {
    const repo = tempRepo(join(w.dir, 'With Origin'))
    const added = await ok<{ project: { id: string; repo: string } }>(add({ path: repo.path }))
    expect(added.project).toMatchObject({ id: 'with-origin', repo: '' })
    repo.git('remote', 'add', 'origin', 'https://someone:topsecretword@127.0.0.1:1/x/y.git')
    const session = await w.spawn('@say hi', { projectId: 'with-origin' })
    await w.turnEnd(session.id)
    const after = await w.call('GET', '/api/v1/projects/with-origin')
    expect(after.body.project.repo).toBe('https://127.0.0.1:1/x/y.git')
    expect(readFileSync(join(w.home, 'daemon.log'), 'utf8')).not.toContain('topsecretword')
  })
})

describe('a trusted repository', () => {
  it('brings links, copies, variables, caches and ports, and none of it shows as a change', async () => {
    const repo = tempRepo(join(w.dir, 'brings'), { 'a.txt': 'a\n', '.gitignore': '.env\nlocal.db\nnode_modules\n' })
    repo.write('.env', 'TOP=1\n')
    repo.write('local.db', 'rows')
    repo.write('node_modules/pkg/index.js', '1')
    repo.write('notes.txt', 'mine')
    repo.write('.worktreeinclude', 'local.db\n')
    repo.write(
      '.drover/config.toml',
      'link = ["node_modules"]\ncopy = [".env", "notes.txt"]\nports = 5\n[env]\nMODE = "test"\n[cache]\nNPM_CACHE = "npm"\n',
    )
    await w.addProject(repo, 'brings')
    const refused = await w.call('POST', '/api/v1/sessions', { projectId: 'brings', harness: 'rehearsal', prompt: 'x' })
    expect(refused.body.code).toBe('SETUP_NOT_TRUSTED')
    expect((await w.cli(['project', 'trust', 'brings', '-y'])).code).toBe(0)
    const one = await w.spawn('@sh env > env.out', { projectId: 'brings' })
    const two = await w.spawn('@sh env > env.out', { projectId: 'brings' })
    await w.turnEnd(one.id)
    await w.turnEnd(two.id)
    const tree = one.workspace ?? ''
    expect(lstatSync(join(tree, 'node_modules')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(tree, '.env'), 'utf8')).toBe('TOP=1\n')
    expect(readFileSync(join(tree, 'local.db'), 'utf8')).toBe('rows')
    const env = readFileSync(join(tree, 'env.out'), 'utf8')
    expect(env).toContain('MODE=test')
    expect(env).toMatch(/NPM_CACHE=\S*npm/)
    expect(env).toContain('DROVER_PORT_COUNT=5')
    const base = (text: string) => text.match(/DROVER_PORT_BASE=(\d+)/)?.[1]
    expect(base(env)).not.toBe(base(readFileSync(join(two.workspace ?? '', 'env.out'), 'utf8')))
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: tree, encoding: 'utf8' })).toBe('?? env.out\n')
    repo.write('.drover/config.toml', 'copy = [".env"]\n[env]\nMODE = "changed"\n')
    const again = await w.call('POST', '/api/v1/sessions', { projectId: 'brings', harness: 'rehearsal', prompt: 'x' })
    expect(again.body.code).toBe('SETUP_NOT_TRUSTED')
    const view = await w.call('GET', '/api/v1/projects/brings/trust')
    expect(JSON.stringify(view.body.trust.previous)).toContain('node_modules')
  })

  it('a mistake in its configuration is named with the nearest key and starts nothing', async () => {
    const repo = tempRepo(join(w.dir, 'typo'), {
      'a.txt': 'a\n',
      '.drover/config.toml': 'default_harnes = "rehearsal"\n',
    })
    await w.addProject(repo, 'typo')
    const answer = await w.call('POST', '/api/v1/sessions', { projectId: 'typo', harness: 'rehearsal', prompt: 'x' })
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_CONFIG'])
    expect(answer.text).toContain('default_harness')
    writeFileSync(join(repo.path, '.drover', 'config.toml'), '[server]\nport = 1\n')
    expect((await w.call('GET', '/api/v1/projects/typo/config')).body.code).toBe('INVALID_CONFIG')
    expect((await w.call('GET', '/api/v1/projects/typo')).body.project.status).toBe('degraded')
  })
})

describe('what blocks a removal', () => {
  const cleanup = async (id: string) => {
    await ok(w.call('POST', `/api/v1/sessions/${id}/kill`))
    const report = await ok<{ skipped: { session: string; reason: string }[]; removed: { session: string }[] }>(
      w.call('POST', '/api/v1/sessions/cleanup', {}),
    )
    return (
      report.skipped.find((one) => one.session === id)?.reason ??
      (report.removed.some((one) => one.session === id) ? 'removed' : 'nothing')
    )
  }

  it('a nested repository with work of its own', async () => {
    const session = await w.spawn(
      '@sh git init -q inner && cd inner && echo x > x && git add x && git -c user.name=a -c user.email=a@b commit -qm x',
    )
    await w.turnEnd(session.id)
    expect(['dirty', 'nested_repository']).toContain(await cleanup(session.id))
    expect(existsSync(join(session.workspace ?? '', 'inner', 'x'))).toBe(true)
  })

  it('a file too large to save, told by a notice', async () => {
    const session = await w.spawn('@sh head -c 62914560 /dev/zero > big.bin')
    await w.turnEnd(session.id)
    const notice = await w.row(session.id, (row) => row.kind === 'notice' && row.code === 'snapshot_skipped')
    expect(JSON.stringify(notice)).toContain('big.bin')
    expect(['dirty', 'unsaved_file']).toContain(await cleanup(session.id))
    expect(existsSync(join(session.workspace ?? '', 'big.bin'))).toBe(true)
  })

  it('a locked worktree, and a process that still runs in it (must never 2)', async () => {
    const locked = await w.spawn('@say x')
    await w.turnEnd(locked.id)
    w.repo.git('worktree', 'lock', '--reason', 'mine', locked.workspace ?? '')
    expect(await cleanup(locked.id)).toBe('locked')
    w.repo.git('worktree', 'unlock', locked.workspace ?? '')
    const { turn } = await ok<{ turn: { launchId: string } }>(w.call('GET', `/api/v1/sessions/${locked.id}/turns/1`))
    // As something that an agent started and that outlived the kill.
    const left = spawn('/bin/sleep', ['306'], { stdio: 'ignore', env: { DROVER_LAUNCH_ID: turn.launchId } })
    await once(left, 'spawn')
    expect(await cleanup(locked.id)).toBe('live_children')
    expect(existsSync(locked.workspace ?? '')).toBe(true)
    left.kill('SIGKILL')
    await once(left, 'exit')
    expect(await cleanup(locked.id)).toBe('removed')
  })
})
