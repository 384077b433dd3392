/** The review page: which changes, their files, and the message they become. Live while the agent works. */
import './review.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ReviewChanges } from '#contract/review'
import type { Session } from '#contract/session'
import { getChanges } from '../../api/review-calls.ts'
import { cockpit, openSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { sessionPath } from '../../routes/router.ts'
import { Icon } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Empty, Problem, Progress, Segments } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { useMedia } from '../../ui/width.ts'
import { count } from '../../ui/words.ts'
import { createDraft, type Draft } from './draft.ts'
import { FileTree } from './file-tree.tsx'
import { Files } from './files.tsx'
import type { Layout } from './rows.ts'
import { SendBar } from './send-bar.tsx'
import { orderOf, treeOf } from './tree.ts'
import { useLive } from './use-live.ts'
import { Parts, ViewSelect } from './views.tsx'

export function ReviewPage({ id }: { readonly id: string }): ReactNode {
  const session = useStore(cockpit, (c) => c.fleet.sessions.get(id) ?? null)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  useEffect(() => openSession(id), [id])
  if (session) return <OneReview session={session} />
  return (
    <main className="page" id="main" aria-busy={!loaded || undefined}>
      {loaded && (
        <Empty title="No such session">
          <p>
            There is no session <code className="wrap-any">{id}</code> here.
          </p>
        </Empty>
      )}
    </main>
  )
}

/** The newest answer stays while the next is on its way, so that nothing flickers; another view begins empty. */
function useChanges(session: Session, view: string) {
  const tick = useLive(session)
  const [kept, setKept] = useState<ReviewChanges | null>(null)
  const read = useRead(`${session.id}/${view}/${tick}`, () => getChanges(session.id, view))
  useEffect(() => {
    if (read.data !== null) setKept(read.data)
  }, [read.data])
  return {
    changes: kept?.view === view ? kept : null,
    any: kept,
    error: read.data === null ? read.error : null,
    again: read.again,
  }
}

function useDraft(id: string): Draft {
  const [draft, setDraft] = useState<Draft | null>(null)
  const made = useMemo(() => draft ?? createDraft(id), [draft, id])
  useEffect(() => {
    setDraft(made)
    return () => made.end()
  }, [made])
  return made
}

function OneReview({ session }: { readonly session: Session }): ReactNode {
  const wide = useMedia('(min-width: 900px)')
  const [view, setView] = useState('all')
  const [layout, setLayout] = useState<Layout>(remembered('diff.layout', 'unified'))
  const { changes, any, error, again } = useChanges(session, view)
  const draft = useDraft(session.id)
  const [jump, setJump] = useState<{ readonly path: string } | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const tree = useMemo(() => treeOf((changes?.files ?? []).map(({ path }) => path)), [changes])
  const files = useMemo(() => orderOf(tree).map((at) => changes!.files[at]!), [tree, changes])
  return (
    <main className="page review" id="main" data-review={session.id}>
      <header className="review-bar">
        <a
          className="button"
          data-look="quiet"
          data-shape="icon"
          href={sessionPath(session.id)}
          aria-label="Back to the session"
        >
          <Icon name="back" />
        </a>
        <h1 className="clip">Review {session.title}</h1>
        <ViewSelect changes={any} baseRef={session.baseRef} value={view} onPick={setView} />
        {wide && (
          <Segments
            label="Layout"
            value={layout}
            options={[
              { id: 'unified', label: 'Unified' },
              { id: 'split', label: 'Split' },
            ]}
            onPick={(to) => {
              setLayout(to)
              remember('diff.layout', to)
            }}
          />
        )}
        {changes && (
          <span className="small soft num">
            {count(changes.files.length, 'file')}, {changes.files.filter((file) => file.viewed).length} viewed
          </span>
        )}
        {any && <Parts changes={any} />}
      </header>
      {error && <Problem error={error} />}
      <div className="review-main">
        {changes === null ? (
          !error && (
            <div className="pad">
              <Progress what="Reading the changes" />
            </div>
          )
        ) : files.length === 0 ? (
          <Empty title="No changes">
            <p>{view === 'all' ? 'The files are as they were at the start.' : 'Nothing is changed here.'}</p>
          </Empty>
        ) : (
          <>
            {wide && (
              <FileTree rows={tree} files={changes.files} current={current} onPick={(path) => setJump({ path })} />
            )}
            <Files
              key={`${session.id}/${view}`}
              id={session.id}
              view={view}
              files={files}
              layout={wide ? layout : 'unified'}
              draft={draft}
              jump={jump}
              onCurrent={setCurrent}
              onViewed={again}
            />
          </>
        )}
      </div>
      <SendBar draft={draft} session={session} />
    </main>
  )
}
