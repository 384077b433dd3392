/** Merges of every hostile shape in a scratch tree: what comes out, which tier it took, and what the proof says. */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newRepo } from '../workspace/support.ts'
import { branch, dropped, field, git, mergeOf, onTrunk, userState, write } from './support.ts'

const many = (n: number, word = 'line'): string => Array.from({ length: n }, (_, at) => `${word} ${at + 1}\n`).join('')
const show = (repo: string, commit: string | null, file: string): string => git(repo, 'show', `${commit}:${file}`)

test('two clean changes: a merge of exactly the two, nothing dropped, the user’s checkout as it was', async () => {
  const ground = field({ 'a.txt': many(10), 'b.txt': 'b\n' })
  branch(ground, 'one', (tree) => write(tree, 'new.txt', 'new\n'))
  onTrunk(ground, (tree) => write(tree, 'b.txt', 'changed\n'))
  const before = userState(ground.repo)
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.left, merged.proof]).toEqual([
    'clean',
    [],
    { dropped: [], more: 0, markers: [], ok: true },
  ])
  expect(
    git(ground.repo, 'rev-list', '--parents', '-n', '1', merged.result ?? '')
      .split(' ')
      .slice(1),
  ).toEqual([merged.base, merged.source])
  expect(show(ground.repo, merged.result, 'new.txt')).toBe('new')
  expect(userState(ground.repo)).toBe(before)
})

test('a branch that is straight ahead of the target still becomes a merge of the two', async () => {
  const ground = field()
  branch(ground, 'one', (tree) => write(tree, 'new.txt'))
  const merged = await mergeOf(ground, 'one')
  expect(merged.proof?.ok).toBe(true)
  expect(merged.result).not.toBe(merged.source)
})

test('both sides in one file, far apart: clean', async () => {
  const ground = field({ 'a.txt': many(40) })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', many(40).replace('line 3\n', 'branch 3\n')))
  onTrunk(ground, (tree) => write(tree, 'a.txt', many(40).replace('line 30\n', 'trunk 30\n')))
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
})

test('a conflict stays in the scratch tree with its markers, and nowhere else', async () => {
  const ground = field({ 'a.txt': many(5) })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', many(5).replace('line 3', 'branch')))
  onTrunk(ground, (tree) => write(tree, 'a.txt', many(5).replace('line 3', 'trunk')))
  const before = userState(ground.repo)
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.result, merged.left]).toEqual(['human', null, ['a.txt']])
  expect(readFileSync(join(ground.scratch, 'a.txt'), 'utf8')).toContain('<<<<<<<')
  expect(userState(ground.repo)).toBe(before)
})

describe('the shape of a resolution that drops a side’s lines', () => {
  const base = 'export const routes = [\n  home,\n]\n'
  const clash = () => {
    const ground = field({ 'routes.ts': base })
    branch(ground, 'one', (tree) =>
      write(tree, 'routes.ts', base.replace('  home,\n', '  home,\n  orders,\n  users,\n')),
    )
    onTrunk(ground, (tree) => write(tree, 'routes.ts', base.replace('  home,\n', '  home,\n  billing,\n')))
    return ground
  }
  const resolve = (text: string) => (scratch: string) => {
    write(scratch, 'routes.ts', text)
    git(scratch, 'add', 'routes.ts')
  }

  test('the other side’s lines are named, by file, line and side', async () => {
    const ground = clash()
    const text = base.replace('  home,\n', '  home,\n  orders,\n  users,\n')
    const merged = await mergeOf(ground, 'one', [], resolve(text))
    expect(dropped(merged.proof)).toEqual(['target routes.ts:3   billing,'])
    expect(merged.proof?.ok).toBe(false)
  })
  test('the branch’s own lines too', async () => {
    const merged = await mergeOf(
      clash(),
      'one',
      [],
      resolve(base.replace('  home,\n', '  home,\n  billing,\n  users,\n')),
    )
    expect(dropped(merged.proof)).toEqual(['branch routes.ts:3   orders,'])
  })
  test('both sides kept: nothing is missing', async () => {
    const all = base.replace('  home,\n', '  home,\n  billing,\n  orders,\n  users,\n')
    expect((await mergeOf(clash(), 'one', [], resolve(all))).proof?.ok).toBe(true)
  })
  test('the file deleted: every added line of both is named', async () => {
    const merged = await mergeOf(clash(), 'one', [], (scratch) => git(scratch, 'rm', '-qf', 'routes.ts'))
    expect(dropped(merged.proof)).toHaveLength(3)
  })
  test('a marker left behind is found', async () => {
    const text = `${base.replace('  home,\n', '  home,\n  billing,\n  orders,\n  users,\n')}>>>>>>> one\n`
    const merged = await mergeOf(clash(), 'one', [], resolve(text))
    expect(merged.proof).toMatchObject({ dropped: [], markers: [{ file: 'routes.ts', line: 7 }], ok: false })
  })
})

