/** Tasks out of files, and what is refused. */
import { expect, test } from 'vitest'
import { importTasks } from './import-tasks.ts'

const read = (text: string) => {
  const imported = importTasks(text)
  return 'fault' in imported
    ? imported.fault
    : imported.drafts.map(({ title, role, done, body }) => [title, role, done, body])
}

test('a Markdown list: boxes, numbers, bodies, roles; prose around it is no task', () => {
  const text = `# Plan\n\nSome words.\n\n- [ ] First thing (role: senior)\n  Its body,\n  two lines.\n\n  And a paragraph.\n- [x] Done already\n* Third\n2. Fourth\n`
  expect(read(text)).toEqual([
    ['First thing', 'senior', false, 'Its body,\ntwo lines.\n\nAnd a paragraph.'],
    ['Done already', null, true, ''],
    ['Third', null, false, ''],
    ['Fourth', null, false, ''],
  ])
})

test('laps.json: by its order, with assignee and description', () => {
  const tasks = [
    { id: 'b-2', title: 'Second', description: 'd', assignee: 'ui', isDone: false, order: 131072 },
    { id: 'a-1', title: 'First', isDone: true, order: 65536 },
  ]
  expect(read(JSON.stringify({ version: 2, tasks }))).toEqual([
    ['First', null, true, ''],
    ['Second', 'ui', false, 'd'],
  ])
})

test("Drover's own export is read again", () => {
  const tasks = [
    {
      id: 't-1',
      title: 'A',
      body: 'b',
      role: 'r',
      priority: 3,
      tags: ['x'],
      expects: 'none',
      verify: 'true',
      blockedBy: ['t-0'],
      state: 'ready',
    },
  ]
  expect(importTasks(JSON.stringify({ tasks }))).toEqual({
    drafts: [
      {
        title: 'A',
        body: 'b',
        role: 'r',
        priority: 3,
        tags: ['x'],
        expects: 'none',
        verify: 'true',
        blockedBy: ['t-0'],
        key: 't-1',
        done: false,
      },
    ],
  })
})

test.each([
  ['', 'empty'],
  ['   \n', 'empty'],
  ['just words\n', 'no list'],
  ['{"tasks": [', 'no JSON'],
  ['{"version": 2}', 'no list of tasks'],
  ['[1]', 'task 1 is no object'],
  ['[{"title": "a"}, {"body": "b"}]', 'task 2 has no title'],
])('%j is a fault, never an empty queue', (text, words) => {
  expect(read(text)).toContain(words)
})
