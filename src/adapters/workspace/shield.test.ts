import { expect, test } from 'vitest'
import { parseSettings, shieldOf } from './shield.ts'

const local = (key: string, value: string) => ({ scope: 'local', key, value })
const global = (key: string, value: string) => ({ scope: 'global', key, value })

test('settings are read with their scope; a value may hold line ends or be absent', () => {
  expect(parseSettings('local\0a.b\nx\ny\0global\0c.d\0')).toEqual([
    { scope: 'local', key: 'a.b', value: 'x\ny' },
    { scope: 'global', key: 'c.d', value: 'true' },
  ])
})

test("a repository's program gives way to the operator's, or to none", () => {
  const settings = [
    global('filter.lfs.smudge', 'mine'),
    global('core.editor', 'vi'),
    local('filter.lfs.smudge', 'theirs'),
    local('filter.x.clean', 'theirs'),
    local('filter.x.required', 'true'),
    local('core.sshcommand', 'theirs'),
    local('user.name', 'harmless'),
    { scope: 'worktree', key: 'filter.y.process', value: 'theirs' },
  ]
  expect(shieldOf(settings)).toEqual([
    { key: 'filter.lfs.smudge', value: 'mine' },
    { key: 'filter.x.clean', value: '' },
    { key: 'filter.x.required', value: 'false' },
    { key: 'core.sshcommand', value: 'ssh' },
    { key: 'filter.y.process', value: '' },
  ])
})

test('what `git lfs install --local` writes is let through, anything else by that name is not', () => {
  expect(shieldOf([local('filter.lfs.process', 'git-lfs filter-process')])).toEqual([])
  expect(shieldOf([local('filter.lfs.process', 'git-lfs filter-process; rm x')])).toHaveLength(1)
})

test("credential helpers of the repository are cleared and the operator's named again", () => {
  const mine = global('credential.helper', 'store')
  expect(shieldOf([mine])).toEqual([])
  expect(shieldOf([mine, local('credential.https://x.helper', '!theirs')])).toEqual([
    { key: 'credential.helper', value: '' },
    { key: 'credential.helper', value: 'store' },
  ])
})
