/**
 * Prose as HTML that cannot do anything: parsed, then cut down to text-shaping tags. No scripts, styles, forms, frames or
 * handlers, and nothing that fetches from anywhere: an image becomes a link. What agents say is untrusted.
 */
import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { printable } from '../../ui/words.ts'
import { plainProse } from './plain-prose.ts'

const marked = new Marked({ gfm: true, breaks: true, async: false })

const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'input',
  ],
  ALLOWED_ATTR: ['href', 'title', 'start', 'align', 'type', 'checked', 'disabled'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Longer prose than this is shown as plain text: parsing it would hold the page up. */
export const proseLimit = 60_000

const purify = DOMPurify(window)
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener noreferrer nofollow')
    node.setAttribute('target', '_blank')
  }
  if (node.tagName === 'INPUT') {
    if (node.getAttribute('type') !== 'checkbox') node.remove()
    else node.setAttribute('disabled', '')
  }
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0')
})

const renderer = {
  image({ href, text }: { href: string; text: string }): string {
    const label = text === '' ? href : text
    return `<a href="${escaped(href)}">${escaped(label)}</a>`
  },
  /** Raw HTML in prose is shown as it was written. */
  html({ text }: { text: string }): string {
    return escaped(text)
  },
}
marked.use({ renderer })

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const kept = new WeakMap<object, string>()

/** `owner` is the row the prose belongs to: parsed once for it. */
export function proseHtml(owner: object, text: string): string {
  const known = kept.get(owner)
  if (known !== undefined) return known
  const html = plainProse(text) ?? purify.sanitize(marked.parse(printable(text)) as string, allowed)
  kept.set(owner, html)
  return html
}