describe('renames', () => {
  test('a file renamed on one side and edited on the other keeps the edit, clean', async () => {
    const ground = field({ 'old.txt': many(30) })
    branch(ground, 'one', (tree) => renameSync(join(tree, 'old.txt'), join(tree, 'new.txt')))
    onTrunk(ground, (tree) => write(tree, 'old.txt', many(30).replace('line 9', 'edited 9')))
    const merged = await mergeOf(ground, 'one')
    expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
    expect(show(ground.repo, merged.result, 'new.txt')).toContain('edited 9')
  })
  test('an edit that a resolution lost in the renamed file is named where the file is now', async () => {
    const ground = field({ 'old.txt': many(30) })
    branch(ground, 'one', (tree) => {
      renameSync(join(tree, 'old.txt'), join(tree, 'new.txt'))
      write(tree, 'new.txt', many(30).replace('line 9', 'branch 9'))
    })
    onTrunk(ground, (tree) => write(tree, 'old.txt', many(30).replace('line 9', 'trunk 9')))
    const merged = await mergeOf(ground, 'one', [], (scratch) => {
      write(scratch, 'new.txt', many(30).replace('line 9', 'branch 9'))
      git(scratch, 'add', '-A')
    })
    expect(dropped(merged.proof)).toEqual(['target new.txt:9 trunk 9'])
  })
  test('one file renamed two ways is a person’s', async () => {
    const ground = field({ 'old.txt': many(30) })
    branch(ground, 'one', (tree) => renameSync(join(tree, 'old.txt'), join(tree, 'b.txt')))
    onTrunk(ground, (tree) => renameSync(join(tree, 'old.txt'), join(tree, 'c.txt')))
    const merged = await mergeOf(ground, 'one', ['*'])
    expect([merged.tier, merged.result]).toEqual(['human', null])
  })
  test('deleted here, edited there is a person’s, whatever union says', async () => {
    const ground = field({ 'a.txt': many(5) })
    branch(ground, 'one', (tree) => write(tree, 'a.txt', `${many(5)}more\n`))
    onTrunk(ground, (tree) => rmSync(join(tree, 'a.txt')))
    const merged = await mergeOf(ground, 'one', ['*'])
    expect([merged.tier, merged.left]).toEqual(['human', ['a.txt']])
  })
})

