import { describe, expect, it } from 'vitest'
import { editorFor, isEditor, pathOf } from './editor.ts'

describe('the way to an editor', () => {
  it.each<[string, object | null]>([
    ['vscode://file{path}:{line}', { type: 'link', name: 'VS Code', href: 'vscode://file/w/a%20b/c.ts:7' }],
    ['zed://file{path}', { type: 'link', name: 'Zed', href: 'zed://file/w/a%20b/c.ts' }],
    ['mine://open?f={path}', { type: 'link', name: 'mine', href: 'mine://open?f=/w/a%20b/c.ts' }],
    ['code', { type: 'command', name: 'code', argv: ['code', '/w/a b/c.ts'] }],
    [
      '/usr/bin/subl {path}:{line} -n',
      { type: 'command', name: 'subl', argv: ['/usr/bin/subl', '/w/a b/c.ts:7', '-n'] },
    ],
    ['', null],
    ['  ', null],
    ['javascript://%0aalert(1)', null],
    ['DATA://x{path}', null],
  ])('%s', (open, wanted) => {
    const way = editorFor(open, '/w/a b/c.ts', 7)
    if (wanted === null) expect(way).toBeNull()
    else expect(way).toMatchObject(wanted)
  })

  it('names no line of a directory, and the first where the words need one', () => {
    expect(editorFor('vscode://file{path}:{line}', '/w')?.href).toBe('vscode://file/w')
    expect(editorFor('x://open?l={line}&f={path}', '/w')?.href).toBe('x://open?l=1&f=/w')
  })

  it.each([
    ['vscode://file{path}', true],
    ['code -r', true],
    ['', true],
    ['javascript://x', false],
    ['file://{path}', false],
  ])('%s holds: %s', (open, holds) => expect(isEditor(open)).toBe(holds))
})

it.each<[string | undefined, string | null]>([
  [undefined, '/w/tree'],
  ['src/a.ts', '/w/tree/src/a.ts'],
  ['./a', '/w/tree/a'],
  ['../other/a', null],
  ['src/../../x', null],
  ['..', null],
  ['/etc/passwd', '/w/tree/etc/passwd'],
  ['a\0b', null],
])('a file of the workspace: %s', (file, path) =>
  expect(pathOf('/w/tree', file === undefined ? {} : { file })).toBe(path),
)
