/** A repository that tries to get its own programs run by Drover gets nothing run. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import { git, newGround, newRepo, write } from './support.ts'

const hooks = [
  'post-checkout',
  'pre-commit',
  'post-commit',
  'reference-transaction',
  'post-index-change',
  'post-rewrite',
  'pre-push',
  'fsmonitor-watchman',
  'post-merge',
]

/** Points everything git can be told to run at a program that leaves a mark. */
function poison(root: string, repo: string): string {
  const marks = join(root, 'marks')
  mkdirSync(marks)
  const evil = join(root, 'evil.sh')
  const program = (name: string) => `${evil} ${name}`
  write(root, 'evil.sh', `#!/bin/sh\ntouch "${marks}/\${1##*/}"\ncat\n`)
  chmodSync(evil, 0o755)
  for (const [index, directory] of [join(repo, '.git/hooks'), join(repo, 'tracked-hooks')].entries()) {
    for (const hook of hooks) {
      write(directory, hook, `#!/bin/sh\ntouch "${marks}/hook-${index}-${hook}"\n`)
      chmodSync(join(directory, hook), 0o755)
    }
  }
  const settings: Record<string, string> = {
    'core.hooksPath': 'tracked-hooks',
    'core.fsmonitor': program('fsmonitor'),
    'core.sshCommand': program('ssh'),
    'core.askPass': program('askpass'),
    'core.editor': program('editor'),
    'core.pager': program('pager'),
    'core.gitProxy': program('proxy'),
    'core.alternateRefsCommand': program('alternate'),
    'credential.helper': `!${program('credential')}`,
    'diff.external': program('external'),
    'diff.evil.textconv': program('textconv'),
    'diff.evil.command': program('diffcommand'),
    'gpg.program': program('gpg'),
    'commit.gpgSign': 'true',
    'filter.evil.clean': program('clean'),
    'filter.evil.smudge': program('smudge'),
    'filter.evil.required': 'true',
    'filter.long.process': program('process'),
    'filter.long.required': 'true',
    'filter.a=b.smudge': program('awkward-smudge'),
    'filter.a=b.clean': program('awkward-clean'),
    'protocol.ext.allow': 'always',
    'uploadpack.packObjectsHook': program('pack'),
    'submodule.recurse': 'true',
    'alias.status': `!${program('alias')}`,
    'log.showSignature': 'true',
    'remote.origin.uploadpack': program('uploadpack'),
  }
  write(
    root,
    'more.config',
    `[filter "included"]\n\tsmudge = ${program('included')}\n\tclean = ${program('included')}\n`,
  )
  write(
    repo,
    '.gitattributes',
    '*.evil filter=evil diff=evil\n*.long filter=long\n*.awkward filter=a=b\n*.inc filter=included\n',
  )
  for (const name of ['x.evil', 'x.long', 'x.awkward', 'x.inc']) write(repo, name)
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'poisoned')
  for (const [key, value] of Object.entries(settings)) git(repo, 'config', key, value)
  git(repo, 'config', 'include.path', join(root, 'more.config'))
  // What the test's own commit set off does not count.
  rmSync(marks, { recursive: true })
  mkdirSync(marks)
  return marks
}

