import { expect, it } from 'vitest'
import { configDiff } from './config-diff.ts'

it('shows what changed in a repository’s configuration, key by key', () => {
  expect(configDiff({ setup: { run: ['a'] }, ports: 3, gone: 1 }, { setup: { run: ['b'] }, ports: 3 })).toEqual([
    { sign: '-', text: 'gone = 1' },
    { sign: ' ', text: 'ports = 3' },
    { sign: '-', text: 'setup.run = ["a"]' },
    { sign: '+', text: 'setup.run = ["b"]' },
  ])
})

it('shows everything plainly when nothing was approved before', () => {
  expect(configDiff(null, { setup: { run: 'x' } })).toEqual([{ sign: ' ', text: 'setup.run = "x"' }])
})
