import { describe, expect, it } from 'vitest'
import {
  attachedLine,
  attachmentId,
  decideAttachment,
  kindOfBytes,
  maxAttachmentBytes,
  maxSessionBytes,
  picturesTold,
  safeName,
  withAttached,
} from './attachment.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
const png = bytes('\x89PNG\r\n\x1a\n rest')
const image = { type: 'image/png', end: '.png' }
const text = { type: 'text/plain', end: null }

describe('an attachment', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['PNG', png, 'image/png'],
    ['JPEG', bytes('\xff\xd8\xff\xe0 rest'), 'image/jpeg'],
    ['GIF', bytes('GIF89a'), 'image/gif'],
    ['WebP', bytes('RIFF....WEBPVP8 '), 'image/webp'],
    ['a sound in the same wrapping', bytes('RIFF\x00...WAVEfmt '), null],
    ['PDF', bytes('%PDF-1.7'), 'application/pdf'],
    ['an SVG with a script is text and nothing else', bytes('<svg><script>alert(1)</script></svg>'), 'text/plain'],
    ['a program', bytes('\x7fELF\x02\x01\x00\x00'), null],
    ['bytes that are no text', Uint8Array.from([0xc3, 0x28]), null],
  ])('%s', (_name, given, type) => expect(kindOfBytes(given)?.type ?? null).toBe(type))

  it.each<[string, typeof image | typeof text, string]>([
    ['photo.png', image, 'photo.png'],
    ['../../../etc/passwd', text, 'passwd'],
    ['..\\..\\windows\\system.ini', text, 'system.ini'],
    ['/abs/.ssh', text, 'ssh'],
    ['..', text, 'file'],
    ['', image, 'file.png'],
    ['a\nb c.TXT', text, 'a-b-c.TXT'],
    ['Bildschirmfoto – 3.jpeg', image, 'Bildschirmfoto-3.png'],
    ['evil.svg.png', text, 'evil.svg.txt'],
    [`${'x'.repeat(300)}.png`, image, `${'x'.repeat(60)}.png`],
  ])('called %j is kept as', (given, kind, name) => {
    expect(safeName(given, kind)).toBe(name)
    expect(`0123456789ab-${name}`).toMatch(attachmentId)
  })

  it('has a limit, and all of a session together have one', () => {
    expect(decideAttachment(new Uint8Array(maxAttachmentBytes + 1).fill(65), 0)).toMatchObject({
      refused: 'ATTACHMENT_TOO_LARGE',
    })
    expect(decideAttachment(png, maxSessionBytes)).toMatchObject({ refused: 'ATTACHMENT_TOO_LARGE' })
    expect(decideAttachment(new Uint8Array(0), 0)).toMatchObject({ refused: 'ATTACHMENT_TYPE' })
    expect(decideAttachment(png, 0)).toEqual(image)
  })

  it('stands behind the words, each on a line', () => {
    expect(withAttached('look', ['@/a.png', '@/b.png'])).toBe('look\n\n@/a.png\n@/b.png')
    expect(withAttached('', ['@/a.png'])).toBe('@/a.png')
    expect(withAttached('look', [])).toBe('look')
  })
})

describe('the pictures that words tell of', () => {
  const id = '0123456789ab-shot.png'
  const line = attachedLine(`/home/me/sessions/a-1/attachments/${id}`)
  it.each<[string, string, readonly object[]]>([
    ['one', `Look.\n\n${line}`, [{ id, type: 'image/png' }]],
    ['one told twice, once', `${line}\n${line}`, [{ id, type: 'image/png' }]],
    ['a JPEG', attachedLine('/a/0123456789ab-x.jpg'), [{ id: '0123456789ab-x.jpg', type: 'image/jpeg' }]],
    ['no picture', attachedLine('/a/0123456789ab-x.pdf'), []],
    ['a name that nobody gave', attachedLine('/etc/passwd.png'), []],
    ['in the middle of a line', `see ${line}`, []],
    ['with more behind it', `${line} and so on`, []],
    ['a way that is not whole', attachedLine(`attachments/${id}`), []],
    ['nothing', '', []],
  ])('%s', (_name, words, wanted) => expect(picturesTold(words)).toEqual(wanted))

  it('no more than a message may have, the newest ones', () => {
    const ids = Array.from({ length: 30 }, (_, n) => `0123456789ab-${n}.png`)
    const told = picturesTold(ids.map((one) => attachedLine(`/a/${one}`)).join('\n'))
    expect(told.map((one) => one.id)).toEqual(ids.slice(10))
  })
})
