import { describe, expect, it } from 'vitest'
import { callTook, editLines, resultWord, toolView } from './tool-view.ts'

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

  it.each<[string, unknown, string]>([
    ['Grep', { pattern: 'TODO', path: 'src', output_mode: 'content' }, 'TODO in src'],
    ['grep_search', { query: 'TODO', path: '.' }, 'TODO'],
    ['Glob', { pattern: '**/*.ts' }, '**/*.ts'],
    ['Bash', { command: 'npm test', description: 'Run the tests' }, 'npm test'],
    ['Read', { file_path: 'src/a.ts', limit: 20 }, 'src/a.ts'],
    ['WebSearch', { query: 'vitest' }, 'vitest'],
    ['Task', { description: 'Look around', prompt: 'Look at every file' }, 'Look around'],
    ['LS', { path: 'src' }, 'src'],
    [
      'TodoWrite',
      {
        todos: [
          { content: 'one', status: 'completed' },
          { content: 'two', status: 'in_progress' },
          { content: 'three', status: 'pending' },
        ],
      },
      '1 of 3 done · two',
    ],
    ['update_plan', { plan: [{ step: 'one', status: 'completed' }] }, '1 of 1 done'],
  ])('%s is told by the argument that matters', (name, input, summary) =>
    expect(toolView(input, name).summary).toBe(summary),
  )

  it('take a list of steps that is none as any other input', () => {
    expect(toolView({ todos: 'all' }, 'TodoWrite')).toMatchObject({ todos: [], summary: '{"todos":"all"}' })
    expect(toolView({ todos: [null, 3, { status: 'x' }] }, 'TodoWrite').todos).toEqual([])
  })

  it.each<[Parameters<typeof resultWord>[0], boolean, string, string]>([
    ['read', true, 'a\nb\n', '2 lines'],
    ['search', true, '', 'nothing found'],
    ['search', true, 'src/a.ts:1: x', 'src/a.ts:1: x'],
    ['run', true, '\nok\nmore', 'ok'],
    ['edit', true, 'The file was updated', ''],
    ['edit', false, 'no such file', 'no such file'],
  ])('a result of %s (ok: %s) %j says %j', (kind, ok, output, said) =>
    expect(resultWord(kind, { ok, output, cut: false })).toBe(said),
  )

  it('say how long they took, and nothing where the times are no times', () => {
    const at = '2026-01-01T00:00:00.000Z'
    expect(callTook(at, '2026-01-01T00:00:01.240Z')).toBe('1.2 s')
    expect(callTook(at, at)).toBe('<0.1 s')
    expect(callTook(at, null)).toBeNull()
    expect(callTook(at, '2025-01-01T00:00:00.000Z')).toBeNull()
  })

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