describe('union', () => {
  const clash = (files: Record<string, string>) => {
    const ground = field({ 'log.md': '# Log\n', ...files })
    branch(ground, 'one', (tree) => write(tree, 'log.md', '# Log\nbranch\n'))
    onTrunk(ground, (tree) => write(tree, 'log.md', '# Log\ntrunk\n'))
    return ground
  }
  test('by the repository’s attributes: joined by git, called mechanical, nothing dropped', async () => {
    const ground = clash({ '.gitattributes': '*.md merge=union\n' })
    const merged = await mergeOf(ground, 'one')
    expect([merged.tier, merged.proof?.ok]).toEqual(['mechanical', true])
    expect(show(ground.repo, merged.result, 'log.md')).toBe('# Log\ntrunk\nbranch')
  })
  test('by the configuration, for exactly the files it names', async () => {
    const ground = clash({})
    const merged = await mergeOf(ground, 'one', ['*.md'])
    expect([merged.tier, merged.proof?.ok]).toEqual(['mechanical', true])
    expect(show(ground.repo, merged.result, 'log.md')).toBe('# Log\ntrunk\nbranch')
    expect(git(ground.scratch, 'status', '--porcelain')).toBe('')
  })
  test('not asked for: a person’s', async () => {
    expect((await mergeOf(clash({}), 'one', ['*.txt'])).left).toEqual(['log.md'])
  })
  test('the attribute without a clash is an ordinary clean merge', async () => {
    const ground = field({ 'log.md': many(30), '.gitattributes': '*.md merge=union\n' })
    branch(ground, 'one', (tree) => write(tree, 'log.md', `top\n${many(30)}`))
    onTrunk(ground, (tree) => write(tree, 'log.md', `${many(30)}end\n`))
    expect((await mergeOf(ground, 'one')).tier).toBe('clean')
  })
  test('the same new file on both sides', async () => {
    const ground = field()
    branch(ground, 'one', (tree) => write(tree, 'log.md', 'branch\n'))
    onTrunk(ground, (tree) => write(tree, 'log.md', 'trunk\n'))
    const merged = await mergeOf(ground, 'one', ['log.md'])
    expect([merged.tier, merged.proof?.ok]).toEqual(['mechanical', true])
  })
  test('some joined, one left: the tree holds the joined ones, the person gets the rest', async () => {
    const ground = field({ 'log.md': '# Log\n', 'a.ts': 'a\n' })
    branch(ground, 'one', (tree) => {
      write(tree, 'log.md', '# Log\nbranch\n')
      write(tree, 'a.ts', 'branch\n')
    })
    onTrunk(ground, (tree) => {
      write(tree, 'log.md', '# Log\ntrunk\n')
      write(tree, 'a.ts', 'trunk\n')
    })
    const merged = await mergeOf(ground, 'one', ['*.md'])
    expect(merged.left).toEqual(['a.ts'])
    expect(git(ground.scratch, 'diff', '--name-only', '--diff-filter=U')).toBe('a.ts')
    expect(readFileSync(join(ground.scratch, 'log.md'), 'utf8')).toBe('# Log\ntrunk\nbranch\n')
  })
  test('never for binary files', async () => {
    const ground = field({ 'a.bin': Buffer.from([0, 1, 2]) })
    branch(ground, 'one', (tree) => write(tree, 'a.bin', Buffer.from([0, 1, 3])))
    onTrunk(ground, (tree) => write(tree, 'a.bin', Buffer.from([0, 1, 4])))
    expect((await mergeOf(ground, 'one', ['*'])).left).toEqual(['a.bin'])
  })
})

test('line ends: a file turned to CRLF on one side and edited on the other drops nothing', async () => {
  const ground = field({ 'a.txt': many(20), '.gitattributes': '* -text\n' })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', many(20).replaceAll('\n', '\r\n')))
  onTrunk(ground, (tree) => write(tree, 'other.txt'))
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
  const crlf = readFileSync(join(ground.scratch, 'a.txt'), 'utf8')
  expect(crlf).toBe(many(20).replaceAll('\n', '\r\n'))
})

test('line ends: a conflict over them that a person settles by LF is no dropped line', async () => {
  const ground = field({ 'a.txt': many(3), '.gitattributes': '* -text\n' })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', `${many(3)}branch\n`.replaceAll('\n', '\r\n')))
  onTrunk(ground, (tree) => write(tree, 'a.txt', `${many(3)}trunk\n`))
  const merged = await mergeOf(ground, 'one', [], (scratch) => {
    write(scratch, 'a.txt', `${many(3)}trunk\nbranch\n`)
    git(scratch, 'add', '-A')
  })
  expect(merged.proof?.ok).toBe(true)
})

test('a binary file that only one side changed is merged; of two changes one is dropped as a whole', async () => {
  const one = field({ 'a.bin': Buffer.from([0, 1]), 'b.txt': 'b\n' })
  branch(one, 'one', (tree) => write(tree, 'a.bin', Buffer.from([0, 2])))
  onTrunk(one, (tree) => write(tree, 'b.txt', 'c\n'))
  expect((await mergeOf(one, 'one')).proof?.ok).toBe(true)
  const two = field({ 'a.bin': Buffer.from([0, 1]) })
  branch(two, 'one', (tree) => write(tree, 'a.bin', Buffer.from([0, 2])))
  onTrunk(two, (tree) => write(tree, 'a.bin', Buffer.from([0, 3])))
  const merged = await mergeOf(two, 'one', [], (scratch) => {
    git(scratch, 'checkout', '--ours', 'a.bin')
    git(scratch, 'add', 'a.bin')
  })
  expect(dropped(merged.proof)).toEqual(['branch a.bin:0 binary content'])
})

