/** What an agent left uncommitted is committed as it is, in the user's name, and nothing else. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newRepo } from '../workspace/support.ts'
import { field, git, write } from './support.ts'

test('changed, new, deleted and oddly named files; ignored ones and nested repositories stay out', async () => {
  const { merging, repo } = field({ 'a.txt': 'a\n', 'gone.txt': 'x\n', '.gitignore': '*.log\n' })
  git(repo, 'config', 'user.name', 'Somebody')
  git(repo, 'config', 'user.email', 'some@body')
  write(repo, 'a.txt', 'b\n')
  write(repo, ':(glob)*.txt', 'odd\n')
  write(repo, 'söme dir/ünï.txt', 'x\n')
  write(repo, 'debug.log', 'x\n')
  writeFileSync(Buffer.concat([Buffer.from(`${repo}/b`), Buffer.from([0xff]), Buffer.from('d.txt')]), 'x\n')
  rmSync(join(repo, 'gone.txt'))
  newRepo(join(repo, 'vendor'))
  const left = await merging.leftovers(repo)
  expect([left.files.length, left.nested, left.operation]).toEqual([5, ['vendor/'], null])
  const commit = await merging.commitAll({
    path: repo,
    files: left.files,
    message: 'Left over\n\nDrover-Session: shop-1\n',
  })
  expect(
    git(repo, 'show', '-s', '--format=%H|%an|%s|%(trailers:key=Drover-Session,valueonly,separator=)', 'HEAD'),
  ).toBe(`${commit}|Somebody|Left over|shop-1`)
  expect(git(repo, 'status', '--porcelain')).toBe('?? vendor/')
  expect(await merging.leftovers(repo)).toMatchObject({ files: [], nested: ['vendor/'], operation: null })
})

test('a machine on which git knows no name commits too', async () => {
  const { merging, repo } = field()
  write(repo, 'a.txt', 'b\n')
  await merging.commitAll({ path: repo, files: ['a.txt'], message: 'Left over\n' })
  expect(git(repo, 'show', '-s', '--format=%an')).toBe('Drover')
})

test('an operation under way is told', async () => {
  const { merging, repo } = field()
  git(repo, 'bisect', 'start')
  expect((await merging.leftovers(repo)).operation).toBe('bisect')
})

test('a file whose clean filter only the repository names is not committed as it lies there', async () => {
  const { merging, repo } = field({ 'a.txt': 'a\n', '.gitattributes': '*.secret filter=crypt\n' })
  git(repo, 'config', 'filter.crypt.clean', 'tr a-z n-za-m')
  write(repo, 'key.secret', 'plain\n')
  write(repo, 'a.txt', 'b\n')
  const before = git(repo, 'rev-parse', 'HEAD')
  await expect(
    merging.commitAll({ path: repo, files: ['a.txt', 'key.secret'], message: 'Left over\n' }),
  ).rejects.toMatchObject({ code: 'MERGE_BLOCKED', details: { paths: ['key.secret'] } })
  expect([git(repo, 'rev-parse', 'HEAD'), git(repo, 'diff', '--cached', '--name-only')]).toEqual([before, ''])
  await merging.commitAll({ path: repo, files: ['a.txt'], message: 'Left over\n' })
})
