/** What the agent changed: against the base, or turn by turn through its snapshots; and the way back to one of them. */

import { type ReactNode, useMemo, useState } from 'react'
import type { Session, Snapshot } from '#contract/session'
import { skippedWords } from '#core/workspace/skipped-words'
import { getDiff, getSnapshots, restoreSnapshot } from '../../api/calls.ts'
import type { DiffView } from '../../api/shapes.ts'
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
import { parsePatch } from './patch.ts'
import { type Layout, PatchView } from './patch-view.tsx'

/** null: from the base to the files as they are now. */
type Range = { readonly from?: number; readonly to?: number } | null

export function Changes({ session }: { readonly session: Session }): ReactNode {
  const wide = useMedia('(min-width: 700px)')
  const [layout, setLayout] = useState<Layout>(remembered('diff.layout', 'unified'))
  const [picked, setPicked] = useState<Snapshot | null>(null)
  const [asked, setAsked] = useState<Snapshot | null>(null)
  const stamp = `${session.id}/${session.turn?.n ?? 0}/${session.turn?.state ?? ''}/${session.filesChanged ?? 0}/${session.phase}`
  const snapshots = useRead(stamp, () => getSnapshots(session.id))
  const list = snapshots.data ?? []
  const before = picked === null ? undefined : list.filter((s) => s.n < picked.n).at(-1)
  const range: Range = picked === null ? null : { ...(before ? { from: before.n } : {}), to: picked.n }
  const diff = useRead(`${picked === null ? stamp : session.id}/${JSON.stringify(range)}`, () =>
    getDiff(session.id, range ?? {}),
  )
  return (
    <section className="changes stack" aria-label="Changes">
      <div className="row row-wrap">
        <select
          className="input grow"
          aria-label="Which changes"
          value={picked?.n ?? ''}
          onChange={(event) => setPicked(list.find((s) => String(s.n) === event.target.value) ?? null)}
        >
          <option value="">All changes against {session.baseRef ?? 'the base'}</option>
          {[...list].reverse().map((s) => (
            <option key={s.n} value={s.n}>
              {snapshotWords(s)}
            </option>
          ))}
        </select>
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
        <Button onClick={() => diff.again()} busy={diff.loading && diff.data !== null}>
          Refresh
        </Button>
      </div>
      {picked && (
        <div className="row row-wrap">
          <span className="grow small soft saved-note">
            Saved <Since at={picked.at} after=" ago" />. Before and after are kept in snapshots.
          </span>
          <Button look="danger-quiet" onClick={() => setAsked(picked)}>
            Restore this snapshot
          </Button>
        </div>
      )}
      {snapshots.error && <Problem error={snapshots.error} />}
      {diff.error ? <Problem error={diff.error} /> : <DiffBody diff={diff.data} layout={wide ? layout : 'unified'} />}
      {asked && <RestoreDialog session={session} snapshot={asked} onClose={() => setAsked(null)} onDone={diff.again} />}
    </section>
  )
}

const snapshotWords = (s: Snapshot): string =>
  `Snapshot ${s.n}: ${s.turn === null ? s.reason : s.reason === 'turn' ? `turn ${s.turn}` : `${s.reason}, turn ${s.turn}`}, ${count(s.files, 'file')} +${s.additions} −${s.deletions}`

function DiffBody({ diff, layout }: { readonly diff: DiffView | null; readonly layout: Layout }): ReactNode {
  const files = useMemo(() => (diff ? parsePatch(diff.patch) : []), [diff])
  if (!diff) return <Progress what="Reading the differences" />
  if (diff.files.length === 0) {
    return (
      <Empty title="No changes">
        <p>The files are as they were at the start.</p>
      </Empty>
    )
  }
  const plus = diff.files.reduce((sum, file) => sum + (file.additions ?? 0), 0)
  const minus = diff.files.reduce((sum, file) => sum + (file.deletions ?? 0), 0)
  return (
    <>
      <p className="small soft num">
        {count(diff.files.length, 'file')}, <ins>+{plus}</ins> <del>−{minus}</del>
        {diff.truncated && ' · the difference is too large to show whole; the list of files is complete'}
      </p>
      <ul className="file-list">
        {diff.files.map((file) => (
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
      </ul>
      {files.map((file) => (
        <PatchView key={file.path} file={file} layout={layout} />
      ))}
    </>
  )
}

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
        The files of <strong className="wrap-any">{session.name}</strong> go back to how they were in{' '}
        {snapshotWords(snapshot)}. What is there now is saved to a snapshot of its own first, so this can be undone the
        same way.
      </p>
      {session.turn?.state === 'running' && <p>The agent is at work in these files right now.</p>}
      {restoring.error && <Problem error={restoring.error} />}
    </Confirm>
  )
}
