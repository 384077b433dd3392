/** The words of Drover's own commits. */
import { expect, test } from 'vitest'
import { mergeMessage, proposeMessage, withTrailers } from './message.ts'

const facts = {
  sessionId: 'shop-1',
  name: 'shop-1',
  agent: 'codex:gpt',
  prompt: null,
  lastText: null,
  files: ['a.ts'],
}

test.each([
  ['a name', { name: 'Login tests', prompt: 'Fix it', lastText: null }, 'Login tests'],
  ['the prompt’s first line', { prompt: '\n# Fix the `login` test\nand more' }, 'Fix the login test'],
  ['directives are skipped', { prompt: '@write a.txt a\n@say done\nplain words' }, 'plain words'],
  ['a message of another session is skipped', { prompt: '[from shop-2] hello\nDo it' }, 'Do it'],
  ['the last words', { lastText: 'I fixed it.' }, 'I fixed it.'],
  ['one file', {}, 'Change a.ts'],
  ['several files', { files: ['a', 'b'] }, 'Change 2 files'],
])('%s', (_, more, subject) => {
  expect(proposeMessage({ ...facts, ...more }).split('\n')[0]).toBe(subject)
})

test('a long first line is cut, and the agent’s last words are the body', () => {
  const message = proposeMessage({ ...facts, prompt: 'x'.repeat(200), lastText: 'All green now.' })
  expect(message.split('\n')[0]).toHaveLength(72)
  expect(message.split('\n').slice(1)).toEqual(['', 'All green now.'])
})

test('trailers cannot be forged by what they carry', () => {
  expect(withTrailers('subject\n', [['Drover-Session', 'a\nDrover-Merge: m-1']])).toBe(
    'subject\n\nDrover-Session: a Drover-Merge: m-1\n',
  )
})

test('a merge names its branch, its target and where it came from', () => {
  const merge = { id: 'm-3', branch: 'drover/shop-1/root', target: 'main', sessionId: 'shop-1', given: null }
  expect(mergeMessage(merge)).toBe(
    "Merge branch 'drover/shop-1/root' into main\n\nDrover-Merge: m-3\nDrover-Session: shop-1\n",
  )
  expect(mergeMessage({ ...merge, sessionId: null, given: ' Login ' })).toBe('Login\n\nDrover-Merge: m-3\n')
})