test('modes: a bit set on one side and content changed on the other both arrive; a lost bit is named', async () => {
  const ground = field({ 'run.sh': many(5) })
  branch(ground, 'one', (tree) => chmodSync(join(tree, 'run.sh'), 0o755))
  onTrunk(ground, (tree) => write(tree, 'run.sh', `${many(5)}more\n`))
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
  expect(git(ground.repo, 'ls-tree', merged.result ?? '', 'run.sh')).toMatch(/^100755 /)
  const forged = git(
    ground.repo,
    'commit-tree',
    `${merged.base}^{tree}`,
    '-p',
    merged.base,
    '-p',
    merged.source,
    '-m',
    'x',
  )
  const evidence = await ground.merging.evidence({ ...merged, repoPath: ground.repo, result: forged })
  expect(evidence.wholes).toEqual([{ input: 'branch', file: 'run.sh', what: 'mode 100755' }])
})

test('a link turned into another and into a file is a person’s, and what goes is named', async () => {
  const ground = field({ 'a.txt': 'a\n' })
  onTrunk(ground, (tree) => symlinkSync('a.txt', join(tree, 'link')))
  branch(ground, 'one', (tree) => {
    rmSync(join(tree, 'link'))
    symlinkSync('elsewhere', join(tree, 'link'))
  })
  onTrunk(ground, (tree) => {
    rmSync(join(tree, 'link'))
    write(tree, 'link', 'now a file\n')
  })
  const merged = await mergeOf(ground, 'one', ['*'])
  expect(merged.result).toBeNull()
})

