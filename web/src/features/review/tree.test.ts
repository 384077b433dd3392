import { expect, it } from 'vitest'
import { orderOf, treeOf } from './tree.ts'

it('is folders first, with lone folders on one line', () => {
  const rows = treeOf(['z.ts', 'src/deep/down/a.ts', 'src/b.ts', 'a.ts', 'lib/x/y/only.ts'])
  expect(rows.map(({ depth, name, file }) => `${'  '.repeat(depth)}${name}${file === null ? '/' : ''}`)).toEqual([
    'lib/x/y/',
    '  only.ts',
    'src/',
    '  deep/down/',
    '    a.ts',
    '  b.ts',
    'a.ts',
    'z.ts',
  ])
  expect(orderOf(rows)).toEqual([4, 1, 2, 3, 0])
})

it('takes any name', () =>
  expect(treeOf(['__proto__/constructor', '<b>\n']).map(({ name }) => name)).toEqual([
    '__proto__',
    'constructor',
    '<b>\n',
  ]))
