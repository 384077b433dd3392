/** The keys that work on every page, and the list of them. Never while something is being typed. */
import { type ReactNode, useEffect, useState } from 'react'
import { news } from './features/needs-you/news.ts'
import { go } from './routes/router.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

const list: readonly (readonly [string, string])[] = [
  ['/', 'Find a session'],
  ['j, k', 'Next, previous session of the fleet, or beside the open one'],
  ['Enter', 'Open it; in the search, open the first match'],
  ['c', 'Write to the open session'],
  ['r', 'Review what the open session changed'],
  ['l', 'Land it, or the next step there is'],
  ['Esc', 'Leave the text, close a dialog'],
  ['Ctrl+K', 'Go to a session, a project, a page …'],
  ['g f', 'Fleet'],
  ['g n', 'The next that needs you'],
  ['g y', 'Everything that needs you'],
  ['Space, PageDown, End', 'Scroll'],
  ['g r', 'Relay'],
  ['g e', 'Efforts'],
  ['g h', 'Heats'],
  ['g i', 'Inbox'],
  ['g m', 'Merges'],
  ['g c', 'Costs'],
  ['g a', 'Actions'],
  ['g p', 'Projects'],
  ['g s', 'Settings'],
  ['n', 'New session'],
  ['?', 'These keys'],
]
const places: Readonly<Record<string, string>> = {
  f: '/',
  y: '/needs-you',
  r: '/relay',
  e: '/efforts',
  h: '/heats',
  i: '/inbox',
  m: '/merges',
  c: '/costs',
  a: '/actions',
  p: '/projects',
  s: '/settings',
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function step(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-fleet] a.card')]
  const at = cards.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? cards[0] : cards[Math.min(cards.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The item after the one that is open, and after the last one the first again. */
function nextNeed(): string {
  const paths = news.get().items.map(({ path }) => path)
  const at = paths.indexOf(location.pathname)
  return paths[(at + 1) % Math.max(1, paths.length)] ?? '/needs-you'
}

/** From the page of a session. */
function toReview(): void {
  const id = /^\/sessions\/([^/]+)/.exec(location.pathname)?.[1]
  if (id !== undefined) go(`/sessions/${id}/review`)
}

const scrolls: Readonly<Record<string, (box: HTMLElement) => number>> = {
  ' ': (box) => box.clientHeight * 0.9,
  PageDown: (box) => box.clientHeight * 0.9,
  PageUp: (box) => -box.clientHeight * 0.9,
  ArrowDown: () => 60,
  ArrowUp: () => -60,
  End: (box) => box.scrollHeight,
  Home: (box) => -box.scrollHeight,
}

/** While nothing has the focus, the keys that scroll a page scroll what scrolls on it. */
function scrollPage(event: KeyboardEvent): boolean {
  const by = scrolls[event.key]
  const box = document.querySelector<HTMLElement>('#main :is(.scroll, .review-files, .side-scroll)')
  if (by === undefined || box === null || event.target !== document.body) return false
  event.preventDefault()
  const up = event.key === ' ' && event.shiftKey ? -1 : 1
  box.scrollBy({ top: up * by(box) })
  return true
}

function onKey(event: KeyboardEvent, was: string, showHelp: () => void): void {
  const focusOn = (selector: string): void => {
    event.preventDefault()
    document.querySelector<HTMLElement>(selector)?.focus()
  }
  if (was === 'g' && event.key === 'n') go(nextNeed())
  else if (was === 'g' && places[event.key]) go(places[event.key]!)
  else if (event.key === '/') {
    if (document.querySelector('[data-search]')) focusOn('[data-search]')
    else go('/')
  } else if (event.key === 'c') focusOn('[data-composer]')
  else if (event.key === 'r') toReview()
  else if (event.key === 'l') document.querySelector<HTMLElement>('.land[data-next] > .button')?.click()
  else if (event.key === 'n') go('/new')
  else if (event.key === 'j') step(1)
  else if (event.key === 'k') step(-1)
  else if (event.key === '?') showHelp()
}

export function Keys(): ReactNode {
  const [help, setHelp] = useState(false)
  useEffect(() => {
    let was = ''
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur()
        return
      }
      if (!scrollPage(event)) onKey(event, was, () => setHelp(true))
      was = event.key
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (!help) return null
  return (
    <Dialog title="Keys" onClose={() => setHelp(false)}>
      <dl className="facts">
        {list.map(([keys, what]) => (
          <div key={keys} className="facts-row">
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key.replace(',', '')}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Button onClick={() => setHelp(false)}>Close</Button>
      </div>
    </Dialog>
  )
}