describe('submodules', () => {
  const withSub = () => {
    const ground = field()
    const lib = newRepo(join(ground.root, 'lib'))
    onTrunk(ground, (tree) => git(tree, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib, 'lib'))
    return { ground, lib }
  }
  const bump = (tree: string, text: string): void => {
    git(tree, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init')
    write(join(tree, 'lib'), 'a.txt', text)
    git(join(tree, 'lib'), 'commit', '-qam', text)
  }
  test('moved on one side only: merged, nothing inside is touched', async () => {
    const { ground } = withSub()
    branch(ground, 'one', (tree) => bump(tree, 'branch\n'))
    onTrunk(ground, (tree) => write(tree, 'other.txt'))
    const before = userState(ground.repo)
    const merged = await mergeOf(ground, 'one')
    expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
    expect(userState(ground.repo)).toBe(before)
  })
  test('moved on both sides: a person’s, and the commit that went is named', async () => {
    const { ground } = withSub()
    branch(ground, 'one', (tree) => bump(tree, 'branch\n'))
    onTrunk(ground, (tree) => bump(tree, 'trunk\n'))
    const merged = await mergeOf(ground, 'one', ['*'], (scratch) => {
      git(scratch, 'update-index', '--cacheinfo', `160000,${git(ground.repo, 'rev-parse', 'trunk:lib')},lib`)
    })
    expect(dropped(merged.proof)).toEqual([`branch lib:0 submodule at ${git(ground.repo, 'rev-parse', 'one:lib')}`])
  })
})

test('empty branches and unrelated histories are told before anything is merged', async () => {
  const ground = field()
  const same = branch(ground, 'same')
  const { merging, repo: repoPath } = ground
  const base = git(repoPath, 'rev-parse', 'trunk')
  expect(await merging.relation({ repoPath, head: same, base })).toEqual({ mergeBase: base, ahead: 0, behind: 0 })
  git(repoPath, 'checkout', '-q', '--orphan', 'alien')
  git(repoPath, 'commit', '-q', '--allow-empty', '-m', 'alien')
  const head = git(repoPath, 'rev-parse', 'alien')
  git(repoPath, 'checkout', '-q', 'trunk')
  expect((await merging.relation({ repoPath, head, base })).mergeBase).toBeNull()
})

test('an empty commit on the branch merges to the target’s own files', async () => {
  const ground = field()
  const tree = join(ground.root, 'w')
  git(ground.repo, 'worktree', 'add', '-q', '-b', 'one', tree, 'trunk')
  git(tree, 'commit', '-q', '--allow-empty', '-m', 'nothing')
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
  const { repo: repoPath } = ground
  expect((await ground.merging.changes({ repoPath, from: merged.base, to: merged.result ?? '' })).files).toBe(0)
})

test('a merge driver that the repository’s own configuration names is not run', async () => {
  const ground = field({ 'a.txt': 'a\n', '.gitattributes': '*.txt merge=evil\n' })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', 'branch\n'))
  onTrunk(ground, (tree) => write(tree, 'a.txt', 'trunk\n'))
  git(ground.repo, 'config', 'merge.evil.driver', `touch ${join(ground.root, 'ran')}`)
  const merged = await mergeOf(ground, 'one')
  expect([merged.result, existsSync(join(ground.root, 'ran'))]).toEqual([null, false])
})

test('a recorded resolution of an earlier merge is not taken up in silence', async () => {
  const ground = field({ 'a.txt': 'a\n' })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', 'branch\n'))
  onTrunk(ground, (tree) => write(tree, 'a.txt', 'trunk\n'))
  git(ground.repo, 'config', 'rerere.enabled', 'true')
  git(ground.repo, 'config', 'rerere.autoUpdate', 'true')
  const tree = join(ground.root, 'w')
  git(ground.repo, 'worktree', 'add', '-q', '--detach', tree, 'trunk')
  expect(() => git(tree, 'merge', 'one')).toThrow()
  write(tree, 'a.txt', 'poisoned\n')
  git(tree, 'commit', '-qam', 'resolved')
  const merged = await mergeOf(ground, 'one')
  expect([merged.tier, merged.result]).toEqual(['human', null])
})

test('the scratch tree is whole again for the next merge, whatever the last one left in it', async () => {
  const ground = field({ 'a.txt': 'a\n', '.gitignore': 'build\n' })
  branch(ground, 'one', (tree) => write(tree, 'a.txt', 'branch\n'))
  branch(ground, 'two', (tree) => write(tree, 'b.txt'))
  onTrunk(ground, (tree) => write(tree, 'a.txt', 'trunk\n'))
  await mergeOf(ground, 'one')
  write(ground.scratch, 'build/old.o', 'x')
  write(ground.scratch, 'stray.txt', 'x')
  write(ground.scratch, 'nested/.git/HEAD', 'x')
  const merged = await mergeOf(ground, 'two')
  expect([merged.tier, merged.proof?.ok]).toEqual(['clean', true])
  expect(git(ground.scratch, 'status', '--porcelain', '--ignored')).toBe('')
  rmSync(join(ground.scratch, '.git'))
  expect((await mergeOf(ground, 'two')).proof?.ok).toBe(true)
  await ground.merging.discard({ repoPath: ground.repo, path: ground.scratch })
  expect(git(ground.repo, 'worktree', 'list').split('\n')).toHaveLength(1)
})

describe('what a person made of a conflict', () => {
  const clash = async () => {
    const ground = field({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    branch(ground, 'one', (tree) => write(tree, 'a.txt', 'branch\n'))
    onTrunk(ground, (tree) => write(tree, 'a.txt', 'trunk\n'))
    const { base, source } = await mergeOf(ground, 'one')
    const ask = () => ground.merging.resolution({ path: ground.scratch, base, source, message: 'Merged by hand\n' })
    return { ground, base, source, ask }
  }
  const settle = (scratch: string) => write(scratch, 'a.txt', 'trunk\nbranch\n')

  test('nothing yet, or edited and not staged: still unmerged', async () => {
    const { ground, ask } = await clash()
    expect(await ask()).toEqual({ trouble: 'conflict', paths: ['a.txt'] })
    settle(ground.scratch)
    expect(await ask()).toEqual({ trouble: 'conflict', paths: ['a.txt'] })
  })
  test('staged: committed as a merge of the two, with the given words', async () => {
    const { ground, base, source, ask } = await clash()
    settle(ground.scratch)
    git(ground.scratch, 'add', 'a.txt')
    const made = await ask()
    const result = 'result' in made ? made.result : ''
    expect(git(ground.repo, 'show', '-s', '--format=%P|%s', result)).toBe(`${base} ${source}|Merged by hand`)
  })
  test('committed by hand: that commit', async () => {
    const { ground, ask } = await clash()
    settle(ground.scratch)
    git(ground.scratch, 'commit', '-qam', 'by hand')
    expect(await ask()).toEqual({ result: git(ground.scratch, 'rev-parse', 'HEAD') })
  })
  test('mended after it was taken up once: the same merge with the new content', async () => {
    const { ground, base, source, ask } = await clash()
    write(ground.scratch, 'a.txt', '<<<<<<< oops\n')
    git(ground.scratch, 'add', 'a.txt')
    await ask()
    settle(ground.scratch)
    git(ground.scratch, 'add', 'a.txt')
    const made = await ask()
    const result = 'result' in made ? made.result : ''
    expect(git(ground.repo, 'show', '-s', '--format=%P', result)).toBe(`${base} ${source}`)
    expect(show(ground.repo, result, 'a.txt')).toBe('trunk\nbranch')
  })
  test('staged, and more edited or left lying around: told, nothing is guessed', async () => {
    const { ground, ask } = await clash()
    settle(ground.scratch)
    git(ground.scratch, 'add', 'a.txt')
    write(ground.scratch, 'b.txt', 'edited\n')
    write(ground.scratch, 'note.txt')
    expect(await ask()).toEqual({ trouble: 'unstaged_resolution', paths: ['b.txt', 'note.txt'] })
  })
  test('aborted, or more commits on top: not a merge of the two', async () => {
    const { ground, ask } = await clash()
    settle(ground.scratch)
    git(ground.scratch, 'commit', '-qam', 'by hand')
    git(ground.scratch, 'commit', '-q', '--allow-empty', '-m', 'more')
    expect(await ask()).toEqual({ trouble: 'wrong_parents', paths: [] })
    git(ground.scratch, 'reset', '-q', '--hard', 'trunk')
    expect(await ask()).toEqual({ trouble: 'wrong_parents', paths: [] })
  })
})

describe('prediction', () => {
  test('says the same as the merge, and touches nothing', async () => {
    const ground = field({ 'a.txt': 'a\n', 'log.md': '# Log\n', '.gitattributes': '*.md merge=union\n' })
    branch(ground, 'clean', (tree) => write(tree, 'c.txt'))
    branch(ground, 'union', (tree) => write(tree, 'log.md', '# Log\nbranch\n'))
    branch(ground, 'clash', (tree) => write(tree, 'a.txt', 'branch\n'))
    onTrunk(ground, (tree) => {
      write(tree, 'a.txt', 'trunk\n')
      write(tree, 'log.md', '# Log\ntrunk\n')
    })
    // What the user is editing right now must not change what is predicted.
    write(ground.repo, '.gitattributes', '* merge=binary\n')
    const before = userState(ground.repo)
    const { merging, repo: repoPath } = ground
    const ask = async (name: string) => {
      const [base = '', source = ''] = (await merging.branches(repoPath, ['trunk', name])) as string[]
      const { mergeBase } = await merging.relation({ repoPath, head: source, base })
      return merging.predict({ repoPath, base, source, mergeBase: mergeBase ?? '' })
    }
    expect(await ask('clean')).toMatchObject({ conflicts: [], united: [] })
    expect(await ask('union')).toMatchObject({ conflicts: [], united: ['log.md'] })
    expect(await ask('clash')).toMatchObject({ conflicts: [{ path: 'a.txt', kind: 'content' }], united: [] })
    expect(userState(ground.repo)).toBe(before)
    git(ground.repo, 'checkout', '-q', '.gitattributes')
    const merged = await mergeOf(ground, 'union')
    expect((await ask('union')).tree).toBe(git(repoPath, 'rev-parse', `${merged.result}^{tree}`))
  })
})
