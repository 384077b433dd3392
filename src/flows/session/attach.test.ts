/** Which pictures a prompt brings along: those of this session, in the words that Drover wrote, and there. */
import { expect, it } from 'vitest'
import type { Context } from '#flows/engine/context'
import { pictureReader, picturesOf } from './attach.ts'

const id = '0123456789ab-shot.png'
const path = `/home/sessions/demo-1/attachments/${id}`
const asked: unknown[] = []
const context = {
  attachments: {
    find: (session: string, one: string) => (session === 'demo-1' && one === id ? path : null),
    read: (...words: readonly unknown[]) => (asked.push(words), 'QQ=='),
  },
} as unknown as Context

it.each<[string, string, string, readonly object[]]>([
  ['its own', 'demo-1', `look\n\nAttached file: ${path}`, [{ path, type: 'image/png' }]],
  ['those of another session stay words', 'demo-2', `Attached file: ${path}`, []],
  ['a file of the same name elsewhere stays words', 'demo-1', `Attached file: /etc/${id}`, []],
  ['one that is gone stays words', 'demo-1', 'Attached file: /home/x/0123456789ab-gone.png', []],
])('%s', (_name, session, prompt, wanted) => expect(picturesOf(context, session, prompt)).toEqual(wanted))

it('reads by the name alone, from the session itself, and not without end', () => {
  expect(pictureReader(context, 'demo-1')({ path: '/etc/../passwd.png', type: 'image/png' })).toBe('QQ==')
  expect(asked).toEqual([['demo-1', 'passwd.png', 5 * 1024 * 1024]])
})
