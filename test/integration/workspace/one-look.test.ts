/**
 * What one look at a tree answers after a turn: the snapshot, and how many files differ from the base. It must count what the
 * diff shows, store again whatever no ref holds any more, and start few processes.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import type { SnapshotMade } from '#ports/workspace'
import { contents, type Ground, git, newGround, newTree, write } from './support.ts'

const limit = 1024 * 1024
let n = 0

interface Settled {
  readonly made: SnapshotMade | null
  readonly changed: number | null
}

/** As the daemon does it: compared with the newest snapshot, or the base before there is one. */
function settler(ground: Ground, tree: string, base: string, work = ground.work) {
  let newest: SnapshotMade | null = null
  return async (): Promise<Settled> => {
    n += 1
    const settled: Settled = await work.saveAndCount({
      ...{ sessionId: 's-1', path: tree, repoPath: ground.repo, n, reason: 'turn', maxFileBytes: limit, base },
      unlessSameAs: newest?.commit ?? base,
      ...(newest === null ? {} : { heldBy: newest.ref }),
    })
    newest = settled.made ?? newest
    return settled
  }
}

const told = async (ground: Ground, tree: string, base: string): Promise<number> =>
  (await ground.work.files({ path: tree, repoPath: ground.repo, base, maxFileBytes: limit })).reduce(
    (sum, file) => sum + (file.skipped?.files ?? 1),
    0,
  )

const many = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('')
const start = { 'a.txt': 'one\n', 'b.txt': many, 'dir/c.txt': 'three\n', 'run.sh': '#!/bin/sh\n', 'empty.txt': '' }

const states: readonly (readonly [string, boolean, (tree: string) => void])[] = [
  ['nothing', true, () => {}],
  ['a changed file', true, (tree) => write(tree, 'a.txt', 'two\n')],
  ['a touched file', true, (tree) => write(tree, 'a.txt', 'one\n')],
  ['an untracked file', true, (tree) => write(tree, 'new.txt')],
  ['a deleted file', true, (tree) => rmSync(join(tree, 'a.txt'))],
  ['a renamed file', true, (tree) => renameSync(join(tree, 'b.txt'), join(tree, 'moved.txt'))],
  ['another mode', true, (tree) => chmodSync(join(tree, 'run.sh'), 0o755)],
  ['a link', true, (tree) => symlinkSync('a.txt', join(tree, 'link'))],
  [
    'a file that became a directory',
    true,
    (tree) => {
      rmSync(join(tree, 'a.txt'))
      write(tree, 'a.txt/inner.txt')
    },
  ],
  [
    'commits',
    true,
    (tree) => {
      write(tree, 'a.txt', 'committed\n')
      write(tree, 'fresh.txt')
      git(tree, 'add', '-A')
      git(tree, 'commit', '-q', '-m', 'work')
    },
  ],
  [
    'commits and a rename beside',
    true,
    (tree) => {
      git(tree, 'mv', 'b.txt', 'moved.txt')
      git(tree, 'commit', '-q', '-m', 'work')
      write(tree, 'a.txt', 'two\n')
    },
  ],
  [
    'a file staged and changed again',
    true,
    (tree) => {
      write(tree, 'a.txt', 'staged\n')
      git(tree, 'add', 'a.txt')
      write(tree, 'a.txt', 'later\n')
    },
  ],
  ['a file taken out of the index only', true, (tree) => git(tree, 'rm', '-q', '--cached', 'a.txt')],
  [
    'an announced file',
    true,
    (tree) => {
      write(tree, 'soon.txt')
      git(tree, 'add', '-N', 'soon.txt')
    },
  ],
  ['a file over the limit', false, (tree) => write(tree, 'big.bin', Buffer.alloc(limit + 1))],
  [
    'line ends',
    false,
    (tree) => {
      write(tree, '.gitattributes', '*.txt text eol=crlf\n')
      git(tree, 'add', '.gitattributes')
      write(tree, 'a.txt', 'one\r\n')
    },
  ],
  [
    'a hidden change',
    false,
    (tree) => {
      git(tree, 'update-index', '--assume-unchanged', 'a.txt')
      write(tree, 'a.txt', 'hidden\n')
    },
  ],
  [
    'a repository inside',
    false,
    (tree) => {
      mkdirSync(join(tree, 'inner'))
      git(join(tree, 'inner'), 'init', '-q')
      write(tree, 'inner/x.txt')
    },
  ],
]

