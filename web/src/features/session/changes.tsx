/** What the agent changed, live while it works: all of it, one part, one turn, one commit; and the way back to a saved state. */

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Session, Snapshot } from '#contract/session'
import { skippedWords } from '#core/workspace/skipped-words'
import { getDiff, getSnapshots, restoreSnapshot } from '../../api/calls.ts'
import type { DiffView } from '../../api/shapes.ts'
import { useStore } from '../../live/store.ts'
import { reviewPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Empty, Problem, Progress, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { useMedia } from '../../ui/width.ts'
import { count } from '../../ui/words.ts'
import { PullRequests } from '../pulls/pull-panel.tsx'
import { changesNow } from '../review/changes-now.tsx'
import { useLive } from '../review/use-live.ts'
import { Parts, ViewSelect } from '../review/views.tsx'
import { parsePatch } from './patch.ts'
import { type Layout, PatchView } from './patch-view.tsx'

/** The last answer, while the next is on its way: nothing flickers while an agent works. */
function useKept<T>(name: string, tick: number, read: () => Promise<T>) {
  const found = useRead(`${name}/${tick}`, read)
  const [kept, setKept] = useState<{ readonly name: string; readonly data: T } | null>(null)
  useEffect(() => {
    if (found.data !== null) setKept({ name, data: found.data })
  }, [found.data, name])
  return {
    data: kept?.name === name ? kept.data : null,
    error: found.data === null ? found.error : null,
    again: found.again,
    loading: found.loading,
  }
}

export function Changes({ session }: { readonly session: Session }): ReactNode {
  const wide = useMedia('(min-width: 700px)')
  const [layout, setLayout] = useState<Layout>(remembered('diff.layout', 'unified'))
  const [view, setView] = useState('all')
  const [asked, setAsked] = useState<Snapshot | null>(null)
  const tick = useLive(session)
  const snapshots = useKept(`${session.id}/snapshots`, tick, () => getSnapshots(session.id))
  const list = snapshots.data ?? []
  const other = list.filter((one) => one.reason !== 'turn')
  const saved = savedOf(list, view)
  const before = saved === null ? undefined : list.filter((one) => one.n < saved.n).at(-1)
  const changes = useStore(changesNow, (now) => (now?.id === session.id ? now.changes : null))
  const diff = useKept(`${session.id}/${view}`, tick, () =>
    getDiff(
      session.id,
      view.startsWith('saved:') && saved ? { ...(before ? { from: before.n } : {}), to: saved.n } : { view },
    ),
  )
  return (
    <section className="changes stack" aria-label="Changes">
      <PullRequests session={session} />
      <div className="row row-wrap">
        <ViewSelect changes={changes} baseRef={session.baseRef} value={view} onPick={setView}>
          {other.length > 0 && (
            <optgroup label="Other saved states">
              {[...other].reverse().map((one) => (
                <option key={one.n} value={`saved:${one.n}`}>
                  Snapshot {one.n}: {one.reason}
                </option>
              ))}
            </optgroup>
          )}
        </ViewSelect>
        {wide && (
          <Segments
            label="Layout"
            value={layout}
            options={[
              { id: 'unified', label: 'Unified' },
              { id: 'split', label: 'Split' },
            ]}
            onPick={(id) => {
              setLayout(id)
              remember('diff.layout', id)
            }}
          />
        )}
        <a className="button" data-look="plain" href={reviewPath(session.id)}>
          Review
        </a>
      </div>
      {changes && <Parts changes={changes} />}
      {saved && (
        <div className="row row-wrap">
          <span className="grow small soft saved-note">
            Saved <Since at={saved.at} after=" ago" />. Before and after are kept in snapshots.
          </span>
          <Button look="danger-quiet" onClick={() => setAsked(saved)}>
            Restore this snapshot
          </Button>
        </div>
      )}
      {snapshots.error && <Problem error={snapshots.error} />}
      {diff.error ? (
        <Problem error={diff.error} />
      ) : (
        <DiffBody diff={diff.data} all={view === 'all'} layout={wide ? layout : 'unified'} />
      )}
      {asked && <RestoreDialog session={session} snapshot={asked} onClose={() => setAsked(null)} onDone={diff.again} />}
    </section>
  )
}

/** The saved state that a view ends with; null: it ends elsewhere. */
function savedOf(list: readonly Snapshot[], view: string): Snapshot | null {
  const [kind, n] = view.split(':')
  if (kind === 'saved') return list.find((one) => String(one.n) === n) ?? null
  if (kind !== 'turn') return null
  const own = list.filter((one) => String(one.turn) === n)
  return own.find((one) => one.reason === 'turn') ?? own[0] ?? null
}

function DiffBody(props: {
  readonly diff: DiffView | null
  readonly all: boolean
  readonly layout: Layout
}): ReactNode {
  const { diff, layout } = props
  const files = useMemo(() => (diff ? parsePatch(diff.patch) : []), [diff])
  if (!diff) return <Progress what="Reading the differences" />
  if (diff.files.length === 0) {
    return (
      <Empty title="No changes">
        <p>{props.all ? 'The files are as they were at the start.' : 'Nothing is changed here.'}</p>
      </Empty>
    )
  }
  const plus = diff.files.reduce((sum, file) => sum + (file.additions ?? 0), 0)
  const minus = diff.files.reduce((sum, file) => sum + (file.deletions ?? 0), 0)
  return (
    <>
      <p className="small soft num">
        {count(diff.files.length, 'file')}, <ins>+{plus}</ins> <del>−{minus}</del>
        {diff.truncated && ' · too large to show whole here; the review shows every file'}
      </p>
      <ul className="file-list">
        {diff.files.slice(0, listed).map((file) => (
          <li key={file.path} className="row small">
            <span className="tag">{file.status}</span>
            <span className="mono grow wrap-any">{file.path}</span>
            <span className="num">
              {file.skipped ? (
                skippedWords(file.skipped)
              ) : file.binary ? (
                'binary'
              ) : (
                <>
                  <ins>+{file.additions ?? 0}</ins> <del>−{file.deletions ?? 0}</del>
                </>
              )}
            </span>
          </li>
        ))}
        {diff.files.length > listed && (
          <li className="small soft">and {diff.files.length - listed} more: see the review</li>
        )}
      </ul>
      {files.slice(0, listed).map((file) => (
        <PatchView key={file.path} file={file} layout={layout} />
      ))}
    </>
  )
}

const listed = 200

function RestoreDialog(props: {
  readonly session: Session
  readonly snapshot: Snapshot
  readonly onClose: () => void
  readonly onDone: () => void
}): ReactNode {
  const { session, snapshot } = props
  const restoring = useAction(async () => {
    const { files } = await restoreSnapshot(session.id, snapshot.n)
    say(`Snapshot ${snapshot.n} restored: ${count(files, 'file')}`)
    props.onClose()
    props.onDone()
  })
  return (
    <Confirm
      title={`Restore snapshot ${snapshot.n}?`}
      action="Restore the files"
      look="danger"
      busy={restoring.busy}
      onConfirm={() => void restoring.run()}
      onClose={props.onClose}
    >
      <p>
        The files of <strong className="wrap-any">{session.name}</strong> go back to how they were in snapshot{' '}
        {snapshot.n}. What is there now is saved to a snapshot of its own first, so this can be undone the same way.
      </p>
      {session.turn?.state === 'running' && <p>The agent is at work in these files right now.</p>}
      {restoring.error && <Problem error={restoring.error} />}
    </Confirm>
  )
}
