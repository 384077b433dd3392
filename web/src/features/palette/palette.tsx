/** One field that leads everywhere: sessions, efforts, mail, projects, pages and a few actions. By keys and by thumb; loaded when first opened. */
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { newestEfforts } from '../../api/effort-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { inbox } from '../../live/inbox.ts'
import { useStore } from '../../live/store.ts'
import { boardPath, go, sessionPath } from '../../routes/router.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { pickTheme } from '../../ui/theme.ts'
import { useRead } from '../../ui/use-read.ts'
import { oneLine, statusWord } from '../../ui/words.ts'
import { type Entry, ranked } from './rank.ts'
import './palette.css'

const pages: readonly (readonly [string, string])[] = [
  ['/', 'Fleet'],
  ['/needs-you', 'Needs you'],
  ['/relay', 'Relay'],
  ['/efforts', 'Efforts'],
  ['/heats', 'Heats'],
  ['/inbox', 'Inbox'],
  ['/merges', 'Merges'],
  ['/costs', 'Costs'],
  ['/actions', 'Actions'],
  ['/talk', 'Talk'],
  ['/projects', 'Projects'],
  ['/settings', 'Settings'],
]

const fixed: readonly Entry[] = [
  { id: 'new', kind: 'action', title: 'New session', detail: 'action', path: '/new' },
  ...pages.map(([path, title]): Entry => ({ id: path, kind: 'page', title, detail: 'page', path })),
  { id: 'light', kind: 'action', title: 'Light theme', detail: 'action', act: () => pickTheme('light') },
  { id: 'dark', kind: 'action', title: 'Dark theme', detail: 'action', act: () => pickTheme('dark') },
  { id: 'system', kind: 'action', title: 'Theme as the system', detail: 'action', act: () => pickTheme('system') },
]

function useEntries(): readonly Entry[] {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const mails = useStore(inbox, (state) => state.inbox?.mails)
  const efforts = useRead('palette-efforts', newestEfforts).data
  return useMemo(() => {
    const live = [...sessions.values()].toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))
    const threads = [...(mails?.values() ?? [])].filter((mail) => mail.id === mail.thread)
    return [
      ...live.map(
        (one): Entry => ({
          id: one.id,
          kind: 'session',
          title: one.title,
          detail: `${one.id} · ${statusWord[one.status]} · ${one.harness}`,
          path: sessionPath(one.id),
        }),
      ),
      ...fixed,
      ...[...projects.values()].map(
        (one): Entry => ({
          id: one.id,
          kind: 'project',
          title: one.name,
          detail: 'project',
          path: `/projects/${encodeURIComponent(one.id)}`,
        }),
      ),
      ...[...projects.values()].map(
        (one): Entry => ({
          id: `board ${one.id}`,
          kind: 'page',
          title: `Board of ${one.name}`,
          detail: 'page',
          path: boardPath(one.id),
        }),
      ),
      ...(efforts ?? []).map(
        (one): Entry => ({
          id: one.id,
          kind: 'effort',
          title: oneLine(one.goal, 100),
          detail: `${one.id} · effort · ${one.state}`,
          path: `/efforts/${encodeURIComponent(one.id)}`,
        }),
      ),
      ...threads.map(
        (one): Entry => ({
          id: one.id,
          kind: 'mail',
          title: one.subject,
          detail: `mail · from ${one.from}`,
          path: `/inbox/${encodeURIComponent(one.thread)}`,
        }),
      ),
    ]
  }, [sessions, projects, mails, efforts])
}

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const entries = useEntries()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => ranked(typed, entries), [typed, entries])
  const chosen = Math.min(at, Math.max(0, found.length - 1))
  const take = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    // After the dialog gave the focus back.
    setTimeout(() => (entry.path === undefined ? entry.act?.() : go(entry.path)))
  }
  const move = (to: number): void => {
    setAt(to)
    document.getElementById(`palette-${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      move((chosen + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(found[chosen])
    }
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className="palette">
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label="Sessions, efforts, mail, projects, pages, actions"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `palette-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Session, project, page …"
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <div id="palette-list" role="listbox" aria-label="Found" tabIndex={-1}>
          {found.map((entry, n) => (
            <button
              key={`${entry.kind}/${entry.id}`}
              id={`palette-${n}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={n === chosen}
              data-kind={entry.kind}
              onClick={() => take(entry)}
            >
              <span className="palette-title">{entry.title}</span>
              <span className="small faint">{entry.detail}</span>
            </button>
          ))}
        </div>
        {found.length === 0 && (
          <p className="soft" role="status">
            Nothing fits “{typed}”.
          </p>
        )}
      </div>
    </Dialog>
  )
}