test('the count is that of the diff, in whatever state a tree is', async () => {
  const ground = newGround(start)
  const base = git(ground.repo, 'rev-parse', 'HEAD')
  const counted = states.map(async ([name, byOneLook, change], at) => {
    const tree = await newTree(ground, `s-${at}`)
    change(tree)
    const expected = byOneLook ? await told(ground, tree, base) : null
    const settle = settler(ground, tree, base)
    const found = [(await settle()).changed, (await settle()).changed]
    return { name, found, expected: [expected, expected] }
  })
  for (const { name, found, expected } of await Promise.all(counted)) expect(found, name).toEqual(expected)
})

describe('a tree that was made before', () => {
  const unpack = async (ground: Ground, made: SnapshotMade | null): Promise<Record<string, string>> => {
    if (made === null) throw new Error('no snapshot was made')
    const to = join(ground.root, `out-${made.commit}`)
    await ground.work.recover({ repoPath: ground.repo, commit: made.commit, to, intoWorktree: false })
    return contents(to)
  }

  test('is saved again where it comes back, also when its first snapshot is gone from the repository', async () => {
    const ground = newGround(start)
    const tree = await newTree(ground, 's-1')
    const settle = settler(ground, tree, git(tree, 'rev-parse', 'HEAD'))
    write(tree, 'u.txt', 'first\n')
    const first = await settle()
    write(tree, 'u.txt', 'other\n')
    expect((await settle()).made).not.toBeNull()
    git(ground.repo, 'update-ref', '-d', first.made?.ref ?? '')
    git(ground.repo, 'gc', '-q', '--prune=now')
    write(tree, 'u.txt', 'first\n')
    const third = await settle()
    expect((await unpack(ground, third.made))['u.txt']).toBe((await contents(tree))['u.txt'])
    expect(git(ground.repo, 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
    expect((await settle()).made).toBeNull()
  })

  test('is not mistaken for one whose index announces what this one holds', async () => {
    const ground = newGround(start)
    const tree = await newTree(ground, 's-1')
    const settle = settler(ground, tree, git(tree, 'rev-parse', 'HEAD'))
    write(tree, 'soon.txt', '')
    git(tree, 'add', '-N', 'soon.txt')
    const announced = await settle()
    git(tree, 'add', 'soon.txt')
    const staged = await settle()
    expect(announced.made).not.toBeNull()
    expect(staged.made).not.toBeNull()
    const indexOf = (made: SnapshotMade | null): string =>
      /"index":"([0-9a-f]+)"/.exec(git(ground.repo, 'cat-file', 'commit', made?.commit ?? ''))?.[1] ?? ''
    expect(indexOf(staged.made)).toBe(git(tree, 'write-tree'))
    expect(indexOf(announced.made)).not.toBe(indexOf(staged.made))
  })
})

test('a turn that changed nothing starts at most 5 processes of git, one that changed a file at most 12', async () => {
  const ground = newGround(start)
  const tree = await newTree(ground, 's-1')
  const log = join(ground.root, 'calls')
  const counting = join(ground.root, 'git')
  writeFileSync(counting, `#!/bin/sh\necho x >> '${log}'\nexec git "$@"\n`, { mode: 0o755 })
  const work = createWorkspaces({ home: 'test', gitPath: counting })
  const settle = settler(ground, tree, git(tree, 'rev-parse', 'HEAD'), work)
  const count = async (): Promise<number> => {
    writeFileSync(log, '')
    await settle()
    return readFileSync(log, 'utf8').length / 2
  }
  write(tree, 'u.txt', 'one\n')
  expect(await count()).toBeLessThanOrEqual(13)
  expect(await count()).toBeLessThanOrEqual(5)
  write(tree, 'u.txt', 'two\n')
  expect(await count()).toBeLessThanOrEqual(12)
  expect(await count()).toBeLessThanOrEqual(5)
})