test('hooks, filters, fsmonitor, textconv, ssh, credential and remote programs never run', async () => {
  const { root, repo, trees } = newGround()
  const work = createWorkspaces({ timeouts: { fetchMs: 2000 } })
  newRepo(join(root, 'upstream'))
  git(repo, 'remote', 'add', 'origin', join(root, 'upstream'))
  const marks = poison(root, repo)
  await work.inspect(repo)
  await work.refresh(repo)
  for (const url of [`ext::${join(root, 'evil.sh')} ext`, 'ssh://127.0.0.1:1/x', 'http://127.0.0.1:1/x']) {
    git(repo, 'config', 'remote.origin.url', url)
    await work.refresh(repo)
  }
  const base = (await work.resolveBase(repo, 'trunk')).commit
  await work.checkBranch(repo, 'n/x')
  const path = join(trees, 'x')
  await work.create({ repoPath: repo, path, branch: 'n/x', base, newBranch: true })
  expect(readFileSync(join(path, 'x.evil'), 'utf8')).toBe('x.evil\n')
  expect((await work.state(path)).changed).toEqual([])
  for (const name of ['x.evil', 'x.long', 'x.awkward', 'x.inc']) write(path, name, 'changed\n')
  write(path, 'new.evil', 'new\n')
  expect((await work.state(path)).changed.length).toBe(5)
  const made = await work.snapshot({
    sessionId: 's-1',
    path,
    n: 1,
    reason: 'cleanup',
    maxFileBytes: 1e6,
    ignoredBytes: 1e6,
  })
  const diff = await work.diff({ path, from: base, to: null, maxBytes: 1e6 })
  expect(diff.patch).toContain('+changed')
  await work.diff({ path, from: base, to: made?.commit ?? '', maxBytes: 1e6 })
  await work.files({ path, base })
  write(path, 'x.evil', 'again\n')
  await work.recover({ repoPath: repo, commit: made?.commit ?? '', to: path, intoWorktree: true })
  await work.recover({ repoPath: repo, commit: made?.commit ?? '', to: join(root, 'out'), intoWorktree: false })
  await work.place({ repoPath: repo, path, link: [], copy: [], files: [{ path: '.f', content: '' }] })
  await work.pruneSnapshots(repo, made === null ? [] : [made])
  await work.discard({ repoPath: repo, path, branch: 'n/x', madeBranch: true, base })
  await work.create({ repoPath: repo, path, branch: 'n/x', base, newBranch: true })
  await work.remove({ repoPath: repo, path })
  await work.deleteBranchIfContained({ repoPath: repo, branch: 'n/x', baseRef: 'trunk' })
  expect(readdirSync(marks)).toEqual([])
})

test('the poison is real: plain git runs it', () => {
  const { root, repo } = newGround()
  const marks = poison(root, repo)
  try {
    git(repo, 'worktree', 'add', '-q', '-b', 'n/x', join(root, 'plain'))
  } catch {
    // A required filter that misbehaves fails the checkout; that it ran is what counts.
  }
  expect(readdirSync(marks).length).toBeGreaterThan(0)
})

test('a nested repository with settings of its own runs nothing either', async () => {
  const { root, repo, work } = newGround()
  const inner = newRepo(join(repo, 'inner'), { 'a.evil': '1\n' })
  const marks = poison(root, inner)
  write(inner, 'x.evil', 'changed\n')
  const made = await work.snapshot({ sessionId: 's-1', path: repo, n: 1, reason: 'turn', maxFileBytes: 1e6 })
  await work.state(repo)
  write(inner, 'x.evil', 'again\n')
  await work.recover({ repoPath: repo, commit: made?.commit ?? '', to: repo, intoWorktree: true })
  expect(readFileSync(join(inner, 'x.evil'), 'utf8')).toBe('changed\n')
  expect(readdirSync(marks)).toEqual([])
})

test("the operator's own global filter smudges, also when the repository redefines it", async () => {
  const { root, repo, trees } = newGround({ '.gitattributes': '*.up filter=up\n', 'x.up': 'text\n' })
  write(root, 'global.config', '[filter "up"]\n\tsmudge = tr a-z A-Z\n\tclean = tr A-Z a-z\n')
  git(repo, 'config', 'filter.up.smudge', `touch ${root}/mark`)
  const before = process.env.GIT_CONFIG_GLOBAL
  process.env.GIT_CONFIG_GLOBAL = join(root, 'global.config')
  try {
    const work = createWorkspaces()
    const path = join(trees, 'x')
    await work.create({ repoPath: repo, path, branch: 'n/x', base: 'trunk', newBranch: true })
    expect(readFileSync(join(path, 'x.up'), 'utf8')).toBe('TEXT\n')
    expect((await work.state(path)).changed).toEqual([])
  } finally {
    process.env.GIT_CONFIG_GLOBAL = before
  }
  expect(existsSync(join(root, 'mark'))).toBe(false)
})
