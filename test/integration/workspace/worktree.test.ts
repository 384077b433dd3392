/** Workspaces: made in crowds, placed, looked at, removed only when nothing is lost. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import { codeOf, contents, git, newDirectory, newGround, newRepo, newTree, write } from './support.ts'

const branchExists = (repo: string, branch: string) => git(repo, 'branch', '--list', branch) !== ''

test('create makes a clean tree on a new branch without tracking', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'dir/b.sh': 'x' })
  const path = await newTree(ground, 's-1')
  expect(contents(path)).toEqual(contents(ground.repo))
  expect(git(path, 'status', '--porcelain')).toBe('')
  expect(git(path, 'branch', '--show-current')).toBe('drover/s-1/root')
  expect(git(ground.repo, 'config', '--get-regexp', '.*').includes('branch.drover')).toBe(false)
  expect((await ground.work.state(path)).head).toBe(git(ground.repo, 'rev-parse', 'HEAD'))
})

test('create checks out an existing branch, also where a tag has its name', async () => {
  const { repo, trees, work } = newGround()
  git(repo, 'checkout', '-q', '-b', 'same')
  write(repo, 'b.txt')
  git(repo, 'add', '.')
  git(repo, 'commit', '-qm', 'b')
  git(repo, 'checkout', '-q', 'trunk')
  git(repo, 'tag', 'same')
  await work.create({ repoPath: repo, path: join(trees, 'x'), branch: 'same', base: 'trunk', newBranch: false })
  expect(existsSync(join(trees, 'x/b.txt'))).toBe(true)
  expect(git(join(trees, 'x'), 'status', '--porcelain')).toBe('')
})

test('fifty at once on one repository: fifty work', async () => {
  const ground = newGround(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d/${n}.txt`, `${n}\n`])))
  const names = Array.from({ length: 50 }, (_, n) => `s-${n + 1}`)
  const paths = await Promise.all(names.map((name) => newTree(ground, name)))
  for (const path of paths) expect(git(path, 'status', '--porcelain')).toBe('')
  expect((await ground.work.listWorktrees(ground.repo)).length).toBe(51)
  expect(git(ground.repo, 'config', 'core.bare')).toBe('false')
})

test('create waits out the lock file of another git', async () => {
  const ground = newGround()
  mkdirSync(join(ground.repo, '.git/refs/heads/drover/s-1'), { recursive: true })
  const lock = join(ground.repo, '.git/refs/heads/drover/s-1/root.lock')
  writeFileSync(lock, '')
  const made = newTree(ground, 's-1')
  setTimeout(() => import('node:fs').then((fs) => fs.rmSync(lock)), 150)
  expect(existsSync(join(await made, 'a.txt'))).toBe(true)
})

test('a create that fails leaves no tree, no branch and no registration (must never 49)', async () => {
  const { repo, trees, work } = newGround()
  const oid = git(repo, 'rev-parse', 'HEAD:a.txt')
  const object = join(repo, '.git/objects', oid.slice(0, 2), oid.slice(2))
  chmodSync(object, 0o644)
  writeFileSync(object, 'damaged')
  const request = { repoPath: repo, path: join(trees, 'x'), branch: 'n/x', base: 'trunk', newBranch: true }
  expect(await codeOf(work.create(request))).toBe('GIT_FAILED')
  expect(existsSync(join(trees, 'x'))).toBe(false)
  expect(branchExists(repo, 'n/x')).toBe(false)
  expect((await work.listWorktrees(repo)).length).toBe(1)
})

test.each([
  ['is not filled', '*" read-tree "*'],
  ['is not registered', '*" worktree add "*'],
])('a tree that %s though git reports success is no workspace (must never 49)', async (_, swallowed) => {
  const { root, repo, trees } = newGround()
  const gitPath = join(root, 'lying-git')
  writeFileSync(gitPath, `#!/bin/sh\ncase " $* " in ${swallowed}) exit 0 ;; esac\nexec git "$@"\n`)
  chmodSync(gitPath, 0o755)
  const work = createWorkspaces({ home: 'test0000', gitPath })
  const request = { repoPath: repo, path: join(trees, 'x'), branch: 'n/x', base: 'trunk', newBranch: true }
  await expect(work.create(request)).rejects.toThrow()
  expect([existsSync(join(trees, 'x')), branchExists(repo, 'n/x')]).toEqual([false, false])
  expect(await work.listWorktrees(repo)).toHaveLength(1)
})

test('a commit without files is a workspace without files', async () => {
  const ground = newGround({})
  expect(contents(await newTree(ground, 's-1'))).toEqual(contents(ground.repo))
})

test('create never takes a directory that holds something', async () => {
  const { repo, trees, work } = newGround()
  write(trees, 'x/mine', 'precious')
  const request = { repoPath: repo, path: join(trees, 'x'), branch: 'n/x', base: 'trunk', newBranch: true }
  expect(await codeOf(work.create(request))).toBe('DESTINATION_NOT_EMPTY')
  await work.discard({ ...request, madeBranch: true })
  expect(await codeOf(work.createScratch(join(trees, 'x')))).toBe('DESTINATION_NOT_EMPTY')
  await work.discard({ repoPath: null, path: join(trees, 'x'), branch: null, madeBranch: false, base: null })
  expect(readFileSync(join(trees, 'x/mine'), 'utf8')).toBe('precious')
})

test('place links, copies, honours .worktreeinclude, and nothing shows as dirty', async () => {
  const ground = newGround({
    'a.txt': '1',
    '.gitignore': '.env*\nnode_modules/\ncache/\n',
    '.worktreeinclude': '.env*\n!.env.prod\nuntracked\n',
  })
  const { repo, work } = ground
  write(repo, '.env', 'SECRET=1')
  write(repo, '.env.prod', 'no')
  write(repo, 'untracked', 'matches the list but git does not ignore it')
  write(repo, 'node_modules/m/index.js')
  write(repo, 'local [1]/data.db', 'db')
  write(repo, 'sub/.env.local', 'deep')
  const path = await newTree(ground, 's-1')
  const request = {
    repoPath: repo,
    path,
    link: ['node_modules/'],
    copy: ['./local [1]', 'a.txt', 'missing'],
    files: [{ path: '.agent/settings.json', content: '{}' }],
  }
  await work.place(request)
  await work.place(request)
  expect(lstatSync(join(path, 'node_modules')).isSymbolicLink()).toBe(true)
  expect(existsSync(join(path, 'node_modules/m/index.js'))).toBe(true)
  expect(readFileSync(join(path, 'local [1]/data.db'), 'utf8')).toBe('db')
  expect(readFileSync(join(path, '.env'), 'utf8')).toBe('SECRET=1')
  expect(readFileSync(join(path, 'sub/.env.local'), 'utf8')).toBe('deep')
  expect(existsSync(join(path, '.env.prod'))).toBe(false)
  expect(existsSync(join(path, 'untracked'))).toBe(false)
  expect(git(path, 'status', '--porcelain', '--untracked-files=all')).toBe('')
  const exclude = readFileSync(join(repo, '.git/info/exclude'), 'utf8')
  const ours = exclude.split('\n').filter((line) => line.startsWith('/'))
  expect(ours).toEqual(['/.agent/settings.json', '/local \\[1]', '/node_modules'])
  write(path, 'deep/node_modules', 'a file of the agent elsewhere still shows')
  expect((await work.state(path)).changed).toEqual(['deep/node_modules'])
})

test('a copied directory in which git tracks files hides only the copies', async () => {
  const ground = newGround({ 'config/app.json': '{}' })
  write(ground.repo, 'config/secret.json', 's')
  const path = await newTree(ground, 's-1')
  await ground.work.place({ repoPath: ground.repo, path, link: [], copy: ['config'] })
  expect(readFileSync(join(path, 'config/secret.json'), 'utf8')).toBe('s')
  expect((await ground.work.state(path)).changed).toEqual([])
  write(path, 'config/agent.json', 'new work')
  expect((await ground.work.state(path)).changed).toEqual(['config/agent.json'])
})

test('placing in many workspaces at once keeps one exclude block and the lines of the user', async () => {
  const ground = newGround()
  writeFileSync(join(ground.repo, '.git/info/exclude'), 'mine')
  const paths = await Promise.all([1, 2, 3, 4, 5].map((n) => newTree(ground, `s-${n}`)))
  await Promise.all(
    paths.map((path, n) =>
      ground.work.place({ repoPath: ground.repo, path, link: [], copy: [], files: [{ path: `f${n}`, content: '' }] }),
    ),
  )
  const lines = readFileSync(join(ground.repo, '.git/info/exclude'), 'utf8').split('\n')
  expect(lines[0]).toBe('mine')
  expect(lines.filter((line) => line.startsWith('/'))).toEqual(['/f0', '/f1', '/f2', '/f3', '/f4'])
  expect(lines.filter((line) => line.startsWith('# drover')).length).toBe(2)
})

test('place refuses to leave the repository or to replace what git tracks', async () => {
  const ground = newGround({ 'a.txt': '1', 'dir/b': '2' })
  const { root, repo, work } = ground
  write(root, 'outside/secret', 's')
  symlinkSync(join(root, 'outside'), join(repo, 'way-out'))
  const path = await newTree(ground, 's-1')
  const place = (more: object) => codeOf(work.place({ repoPath: repo, path, link: [], copy: [], ...more }))
  for (const name of ['../outside', '/etc', '.git', '.git/config', 'way-out', 'way-out/secret', '', '.', 'x/../..']) {
    expect(await place({ link: [name] }), name).toBe('INVALID_CONFIG')
    expect(await place({ copy: [name] }), name).toBe('INVALID_CONFIG')
    if (name.startsWith('way-out')) continue
    expect(await place({ files: [{ path: name, content: 'x' }] }), name).toBe('INVALID_CONFIG')
  }
  expect(await place({ link: ['dir'] })).toBe('INVALID_CONFIG')
  expect(await place({ files: [{ path: 'a.txt', content: 'x' }] })).toBe('INVALID_CONFIG')
  symlinkSync(join(root, 'outside'), join(path, 'escape'))
  expect(await place({ files: [{ path: 'escape/x', content: 'x' }] })).toBe('INVALID_CONFIG')
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('1')
  expect(contents(join(root, 'outside'))).toEqual({ secret: '- s' })
})

test('remove refuses every kind of work and takes ignored files along', async () => {
  const ground = newGround({ 'a.txt': '1\n', 'b.txt': '2\n', '.gitignore': 'ignored/\n' })
  const { repo, work } = ground
  const path = await newTree(ground, 's-1')
  const remove = () => codeOf(work.remove({ repoPath: repo, path }))
  write(path, 'a.txt', 'changed')
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  git(path, 'checkout', '-q', '.')
  write(path, 'new file', 'x')
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  git(path, 'add', '.')
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  git(path, 'rm', '-q', '--cached', 'new file')
  git(path, 'clean', '-fdq')
  git(path, 'update-index', '--assume-unchanged', 'a.txt')
  git(path, 'update-index', '--skip-worktree', 'b.txt')
  write(path, 'a.txt', 'hidden work')
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  write(path, 'a.txt', '1\n')
  write(path, 'b.txt', 'hidden too')
  expect((await work.state(path)).changed).toEqual(['b.txt'])
  write(path, 'b.txt', '2\n')
  git(ground.repo, 'worktree', 'lock', '--reason', 'mine', path)
  expect((await work.state(path)).locked).toBe('mine')
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  git(ground.repo, 'worktree', 'unlock', path)
  newRepo(join(path, 'ignored/nested'))
  expect((await work.state(path)).nested).toEqual(['ignored/nested'])
  expect(await remove()).toBe('WORKSPACE_DIRTY')
  expect(existsSync(join(path, 'ignored/nested/a.txt'))).toBe(true)
  git(path, 'clean', '-ffdxq')
  write(path, 'ignored/node_modules/x/y', 'z')
  mkdirSync(join(path, 'ignored/ro'))
  write(path, 'ignored/ro/f')
  chmodSync(join(path, 'ignored/ro'), 0o500)
  expect(await remove()).toBe('no error')
  expect(existsSync(path)).toBe(false)
  expect((await work.listWorktrees(repo)).length).toBe(1)
  expect((await work.state(path)).exists).toBe(false)
  expect(await remove()).toBe('no error')
})

test('a submodule with commits of its own blocks removal; a saved one does not', async () => {
  const ground = newGround()
  const { root, repo, work } = ground
  newRepo(join(root, 'library'))
  git(repo, 'submodule', 'add', '-q', join(root, 'library'), 'lib')
  git(repo, 'commit', '-qm', 'submodule')
  const path = await newTree(ground, 's-1')
  git(path, 'submodule', 'update', '-q', '--init')
  git(join(path, 'lib'), 'checkout', '-q', '-b', 'mine')
  git(join(path, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'mine')
  git(join(path, 'lib'), 'checkout', '-q', 'HEAD^')
  expect((await work.state(path)).nested).toEqual(['lib'])
  expect(await codeOf(work.remove({ repoPath: repo, path }))).toBe('WORKSPACE_DIRTY')
  git(join(path, 'lib'), 'branch', '-qD', 'mine')
  await work.remove({ repoPath: repo, path })
  expect(existsSync(path)).toBe(false)
})

test('remove cleans up the registration of a tree that somebody deleted, and touches no other', async () => {
  const ground = newGround()
  const [one, two] = [await newTree(ground, 's-1'), await newTree(ground, 's-2')]
  const { rmSync } = await import('node:fs')
  rmSync(one, { recursive: true })
  rmSync(two, { recursive: true })
  await ground.work.remove({ repoPath: ground.repo, path: one })
  const left = await ground.work.listWorktrees(ground.repo)
  expect(left.map((tree) => [tree.path, tree.prunable])).toEqual([
    [ground.repo, false],
    [two, true],
  ])
})

test('a branch is deleted only when its commits live on in the base or on a remote', async () => {
  const ground = newGround()
  const { root, repo, work } = ground
  const drop = (branch: string, baseRef = 'trunk') => work.deleteBranchIfContained({ repoPath: repo, branch, baseRef })
  git(repo, 'branch', 'merged')
  git(repo, 'checkout', '-q', '-b', 'own')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'own work')
  git(repo, 'branch', 'copy')
  git(repo, 'checkout', '-q', 'trunk')
  expect(await drop('merged')).toBe(true)
  expect(branchExists(repo, 'merged')).toBe(false)
  expect(await drop('own')).toBe(false)
  expect(await drop('own', 'own')).toBe(false)
  expect(await drop('trunk', 'trunk')).toBe(false)
  expect(await drop('missing')).toBe(false)
  git(root, 'init', '-q', '--bare', 'remote.git')
  git(repo, 'remote', 'add', 'origin', join(root, 'remote.git'))
  git(repo, 'push', '-q', '-u', 'origin', 'own')
  expect(await drop('own')).toBe(true)
  expect(await drop('copy')).toBe(true)
  const tree = await newTree(ground, 's-1')
  expect(await drop('drover/s-1/root')).toBe(false)
  await work.remove({ repoPath: repo, path: tree })
  expect(await drop('drover/s-1/root', git(repo, 'rev-parse', 'trunk'))).toBe(true)
})

test('a base given by its remote form counts in its local form too', async () => {
  const { root, repo, work } = newGround()
  git(root, 'clone', '-q', repo, 'clone')
  const clone = join(root, 'clone')
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'merged locally, not pushed')
  git(clone, 'branch', 'done')
  expect(await work.deleteBranchIfContained({ repoPath: clone, branch: 'done', baseRef: 'origin/trunk' })).toBe(true)
})

test('a base commit without a branch keeps nothing', async () => {
  const { repo, work } = newGround()
  git(repo, 'checkout', '-q', '-b', 'only')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'x')
  const tip = git(repo, 'rev-parse', 'HEAD')
  git(repo, 'checkout', '-q', 'trunk')
  expect(await work.deleteBranchIfContained({ repoPath: repo, branch: 'only', baseRef: tip })).toBe(false)
})

test('readd brings a removed tree back on its branch, also when the branch was deleted', async () => {
  const ground = newGround()
  const { repo, work } = ground
  const path = await newTree(ground, 's-1')
  write(path, 'b')
  git(path, 'add', '.')
  git(path, 'commit', '-qm', 'b')
  const tip = git(path, 'rev-parse', 'HEAD')
  const again = { repoPath: repo, path, branch: 'drover/s-1/root' }
  await work.readd(again)
  await work.remove({ repoPath: repo, path })
  await work.readd(again)
  expect(existsSync(join(path, 'b'))).toBe(true)
  await work.remove({ repoPath: repo, path })
  git(repo, 'branch', '-qD', 'drover/s-1/root')
  expect(await codeOf(work.readd(again))).toBe('BASE_REF_NOT_FOUND')
  await work.readd({ ...again, base: tip })
  expect(git(path, 'rev-parse', 'HEAD')).toBe(tip)
})

test('discard undoes a spawn but keeps a branch with commits of its own', async () => {
  const ground = newGround()
  const { repo, work } = ground
  const base = git(repo, 'rev-parse', 'HEAD')
  const [one, two] = [await newTree(ground, 's-1'), await newTree(ground, 's-2')]
  write(one, 'left by setup')
  await work.discard({ repoPath: repo, path: one, branch: 'drover/s-1/root', madeBranch: true, base })
  expect([existsSync(one), branchExists(repo, 'drover/s-1/root')]).toEqual([false, false])
  git(two, 'commit', '-q', '--allow-empty', '-m', 'own')
  await work.discard({ repoPath: repo, path: two, branch: 'drover/s-2/root', madeBranch: true, base })
  expect([existsSync(two), branchExists(repo, 'drover/s-2/root')]).toEqual([false, true])
  await work.discard({ repoPath: repo, path: two, branch: 'trunk', madeBranch: false, base })
  expect((await work.listWorktrees(repo)).length).toBe(1)
})

test('a scratch workspace has a git of its own and goes only while it is empty', async () => {
  const { trees, work } = newGround()
  const path = join(trees, 'scratch-1')
  await work.createScratch(path)
  expect(await work.state(path)).toMatchObject({ exists: true, head: null, changed: [] })
  write(path, 'note', 'x')
  expect(await codeOf(work.remove({ repoPath: null, path }))).toBe('WORKSPACE_DIRTY')
  git(path, 'add', '.')
  git(path, 'commit', '-qm', 'only copy')
  expect(await codeOf(work.remove({ repoPath: null, path }))).toBe('WORKSPACE_DIRTY')
  const empty = join(trees, 'scratch-2')
  await work.createScratch(empty)
  await work.remove({ repoPath: null, path: empty })
  expect(existsSync(empty)).toBe(false)
  expect(await codeOf(work.createScratch(path))).toBe('DESTINATION_NOT_EMPTY')
  const failed = join(trees, 'scratch-3')
  await work.createScratch(failed)
  write(failed, 'left by setup')
  await work.discard({ repoPath: null, path: failed, branch: null, madeBranch: false, base: null })
  expect(existsSync(failed)).toBe(false)
})

test('a workspace whose own git is gone is never taken for a part of the repository around it', async () => {
  const outer = newRepo(join(newDirectory(), 'outer'))
  const ground = newGround()
  const path = join(outer, 'scratch-1')
  await ground.work.createScratch(path)
  const { rmSync } = await import('node:fs')
  rmSync(join(path, '.git'), { recursive: true })
  mkdirSync(join(path, '.git'))
  expect(await codeOf(ground.work.state(path))).toBe('GIT_FAILED')
})

test('used numbers: every branch that a default branch would meet, here or on a remote', async () => {
  const { repo, work } = newGround()
  for (const name of [
    'drover/shop-1/root',
    'drover/shop-3/x/y',
    'drover/shop-4',
    'drover/shopping-7/root',
    'shop-8',
    'drover/shop-x/root',
  ])
    git(repo, 'branch', name)
  git(repo, 'update-ref', 'refs/remotes/origin/drover/shop-9/root', 'HEAD')
  expect([...(await work.usedNumbers(repo, 'shop'))].sort()).toEqual([1, 3, 4, 9])
  expect([...(await work.usedNumbers(repo, 'other'))]).toEqual([])
})

test('undoing a spawn leaves a branch alone that somebody else made in the same moment and works on', async () => {
  const { repo, work, trees } = newGround()
  const base = git(repo, 'rev-parse', 'HEAD')
  const branch = 'drover/s-1/root'
  await work.create({ repoPath: repo, path: join(trees, 'theirs'), branch, base, newBranch: true })
  const mine = { repoPath: repo, path: join(trees, 'mine'), branch, base }
  expect(await codeOf(work.create({ ...mine, newBranch: true }))).toBe('BRANCH_NAMESPACE_TAKEN')
  await work.discard({ ...mine, madeBranch: true })
  expect(git(repo, 'rev-parse', branch)).toBe(base)
})
