/**
 * Landing on the user's own branch: by fast-forward where it is checked out, by compare-and-swap where it is not, and not at
 * all, with not a byte of theirs changed, where anything of theirs stands in the way.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseLanding } from '#core/merge/landing'
import { branch, type Field, field, git, type Merged, mergeOf, onTrunk, userState, userWork, write } from './support.ts'

const many = (n: number): string => Array.from({ length: n }, (_, at) => `line ${at + 1}\n`).join('')

async function proven(
  files: Record<string, string> = { 'a.txt': many(20), 'b.txt': 'b\n', '.gitignore': '*.log\n' },
  edit = (tree: string): void => {
    write(tree, 'new/file.txt', 'new\n')
    write(tree, 'a.txt', many(20).replace('line 3', 'branch 3'))
  },
): Promise<Field & { readonly merged: Merged & { result: string } }> {
  const ground = field(files)
  branch(ground, 'one', edit)
  const merged = await mergeOf(ground, 'one')
  if (merged.result === null) throw new Error('no result')
  return { ...ground, merged: { ...merged, result: merged.result } }
}

type Ground = Awaited<ReturnType<typeof proven>>

/** Look, decide, act: what the flow does. */
async function land({ merging, repo: repoPath, merged }: Ground): Promise<string> {
  const { base, result } = merged
  const trees = await merging.holders({ repoPath, target: 'trunk', base, result })
  const place = chooseLanding(
    'trunk',
    trees.map((tree) => ({ ...tree, workingSession: null })),
    { checkout: 'fast-forward' },
  )
  if (place.how === 'blocked') return `${place.reason.code} ${(place.reason.paths ?? []).join(' ')}`.trim()
  const request = { target: 'trunk', expect: base, result }
  const outcome =
    place.how === 'fast-forward'
      ? await merging.fastForward({ path: place.path, ...request })
      : await merging.moveRef({ repoPath, id: 'm-1', ...request })
  return outcome.outcome === 'blocked' ? `${outcome.outcome} ${outcome.why}` : outcome.outcome
}

const tip = (ground: Field): string => git(ground.repo, 'rev-parse', 'trunk')

test('a clean checkout follows: files, index and branch', async () => {
  const ground = await proven()
  write(ground.repo, 'unrelated.txt', 'mine\n')
  write(ground.repo, 'debug.log', 'mine\n')
  expect(await land(ground)).toBe('landed')
  expect(readFileSync(join(ground.repo, 'new/file.txt'), 'utf8')).toBe('new\n')
  expect(tip(ground)).toBe(ground.merged.result)
  expect(git(ground.repo, 'status', '--porcelain')).toBe('?? unrelated.txt')
  expect(await land(ground)).toBe('landed')
})

