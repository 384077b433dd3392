/** What each form of path finds in a JSON line. */
import { describe, expect, it } from 'vitest'
import { findAll, readPath } from './path.ts'

const line = {
  type: 'assistant',
  message: { id: 'm1', content: [{ type: 'text', text: 'a' }, { type: 'tool' }, { type: 'text', text: 'b' }] },
  'odd-key': 0,
  nothing: null,
}

describe('paths', () => {
  it.each<[string, readonly unknown[]]>([
    ['type', ['assistant']],
    ['$.message.id', ['m1']],
    ['message.content[0].text', ['a']],
    ['message.content.2.text', ['b']],
    ['message.content[*].text', ['a', 'b']],
    ['message.content.*.text', ['a', 'b']],
    ['message.content[*][type=text].text', ['a', 'b']],
    ['[type=assistant].message.id', ['m1']],
    ['[type=user].message.id', []],
    ['[message.id=m1].type', ['assistant']],
    ['odd-key', [0]],
    ['nothing', []],
    ['message.none.deep', []],
    ['constructor', []],
  ])('%s finds %j', (text, wanted) => expect(findAll([readPath(text)!], line)).toEqual(wanted))

  it.each(['', 'a..b', 'a[', 'a[b]', '$', 'a b'])('%j is no path', (text) => expect(readPath(text)).toBeNull())
})
