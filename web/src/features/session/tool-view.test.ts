import { describe, expect, it } from 'vitest'
import { editLines, toolView } from './tool-view.ts'

describe('tools', () => {
  it.each<[string, unknown, string]>([
    ['a command', { command: 'npm test\n--watch' }, 'npm test'],
    ['a command as words', { cmd: ['git', 'status'] }, 'git status'],
    ['a file', { file_path: 'src/a.ts' }, 'src/a.ts'],
    ['anything else', { a: 1 }, '{"a":1}'],
    ['nothing', {}, ''],
    ['a bare string', 'hello', 'hello'],
    ['null', null, ''],
  ])('%s', (_name, input, summary) => expect(toolView(input).summary).toBe(summary))

  it('show edits as lines taken out and put in', () => {
    const [edit] = toolView({ file_path: 'a', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' }).edits
    expect(editLines(edit!)).toEqual([
      { sign: ' ', text: 'one' },
      { sign: '-', text: 'two' },
      { sign: '+', text: '2' },
      { sign: ' ', text: 'three' },
    ])
  })

  it('show a new file as all put in', () => {
    const [edit] = toolView({ path: 'a', content: 'x\ny' }).edits
    expect(editLines(edit!).map((line) => line.sign)).toEqual(['+', '+'])
  })
})