describe('refused, and nothing of the user’s changed', () => {
  const cases: readonly [string, (ground: Ground) => void, string][] = [
    [
      'a tracked change, also of a file that the merge does not touch',
      ({ repo }) => write(repo, 'b.txt', 'mine\n'),
      'target_dirty b.txt',
    ],
    [
      'a staged change',
      ({ repo }) => {
        write(repo, 'b.txt', 'mine\n')
        git(repo, 'add', 'b.txt')
        write(repo, 'b.txt', 'b\n')
      },
      'target_dirty b.txt',
    ],
    [
      'a staged new file',
      ({ repo }) => {
        write(repo, 'c.txt')
        git(repo, 'add', 'c.txt')
      },
      'target_dirty c.txt',
    ],
    ['a deleted file', ({ repo }) => rmSync(join(repo, 'b.txt')), 'target_dirty b.txt'],
    [
      'an untracked file in the way',
      ({ repo }) => write(repo, 'new/file.txt', 'mine\n'),
      'untracked_in_the_way new/file.txt',
    ],
    [
      'an untracked file where a directory comes',
      ({ repo }) => write(repo, 'new', 'mine\n'),
      'untracked_in_the_way new',
    ],
    [
      'a link where a directory comes',
      ({ repo, root }) => {
        mkdirSync(join(root, 'elsewhere'))
        symlinkSync(join(root, 'elsewhere'), join(repo, 'new'))
      },
      'untracked_in_the_way new',
    ],
    ['an empty file in the way', ({ repo }) => write(repo, 'new/file.txt', ''), 'untracked_in_the_way new/file.txt'],
    ['a locked index', ({ repo }) => writeFileSync(join(repo, '.git/index.lock'), ''), 'index_locked index.lock'],
    [
      'a change hidden by an index flag',
      ({ repo }) => {
        git(repo, 'update-index', '--assume-unchanged', 'a.txt')
        write(repo, 'a.txt', 'mine\n')
      },
      'target_dirty a.txt',
    ],
    [
      'a merge under way',
      ({ repo }) => {
        git(repo, 'checkout', '-q', '-b', 'other')
        write(repo, 'b.txt', 'other\n')
        git(repo, 'commit', '-qam', 'other')
        git(repo, 'checkout', '-q', 'trunk')
        git(repo, 'merge', '-q', '--no-ff', '--no-commit', 'other')
      },
      'operation_under_way',
    ],
    [
      'a cherry-pick under way',
      ({ repo }) => {
        git(repo, 'checkout', '-q', '-b', 'other')
        write(repo, 'b.txt', 'other\n')
        git(repo, 'commit', '-qam', 'other')
        git(repo, 'checkout', '-q', 'trunk')
        git(repo, 'cherry-pick', '-n', 'other')
        writeFileSync(join(repo, '.git/CHERRY_PICK_HEAD'), `${git(repo, 'rev-parse', 'other')}\n`)
      },
      'operation_under_way',
    ],
    [
      'a rebase of the target under way',
      ({ repo }) => {
        git(repo, 'checkout', '-q', '-b', 'other')
        write(repo, 'b.txt', 'other\n')
        git(repo, 'commit', '-qam', 'other')
        git(repo, 'checkout', '-q', 'trunk')
        git(repo, '-c', 'sequence.editor=echo break >', 'rebase', '-q', '-i', '--root')
      },
      'operation_under_way',
    ],
    [
      'a bisection that comes back to the target',
      ({ repo }) => {
        git(repo, 'bisect', 'start', 'HEAD')
      },
      'operation_under_way',
    ],
  ]
  test.each(cases)('%s', async (_, arrange, expected) => {
    const ground = await proven()
    write(ground.repo, 'stashed.txt', 'kept\n')
    git(ground.repo, 'stash', '-u', '-q')
    arrange(ground)
    const before = userState(ground.repo)
    expect(await land(ground)).toBe(expected)
    expect(userState(ground.repo)).toBe(before)
    expect(tip(ground)).toBe(ground.merged.base)
  })

  test('an ignored file in the way: git alone would overwrite it', async () => {
    const ground = await proven({ 'a.txt': 'a\n', '.gitignore': '*.log\n' }, (tree) => {
      write(tree, 'run.log', 'from the branch\n')
      git(tree, 'add', '-f', 'run.log')
    })
    write(ground.repo, 'run.log', 'precious\n')
    const before = userState(ground.repo)
    expect(await land(ground)).toBe('untracked_in_the_way run.log')
    const { merging, repo: path, merged } = ground
    expect(userState(ground.repo)).toBe(before)
    const work = userWork(ground.repo)
    const straight = { path, target: 'trunk', expect: merged.base, result: merged.result }
    expect(await merging.fastForward(straight)).toMatchObject({ outcome: 'blocked', why: 'overwrite' })
    expect(userWork(ground.repo)).toBe(work)
  })

  test('a file that turned into a directory here, with something of the user’s inside', async () => {
    const ground = await proven({ 'd/x.txt': 'x\n', '.gitignore': '*.log\n' }, (tree) => {
      rmSync(join(tree, 'd'), { recursive: true })
      write(tree, 'd', 'now a file\n')
    })
    write(ground.repo, 'd/keep.log', 'precious\n')
    const before = userState(ground.repo)
    expect(await land(ground)).toBe('untracked_in_the_way d/keep.log')
    expect(userState(ground.repo)).toBe(before)
    rmSync(join(ground.repo, 'd/keep.log'))
    expect(await land(ground)).toBe('landed')
  })

  test('changed between the look and the act: git itself refuses (weak point 17)', async () => {
    const { merging, repo: path, merged } = await proven()
    const request = { path, target: 'trunk', expect: merged.base, result: merged.result }
    write(path, 'a.txt', 'mine\n')
    const before = userWork(path)
    expect(await merging.fastForward(request)).toMatchObject({ outcome: 'blocked', why: 'overwrite' })
    expect(userWork(path)).toBe(before)
    git(path, 'checkout', '-q', 'a.txt')
    write(path, 'new/file.txt', 'mine\n')
    const again = userWork(path)
    expect(await merging.fastForward(request)).toMatchObject({ outcome: 'blocked', why: 'overwrite' })
    expect(userWork(path)).toBe(again)
  })

  test('locked between the look and the act', async () => {
    const { merging, repo: path, merged } = await proven()
    writeFileSync(join(path, '.git/index.lock'), '')
    const before = userWork(path)
    const request = { path, target: 'trunk', expect: merged.base, result: merged.result }
    expect(await merging.fastForward(request)).toMatchObject({ outcome: 'blocked', why: 'locked' })
    expect(userWork(path)).toBe(before)
  })
})

