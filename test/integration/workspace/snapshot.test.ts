/** Snapshots hold a work tree byte for byte, touch nothing of the user's, and come back exactly. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import type { SnapshotMade, SnapshotRequest } from '#ports/workspace'
import { codeOf, contents, type Ground, git, newGround, newRepo, newTree, write } from './support.ts'

const limit = 50 * 1024 * 1024

async function save(ground: Ground, path: string, more: Partial<SnapshotRequest> = {}): Promise<SnapshotMade> {
  const request = { sessionId: 's-1', path, n: 1, reason: 'turn' as const, maxFileBytes: limit, ...more }
  const made = await ground.work.snapshot(request)
  if (made === null) throw new Error('no snapshot was made')
  return made
}

/** Writes the snapshot into a new directory and gives its contents. */
async function unpack(ground: Ground, repoPath: string, commit: string): Promise<Record<string, string>> {
  const to = join(ground.root, `out-${Math.random()}`)
  await ground.work.recover({ repoPath, commit, to, intoWorktree: false })
  return contents(to)
}

/** Everything of git's that a snapshot must not change: index, HEAD, reflogs, stash, config, refs but our own. */
function gitState(tree: string): Record<string, string> {
  const gitDir = git(tree, 'rev-parse', '--absolute-git-dir')
  const common = git(tree, 'rev-parse', '--path-format=absolute', '--git-common-dir')
  const state: Record<string, string> = {
    refs: git(tree, 'for-each-ref')
      .split('\n')
      .filter((line) => !line.includes('refs/drover/'))
      .join('\n'),
  }
  const add = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const file = join(directory, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'objects' && entry.name !== 'drover' && entry.name !== 'worktrees') add(file)
      } else
        state[file] =
          `${statSync(file, { bigint: true }).mtimeNs} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
    }
  }
  add(gitDir)
  if (common !== gitDir) add(common)
  return state
}

test('tracked, staged, untracked, deleted, executable and linked files come back; git itself is untouched', async () => {
  const ground = newGround({
    'a.txt': 'one\n',
    'gone.txt': 'x',
    'mode.sh': 'x',
    'kind.txt': 'x',
    'dir/f': 'x',
    '.gitignore': 'ignored\n',
  })
  const path = await newTree(ground, 's-1')
  write(path, 'stashed', 'x')
  git(path, 'stash', '-qu')
  write(path, 'a.txt', 'staged\n')
  git(path, 'add', 'a.txt')
  write(path, 'a.txt', 'in the tree\n')
  rmSync(join(path, 'gone.txt'))
  chmodSync(join(path, 'mode.sh'), 0o755)
  rmSync(join(path, 'kind.txt'))
  symlinkSync('does/not/exist', join(path, 'kind.txt'))
  rmSync(join(path, 'dir'), { recursive: true })
  write(path, 'dir', 'now a file')
  write(path, 'new/untracked.bin', Buffer.from([0, 255, 10, 13, 10]))
  write(path, 'intent', 'to add')
  git(path, 'add', '-N', 'intent')
  write(path, 'ignored', 'not saved')
  const before = gitState(path)
  const files = contents(path)
  const made = await save(ground, path)
  expect(gitState(path)).toEqual(before)
  expect(contents(path)).toEqual(files)
  const { ignored: _, ...kept } = files
  expect(await unpack(ground, ground.repo, made.commit)).toEqual(kept)
  expect(git(path, 'rev-parse', made.ref)).toBe(made.commit)
  expect(made.ref).toBe('refs/drover/snapshots/test0000/s-1/1')
  expect(git(path, 'rev-parse', `${made.commit}^1`)).toBe(made.parent)
  expect(git(path, 'show', `${made.commit}^2:a.txt`)).toBe('staged')
  expect(made.skipped).toEqual([])
  expect(made.files).toBe(8)
  expect(git(path, 'log', '-1', '--format=%an %ae', made.commit)).toBe('Drover drover@localhost')
})

test('recovery into the work tree puts everything back and keeps ignored files', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'b/c/d.txt': 'two\n', 'e.txt': 'three\n', '.gitignore': 'ignored\n' })
  const path = await newTree(ground, 's-1')
  write(path, 'a.txt', 'work\n')
  write(path, 'new/x', 'new')
  rmSync(join(path, 'e.txt'))
  const wanted = contents(path)
  const made = await save(ground, path)
  write(path, 'a.txt', 'spoilt')
  rmSync(join(path, 'b'), { recursive: true })
  write(path, 'b', 'a file in the way')
  rmSync(join(path, 'new'), { recursive: true })
  symlinkSync(ground.root, join(path, 'new'))
  write(path, 'later/on/y', 'not in the snapshot')
  write(path, 'e.txt', 'came back')
  write(path, 'ignored', 'keep me')
  git(path, 'add', '-A')
  const index = git(path, 'ls-files', '-s')
  const result = await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })
  expect(contents(path)).toEqual({ ...wanted, ignored: '- keep me' })
  expect(existsSync(join(path, 'later'))).toBe(false)
  expect(existsSync(join(ground.root, 'x'))).toBe(false)
  expect(git(path, 'ls-files', '-s')).toBe(index)
  expect(result.files).toBeGreaterThan(4)
  expect(
    (await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })).files,
  ).toBe(0)
})

test('contents are saved without filters: autocrlf, eol, ident, encodings and an LFS-like filter', async () => {
  const ground = newGround({ 'plain.txt': 'a\nb\n' })
  const { repo } = ground
  git(repo, 'config', 'core.autocrlf', 'true')
  write(ground.root, 'global.config', '[filter "big"]\n\tclean = wc -c\n\tsmudge = cat\n')
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(ground.root, 'global.config'))
  onTestFinished(() => void vi.unstubAllEnvs())
  write(
    repo,
    '.gitattributes',
    '*.big filter=big\n*.id ident\n*.w text eol=crlf\n*.u working-tree-encoding=UTF-16LE text\n*.l text eol=lf\n',
  )
  write(repo, 'crlf.txt', 'a\r\nb\r\n')
  write(repo, 'mixed.txt', 'a\r\nb\n')
  write(repo, 'x.big', 'the large content\n')
  write(repo, 'x.id', '$Id$\n')
  write(repo, 'x.w', 'a\r\nb\r\n')
  write(repo, 'x.l', 'a\r\nb\r\n')
  write(repo, 'x.u', Buffer.from('hé\r\n', 'utf16le'))
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'conversions')
  rmSync(join(repo, 'x.id'))
  git(repo, 'checkout', 'x.id')
  expect(readFileSync(join(repo, 'x.id'), 'utf8')).toMatch(/^\$Id: /)
  const clean = contents(repo)
  const first = await save(ground, repo)
  expect(await unpack(ground, repo, first.commit)).toEqual(clean)
  expect([first.files, first.additions]).toEqual([0, 0])
  for (const name of ['crlf.txt', 'mixed.txt', 'x.big', 'x.id', 'x.w', 'x.l'])
    write(repo, name, 'changed\r\nlonger\n$Id: mine $\n')
  write(repo, 'new.big', 'untracked\r\n')
  const changed = contents(repo)
  const second = await save(ground, repo, { n: 2 })
  expect(await unpack(ground, repo, second.commit)).toEqual(changed)
  await ground.work.recover({ repoPath: repo, commit: first.commit, to: repo, intoWorktree: true })
  expect(contents(repo)).toEqual(clean)
})

test('names with line ends, quotes, dashes, backslashes and invalid UTF-8 survive', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  const names = [
    'new\nline',
    'quo"te',
    '-dash',
    '--all',
    'back\\slash',
    'tab\there',
    ' lead',
    'trail ',
    ':(top)x',
    '*',
    '"q"',
    'ünï',
  ]
  for (const name of names) write(path, name, `${name} content`)
  const raw = Buffer.concat([Buffer.from(`${path}/bytes-`), Buffer.from([0xff, 0xfe, 0x0a, 0x22])])
  writeFileSync(raw, 'bytes')
  symlinkSync(Buffer.from([0x2f, 0xff, 0x0a]), Buffer.concat([raw, Buffer.from('-link')]))
  const files = contents(path)
  const made = await save(ground, path)
  expect(await unpack(ground, ground.repo, made.commit)).toEqual(files)
  for (const name of [...names, 'a.txt']) rmSync(join(path, name))
  rmSync(raw)
  await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })
  expect(contents(path)).toEqual(files)
})

test('a file over the limit is skipped, named, and left alone by recovery; the limit itself is not', async () => {
  const ground = newGround({ 'tracked.bin': 'small' })
  const path = await newTree(ground, 's-1')
  const large = (name: string, bytes: number) => {
    const file = openSync(join(path, name), 'w')
    writeSync(file, 'head')
    ftruncateSync(file, bytes)
    closeSync(file)
  }
  large('huge.bin', 60 * 1024 * 1024)
  large('tracked.bin', limit + 1)
  large('exact.bin', limit)
  const made = await save(ground, path)
  expect([...made.skipped].sort((a, b) => a.path.localeCompare(b.path))).toMatchObject([
    { path: 'huge.bin', bytes: 60 * 1024 * 1024, why: 'too_large' },
    { path: 'tracked.bin', bytes: limit + 1 },
  ])
  write(path, 'x', 'y')
  await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })
  expect(statSync(join(path, 'huge.bin')).size).toBe(60 * 1024 * 1024)
  expect(statSync(join(path, 'tracked.bin')).size).toBe(limit + 1)
  expect(existsSync(join(path, 'x'))).toBe(false)
  const whole = await save(ground, path, { n: 2, maxFileBytes: 100 * 1024 * 1024 })
  rmSync(join(path, 'huge.bin'))
  await ground.work.recover({ repoPath: ground.repo, commit: whole.commit, to: path, intoWorktree: true })
  expect(statSync(join(path, 'huge.bin')).size).toBe(60 * 1024 * 1024)
  expect(readFileSync(join(path, 'huge.bin')).subarray(0, 4).toString()).toBe('head')
})

test('nested repositories and dirty submodules are saved in their own store and come back', async () => {
  const ground = newGround()
  const { root, repo } = ground
  newRepo(join(root, 'library'), { 'lib.txt': 'lib\n' })
  git(repo, 'submodule', 'add', '-q', join(root, 'library'), 'lib')
  git(repo, 'commit', '-qm', 'submodule')
  const path = await newTree(ground, 's-1')
  git(path, 'submodule', 'update', '-q', '--init')
  newRepo(join(path, 'nested'), { 'n.txt': 'n\n' })
  newRepo(join(path, 'nested/deeper'), { 'd.txt': 'd\n' })
  mkdirSync(join(path, 'unborn'))
  git(join(path, 'unborn'), 'init', '-q')
  write(path, 'unborn/u.txt', 'u')
  write(path, 'lib/lib.txt', 'changed\n')
  write(path, 'nested/new.txt', 'new')
  write(path, 'nested/deeper/d.txt', 'changed')
  const wanted = contents(path)
  const made = await save(ground, path)
  for (const inner of ['lib', 'nested', 'nested/deeper', 'unborn']) {
    expect(git(join(path, inner), 'rev-parse', '--verify', made.ref)).toMatch(/^[0-9a-f]{40}$/)
  }
  expect(await unpack(ground, repo, made.commit)).toEqual(wanted)
  const nestedRefs = () => git(join(path, 'nested/deeper'), 'for-each-ref', '--format=%(refname)', 'refs/drover')
  expect(nestedRefs()).toBe(made.ref)
  const again = {
    sessionId: 's-1',
    path,
    n: 2,
    reason: 'turn' as const,
    maxFileBytes: limit,
    unlessSameAs: made.commit,
  }
  expect(await ground.work.snapshot(again)).toBeNull()
  write(path, 'nested/deeper/d.txt', 'changed again')
  expect(await ground.work.snapshot(again)).not.toBeNull()
  write(path, 'lib/lib.txt', 'spoilt')
  rmSync(join(path, 'nested/new.txt'))
  write(path, 'unborn/u.txt', 'spoilt')
  await ground.work.recover({ repoPath: repo, commit: made.commit, to: path, intoWorktree: true })
  expect(contents(path)).toEqual(wanted)
  await ground.work.pruneSnapshots(repo, [made])
  expect(nestedRefs()).toBe('refs/drover/snapshots/test0000/s-1/2')
})

test('recovery keeps what git ignores today, also at the place of a saved file', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  write(path, 'notes', 'saved')
  write(path, 'deep/x', 'saved')
  const made = await save(ground, path)
  write(path, '.gitignore', 'notes\ndeep\n')
  write(path, 'notes', 'precious and ignored now')
  const back = () => ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })
  await back()
  expect(contents(path)).toEqual({
    'a.txt': '- one\n',
    'deep/x': '- saved',
    notes: '- saved',
    'notes.before-recover-1': '- precious and ignored now',
  })
  write(path, '.gitignore', 'deep\n')
  rmSync(join(path, 'deep'), { recursive: true })
  write(path, 'deep', 'an ignored file where a directory was')
  expect(await codeOf(back())).toBe('DESTINATION_NOT_EMPTY')
  expect(readFileSync(join(path, 'deep'), 'utf8')).toBe('an ignored file where a directory was')
})

test('a snapshot of one scratch workspace goes into another, as a fork needs it', async () => {
  const ground = newGround()
  const [from, to] = [join(ground.trees, 'scratch-1'), join(ground.trees, 'scratch-2')]
  await ground.work.createScratch(from)
  await ground.work.createScratch(to)
  write(from, 'deep/x', 'content')
  const made = await save(ground, from)
  await ground.work.recover({ repoPath: from, commit: made.commit, to, intoWorktree: true })
  expect(contents(to)).toEqual({ 'deep/x': '- content' })
})

test('a repository with sha256 ids works the same', async () => {
  const ground = newGround()
  const repo = join(ground.root, 'sha256')
  mkdirSync(repo)
  git(repo, 'init', '-q', '--object-format=sha256')
  write(repo, 'a')
  write(repo, 'b')
  git(repo, 'add', '.')
  git(repo, 'commit', '-qm', 'first')
  rmSync(join(repo, 'a'))
  write(repo, 'b', 'changed')
  const made = await save(ground, repo)
  expect(made.commit).toMatch(/^[0-9a-f]{64}$/)
  write(repo, 'b', 'spoilt')
  write(repo, 'a', 'back')
  await ground.work.recover({ repoPath: repo, commit: made.commit, to: repo, intoWorktree: true })
  expect(contents(repo)).toEqual({ b: '- changed' })
  expect((await ground.work.files({ path: repo, base: 'empty' })).map((file) => file.path)).toEqual(['b'])
})

test('files that come and go while they are being saved stop nothing', async () => {
  const ground = newGround()
  for (let n = 0; n < 100; n++) write(ground.repo, `steady/${n}`)
  let going = true
  const churn = (async () => {
    for (let n = 0; going; n++) {
      write(ground.repo, `churn/${n % 50}`, 'x'.repeat(n % 1000))
      rmSync(join(ground.repo, `churn/${(n + 25) % 50}`), { force: true })
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const made: SnapshotMade[] = []
  for (let n = 1; n <= 5; n++) made.push(await save(ground, ground.repo, { n }))
  going = false
  await churn
  for (const { commit } of made) {
    const files = await unpack(ground, ground.repo, commit)
    expect(Object.keys(files).filter((name) => name.startsWith('steady/')).length).toBe(100)
  }
})

test('unlessSameAs: nothing is made when neither files nor staged state changed', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  const head = git(path, 'rev-parse', 'HEAD')
  const again = (n: number, unlessSameAs: string) =>
    ground.work.snapshot({ sessionId: 's-1', path, n, reason: 'turn', maxFileBytes: limit, unlessSameAs })
  expect(await again(1, head)).toBeNull()
  write(path, 'a.txt', 'two\n')
  const first = await again(1, head)
  expect(first).not.toBeNull()
  expect(await again(2, first?.commit ?? '')).toBeNull()
  expect(git(path, 'for-each-ref', 'refs/drover').split('\n').length).toBe(1)
  git(path, 'add', '.')
  expect(await again(2, first?.commit ?? '')).not.toBeNull()
})

test('unborn, detached, mid-merge, mid-rebase, sparse and flagged trees are saved', async () => {
  const ground = newGround({ 'a.txt': 'base\n', 'dir/b.txt': 'b\n', 'flag.txt': 'f\n' })
  const { repo, work, trees } = ground
  const scratch = join(trees, 'scratch-1')
  await work.createScratch(scratch)
  write(scratch, 'x', 'y')
  const unborn = await save(ground, scratch)
  expect(unborn.parent).toBeNull()
  expect(await unpack(ground, scratch, unborn.commit)).toEqual({ x: '- y' })

  git(repo, 'checkout', '-q', '-b', 'other')
  write(repo, 'a.txt', 'other\n')
  git(repo, 'commit', '-qam', 'other')
  git(repo, 'checkout', '-q', 'trunk')
  write(repo, 'a.txt', 'trunk\n')
  git(repo, 'commit', '-qam', 'trunk')
  for (const [n, command] of ['merge', 'rebase'].entries()) {
    const path = await newTree(ground, `s-${n + 1}`)
    expect(() => git(path, command, 'other')).toThrow()
    const state = gitState(path)
    const made = await save(ground, path, { n: n + 1 })
    expect(gitState(path)).toEqual(state)
    expect(contents(path)['a.txt']).toContain('<<<<<<<')
    expect(await unpack(ground, repo, made.commit)).toEqual(contents(path))
    write(path, 'a.txt', 'resolved wrongly')
    await work.recover({ repoPath: repo, commit: made.commit, to: path, intoWorktree: true })
    expect(contents(path)['a.txt']).toContain('<<<<<<<')
  }

  const flagged = await newTree(ground, 's-9')
  git(flagged, 'checkout', '-q', '--detach')
  git(flagged, 'update-index', '--assume-unchanged', 'flag.txt')
  git(flagged, 'update-index', '--skip-worktree', 'dir/b.txt')
  write(flagged, 'flag.txt', 'hidden change')
  write(flagged, 'dir/b.txt', 'hidden too')
  const made = await save(ground, flagged, { n: 9 })
  expect(await unpack(ground, repo, made.commit)).toEqual(contents(flagged))

  const sparse = await newTree(ground, 's-10')
  git(sparse, 'sparse-checkout', 'set', '--no-cone', '/a.txt')
  expect(existsSync(join(sparse, 'dir'))).toBe(false)
  write(sparse, 'a.txt', 'changed\n')
  const thin = await save(ground, sparse, { n: 10 })
  expect(thin.files).toBe(1)
  expect(git(sparse, 'show', `${thin.commit}:dir/b.txt`)).toBe('b')
})

test('small ignored files are saved on request and come back where they are missing', async () => {
  const ground = newGround({ 'a.txt': '1', '.gitignore': '.env\nlocal/\nnode_modules/\n' })
  const path = await newTree(ground, 's-1')
  write(path, '.env', 'KEY=1')
  write(path, 'local/deep/db.sqlite', Buffer.from([0, 1, 2]))
  write(path, 'local/large', Buffer.alloc(1024 * 1024 + 1))
  write(path, 'node_modules/x/index.js', 'x')
  const made = await save(ground, path, { reason: 'cleanup', ignoredBytes: 10_000_000 })
  const back = await unpack(ground, ground.repo, made.commit)
  expect(Object.keys(back).sort()).toEqual(['.env', '.gitignore', 'a.txt', 'local/deep/db.sqlite'])
  expect(made.skipped).toEqual([])
  expect(made.files).toBe(0)
  await ground.work.remove({ repoPath: ground.repo, path })
  await ground.work.readd({ repoPath: ground.repo, path, branch: 'drover/s-1/root' })
  write(path, '.env', 'KEY=mine')
  await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true })
  expect(contents(path)['.env']).toBe('- KEY=mine')
  expect(contents(path)['local/deep/db.sqlite']).toBe('- \0\x01\x02')
  const tight = await save(ground, path, { n: 2, ignoredBytes: 9 })
  expect(Object.keys(await unpack(ground, ground.repo, tight.commit)).sort()).toEqual(['.env', '.gitignore', 'a.txt'])
})

test('recovery refuses a directory that holds something, an unknown commit, and a tree that would climb out', async () => {
  const ground = newGround()
  const { repo, root, work } = ground
  const commit = git(repo, 'rev-parse', 'HEAD')
  write(root, 'full/x', 'mine')
  const to = (directory: string, which = commit) =>
    codeOf(work.recover({ repoPath: repo, commit: which, to: join(root, directory), intoWorktree: false }))
  expect(await to('full')).toBe('DESTINATION_NOT_EMPTY')
  expect(await to('out', 'f'.repeat(40))).toBe('SNAPSHOT_NOT_FOUND')
  expect(await to('out', '--help')).toBe('SNAPSHOT_NOT_FOUND')
  const blob = git(repo, 'rev-parse', 'HEAD:a.txt')
  const treeWith = (name: string) => {
    const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')])
    const tree = execFileSync('git', ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], {
      cwd: repo,
      input: entry,
      timeout: 30_000,
    })
      .toString()
      .trim()
    return git(repo, 'commit-tree', tree, '-m', 'evil')
  }
  for (const name of ['..', '.git', '.GIT'])
    expect(await to(`out${name}`, treeWith(name)), name).toBe('SNAPSHOT_FAILED')
  expect(existsSync(join(root, 'a.txt'))).toBe(false)
})

test('a file that cannot be read stops the snapshot and is named', async () => {
  const ground = newGround()
  const isRoot = process.getuid?.() === 0
  const locked = join(ground.repo, 'locked.txt')
  write(ground.repo, 'locked.txt', 'x')
  write(ground.repo, 'closed/x', 'x')
  chmodSync(locked, 0o000)
  const attempt = () => {
    if (!isRoot) return codeAndMessage(ground)
    // The superuser reads everything, so somebody else looks.
    execFileSync('chown', ['-R', '65534:65534', ground.root])
    chmodSync(ground.root, 0o755)
    const script = `import { createWorkspaces } from '#adapters/workspace/workspaces'
      process.setgid(65534); process.setuid(65534)
      const work = createWorkspaces()
      work.snapshot({ sessionId: 's-1', path: ${JSON.stringify(ground.repo)}, n: 1, reason: 'turn', maxFileBytes: 1e6 })
        .then(() => console.log('saved'), (error) => console.log(error.code, error.message))`
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: process.cwd(),
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...process.env, HOME: ground.root },
    })
  }
  expect(await attempt()).toMatch(/^SNAPSHOT_FAILED locked\.txt/)
  chmodSync(locked, 0o644)
  chmodSync(join(ground.repo, 'closed'), 0o000)
  expect(await attempt()).toMatch(/^SNAPSHOT_FAILED closed/)
  chmodSync(join(ground.repo, 'closed'), 0o755)
  expect(await attempt()).toBe('saved\n')
})

const codeAndMessage = (ground: Ground): Promise<string> =>
  save(ground, ground.repo).then(
    () => 'saved\n',
    (error) => `${error.code} ${error.message}`,
  )

test('no git identity is needed, and pruning drops only the named refs', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  git(path, 'config', 'user.useConfigOnly', 'true')
  write(path, 'x', '1')
  const one = await save(ground, path)
  write(path, 'x', '2')
  const two = await save(ground, path, { n: 2 })
  const trunk = git(ground.repo, 'rev-parse', 'trunk')
  await ground.work.pruneSnapshots(ground.repo, [
    one,
    { ref: 'refs/heads/trunk', commit: trunk },
    { ref: 'refs/drover/snapshots/test0000/s-1/77', commit: trunk },
  ])
  expect(git(path, 'for-each-ref', '--format=%(refname)', 'refs/drover', 'refs/heads/trunk')).toBe(
    `${two.ref}\nrefs/heads/trunk`,
  )
  expect(await codeOf(save(ground, path, { sessionId: '../../heads/trunk' }))).toBe('SNAPSHOT_FAILED')
})

test('a ref is made where none stands and deleted where it stands as it was made; other homes keep theirs', async () => {
  const ground = newGround()
  const { repo } = ground
  const path = await newTree(ground, 's-1')
  write(path, 'x', '1')
  const other = createWorkspaces({ home: 'other000' })
  const request = { sessionId: 's-1', path, n: 1, reason: 'turn' as const, maxFileBytes: limit }
  const theirs = await other.snapshot(request)
  write(path, 'x', 'mine')
  const mine = await save(ground, path)
  expect([theirs?.ref, mine.ref]).toEqual([
    'refs/drover/snapshots/other000/s-1/1',
    'refs/drover/snapshots/test0000/s-1/1',
  ])
  write(path, 'x', '2')
  const again = await save(ground, path, { n: 3 })
    .then(() => save(ground, path, { n: 1 }))
    .catch((error) => error)
  expect([again.code, again.details]).toEqual(['SNAPSHOT_FAILED', { taken: 3 }])
  expect(git(repo, 'rev-parse', mine.ref)).toBe(mine.commit)

  // From before refs carried a home; one of them was overwritten by somebody else.
  const old = [1, 2].map((n) => ({ ref: `refs/drover/snapshots/s-1/${n}`, commit: mine.commit }))
  git(repo, 'update-ref', old[0]?.ref ?? '', mine.commit)
  git(repo, 'update-ref', old[1]?.ref ?? '', theirs?.commit ?? '')
  await ground.work.pruneSnapshots(repo, [...old, mine, { ref: theirs?.ref ?? '', commit: theirs?.commit ?? '' }])
  expect(git(repo, 'for-each-ref', '--format=%(refname)', 'refs/drover').split('\n')).toEqual([
    theirs?.ref,
    'refs/drover/snapshots/s-1/2',
    'refs/drover/snapshots/test0000/s-1/3',
  ])
})

test('of numbers that were being made those that stand are found, of this home only, with what they say of themselves', async () => {
  const ground = newGround()
  const { repo, work } = ground
  const path = await newTree(ground, 's-1')
  write(path, 'x', '1')
  const { ref, commit, parent } = await save(ground, path, { n: 2 })
  await createWorkspaces({ home: 'other000' }).snapshot({
    sessionId: 's-1',
    path,
    n: 3,
    reason: 'turn',
    maxFileBytes: limit,
  })
  const names = [1, 2, 3].map((n) => ({ sessionId: 's-1', n }))
  expect(await work.standingSnapshots(repo, names)).toEqual([{ sessionId: 's-1', n: 2, ref, commit }])
  expect(await work.describeSnapshot(repo, commit)).toMatchObject({ parent, reason: 'turn', skipped: [] })
})