describe('the target moved', () => {
  test('by a commit in the checkout: nothing is done', async () => {
    const ground = await proven()
    const theirs = onTrunk(ground, (tree) => write(tree, 'b.txt', 'by hand\n'))
    const before = userState(ground.repo)
    expect(await land(ground)).toBe('moved')
    expect([userState(ground.repo), tip(ground)]).toEqual([before, theirs])
  })
  test('while it is checked out nowhere', async () => {
    const ground = await proven()
    const theirs = onTrunk(ground, (tree) => write(tree, 'b.txt', 'by hand\n'))
    git(ground.repo, 'checkout', '-q', '--detach')
    expect(await land(ground)).toBe('moved')
    expect(tip(ground)).toBe(theirs)
  })
  test('the checkout was switched to another branch meanwhile', async () => {
    const { merging, repo: path, merged } = await proven()
    git(path, 'checkout', '-q', '-b', 'elsewhere')
    const before = userState(path)
    const request = { path, target: 'trunk', expect: merged.base, result: merged.result }
    expect(await merging.fastForward(request)).toEqual({ outcome: 'moved' })
    expect(userState(path)).toBe(before)
  })
})

describe('checked out elsewhere or nowhere', () => {
  test('a detached checkout keeps its files, index and HEAD; the branch moves', async () => {
    const ground = await proven()
    git(ground.repo, 'checkout', '-q', '--detach')
    write(ground.repo, 'b.txt', 'mine\n')
    const files = git(ground.repo, 'status', '--porcelain')
    const head = readFileSync(join(ground.repo, '.git/HEAD'))
    const index = readFileSync(join(ground.repo, '.git/index'))
    expect(await land(ground)).toBe('landed')
    expect(tip(ground)).toBe(ground.merged.result)
    expect(git(ground.repo, 'status', '--porcelain')).toBe(files)
    expect(readFileSync(join(ground.repo, '.git/HEAD'))).toEqual(head)
    expect(readFileSync(join(ground.repo, '.git/index'))).toEqual(index)
    expect(existsSync(join(ground.repo, 'new/file.txt'))).toBe(false)
  })

  test('in a second worktree: that one follows, the first is not touched', async () => {
    const ground = await proven()
    git(ground.repo, 'checkout', '-q', '-b', 'elsewhere')
    const second = join(ground.root, 'second')
    git(ground.repo, 'worktree', 'add', '-q', second, 'trunk')
    write(ground.repo, 'b.txt', 'mine\n')
    const index = readFileSync(join(ground.repo, '.git/index'))
    expect(await land(ground)).toBe('landed')
    expect(existsSync(join(second, 'new/file.txt'))).toBe(true)
    expect(git(second, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(ground.repo, 'new/file.txt'))).toBe(false)
    expect(readFileSync(join(ground.repo, '.git/index'))).toEqual(index)
  })

  test('in two worktrees at once: refused', async () => {
    const ground = await proven()
    const second = join(ground.root, 'second')
    git(ground.repo, 'worktree', 'add', '-q', '--force', second, 'trunk')
    const before = [userState(ground.repo), userState(second)]
    expect(await land(ground)).toMatch(/^checked_out_twice/)
    expect([userState(ground.repo), userState(second)]).toEqual(before)
  })

  test('a worktree whose directory is gone holds nothing', async () => {
    const ground = await proven()
    git(ground.repo, 'checkout', '-q', '--detach')
    const second = join(ground.root, 'second')
    git(ground.repo, 'worktree', 'add', '-q', second, 'trunk')
    rmSync(second, { recursive: true })
    expect(await land(ground)).toBe('landed')
  })
})

test('settings that would make a fast-forward something else do not', async () => {
  const ground = await proven()
  git(ground.repo, 'config', 'branch.trunk.mergeOptions', '--squash --no-ff')
  git(ground.repo, 'config', 'merge.ff', 'false')
  git(ground.repo, 'config', 'merge.autoStash', 'true')
  mkdirSync(join(ground.repo, '.git/hooks'), { recursive: true })
  for (const hook of ['post-merge', 'pre-merge-commit', 'post-checkout', 'reference-transaction'])
    writeFileSync(join(ground.repo, '.git/hooks', hook), `#!/bin/sh\ntouch ${join(ground.root, 'ran')}\n`, {
      mode: 0o755,
    })
  expect(await land(ground)).toBe('landed')
  expect([tip(ground), existsSync(join(ground.root, 'ran'))]).toEqual([ground.merged.result, false])
})

test('the checkout is saved before it follows, under a name that no session has', async () => {
  const ground = await proven()
  const { merging, repo: path } = ground
  const ask = { path, id: 'm-1', maxFileBytes: 1e6 }
  expect(await merging.save(ask)).toBeNull()
  write(path, 'mine.txt', 'mine\n')
  const before = userState(path)
  const saved = await merging.save(ask)
  expect(saved?.ref).toBe('refs/drover/snapshots/nohome00merges/m-1/1')
  expect(git(path, 'show', `${saved?.commit}:mine.txt`)).toBe('mine')
  expect(userState(path)).toBe(before)
  write(path, 'mine.txt', 'more\n')
  expect((await merging.save(ask))?.ref).toBe('refs/drover/snapshots/nohome00merges/m-1/2')
})

test('commits of a merge are kept by refs of its own until it is over', async () => {
  const { merging, repo: repoPath, merged } = await proven()
  await merging.keep({ repoPath, id: 'm-1', commits: { head: merged.source, result: merged.result } })
  await merging.keep({ repoPath, id: 'm-10', commits: { head: merged.source } })
  expect(git(repoPath, 'for-each-ref', '--format=%(refname)', 'refs/drover/merges').split('\n')).toHaveLength(3)
  await merging.forget({ repoPath, id: 'm-1' })
  await merging.forget({ repoPath, id: 'm-1' })
  expect(git(repoPath, 'for-each-ref', '--format=%(refname)', 'refs/drover/merges')).toBe(
    'refs/drover/merges/nohome00/m-10/head',
  )
})
