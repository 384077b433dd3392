/** One merge: where it stands, what proves it, its difference, and what a person can do about it. */
import { Fragment, type ReactNode, useEffect, useMemo } from 'react'
import type { Merge } from '#contract/merge'
import { isWaiting } from '#core/merge/waits'
import { approveMerge, cancelMerge, getMerge, getMergeDiff, getMergeOutput, retryMerge } from '../../api/calls.ts'
import type { DiffView } from '../../api/shapes.ts'
import { cockpit, noteMerge } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { sessionPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Command, Empty, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count, took } from '../../ui/words.ts'
import { parsePatch } from '../session/patch.ts'
import { PatchView } from '../session/patch-view.tsx'
import { MergeWord, OfMerge } from './merges.tsx'
import { approvalWord, groupOfMerge, proofWords, tierWord, verifyWords } from './words.ts'

export function MergePage({ id }: { readonly id: string }): ReactNode {
  const known = useStore(cockpit, (c) => c.fleet.merges.get(id) ?? null)
  const read = useRead(known === null ? id : null, () => getMerge(id))
  const merge = known ?? read.data
  if (merge === null) {
    return (
      <main className="page" id="main" aria-busy={read.loading || undefined}>
        {read.error && (
          <Empty title="No such merge">
            <Problem error={read.error} />
            <a className="button" data-look="main" href="/merges">
              All merges
            </a>
          </Empty>
        )}
      </main>
    )
  }
  return (
    <main className="page" id="main" data-merge={id} data-state={merge.state}>
      <div className="scroll">
        <div className="narrow stack">
          <div className="row">
            <a className="button" data-look="quiet" data-shape="icon" href="/merges" aria-label="All merges">
              <Icon name="back" />
            </a>
            <h1 className="grow wrap-any">
              <OfMerge merge={merge} /> → {merge.target}
            </h1>
            <MergeWord merge={merge} />
          </div>
          <What merge={merge} />
          <Acts merge={merge} />
          <Dropped merge={merge} />
          <Verified merge={merge} />
          <Difference merge={merge} />
        </div>
      </div>
    </main>
  )
}

const short = (commit: string | null): string | null => commit?.slice(0, 10) ?? null

function What({ merge }: { readonly merge: Merge }): ReactNode {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Why', merge.reason?.message ?? null],
    ['In the way', merge.reason?.paths === undefined ? null : merge.reason.paths.join(', ')],
    [
      'Approval',
      merge.needsApproval.length === 0 ? null : merge.needsApproval.map((why) => approvalWord[why]).join('; '),
    ],
    ['Tier', merge.tier === null ? null : tierWord[merge.tier]],
    ['Verify', verifyWords(merge)],
    ['Proof', proofWords(merge)],
    [
      'Session',
      merge.sessionId === null ? null : (
        <a key="session" href={sessionPath(merge.sessionId)}>
          {merge.sessionId}
        </a>
      ),
    ],
    ['Branch', merge.branch],
    ['Commit', short(merge.landedCommit) ?? short(merge.result) ?? short(merge.head)],
    ['Push', merge.push === null ? null : `${merge.push.remote} ${merge.push.ref}: ${merge.push.state}`],
    ['Tree', merge.worktree],
    ['Attempts', merge.attempts > 1 ? String(merge.attempts) : null],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="wrap-any">{value}</dd>
          </Fragment>
        ),
      )}
      <dt>Since</dt>
      <dd>
        <Since at={merge.createdAt} after=" ago" />
      </dd>
    </dl>
  )
}

function Acts({ merge }: { readonly merge: Merge }): ReactNode {
  const act = useAction(async (what: 'approve' | 'retry' | 'cancel') => {
    const calls = { approve: approveMerge, retry: retryMerge, cancel: cancelMerge }
    noteMerge(await calls[what](merge.id))
    say({ approve: 'Approved', retry: 'Tried again', cancel: 'Cancelled' }[what])
  })
  const group = groupOfMerge(merge)
  return (
    <section className="stack" aria-label="What can be done">
      {group === 'under_way' && <Progress what={`${merge.id} is under way`} since={Date.parse(merge.createdAt)} />}
      {merge.next !== null && (
        <p className="small">
          Next: <Command text={merge.next} />
        </p>
      )}
      <div className="row row-wrap">
        {isWaiting(merge) && (
          <Button look="main" busy={act.busy} onClick={() => void act.run('approve')}>
            Approve and land
          </Button>
        )}
        {(merge.state === 'needs_human' || merge.state === 'rejected') && (
          <Button look="main" busy={act.busy} onClick={() => void act.run('retry')}>
            Try again
          </Button>
        )}
        {group !== 'over' && (
          <Button look="danger-quiet" busy={act.busy} onClick={() => void act.run('cancel')}>
            Cancel
          </Button>
        )}
      </div>
      {act.error && <Problem error={act.error} />}
    </section>
  )
}

/** What one side had added and the result does not hold: shown before anybody approves. */
function Dropped({ merge }: { readonly merge: Merge }): ReactNode {
  const dropped = merge.proof?.dropped ?? []
  if (dropped.length === 0) return null
  return (
    <details className="panel" open={merge.state === 'ready' || merge.state === 'needs_human'}>
      <summary>{count(dropped.length + (merge.proof?.more ?? 0), 'line')} not in the result</summary>
      <ul className="stack small mono">
        {dropped.map((line) => (
          <li key={`${line.input}/${line.file}/${line.line}/${line.text}`} className="wrap-any">
            <span className="faint">
              {line.file}
              {line.line > 0 && `:${line.line}`} ({line.input === 'target' ? merge.target : merge.branch})
            </span>{' '}
            {line.text}
          </li>
        ))}
      </ul>
      {merge.proof !== null && merge.proof.more > 0 && <p className="small faint">and {merge.proof.more} more</p>}
    </details>
  )
}

function Verified({ merge }: { readonly merge: Merge }): ReactNode {
  const stamp =
    merge.verify === null && merge.state !== 'verifying' ? null : `${merge.id}/${merge.updatedAt}/${merge.state}`
  const output = useRead(stamp, () => getMergeOutput(merge.id))
  const { again } = output
  const second = useNow((now) => (merge.state === 'verifying' ? Math.floor(now / 1_000) : 0))
  useEffect(() => {
    if (second > 0) again()
  }, [second, again])
  if (stamp === null) return null
  return (
    <details className="panel" open={merge.verify?.ok === false || merge.state === 'verifying'}>
      <summary>
        {verifyWords(merge)}
        {merge.verify !== null && <span className="faint num"> · {took(merge.verify.durationMs)}</span>}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="mono small log" tabIndex={0}>
        {output.data?.text ?? merge.verify?.outputTail ?? ''}
      </pre>
      {output.error && <Problem error={output.error} />}
    </details>
  )
}

function Difference({ merge }: { readonly merge: Merge }): ReactNode {
  const diff = useRead(`${merge.id}/${merge.result ?? merge.head}`, () => getMergeDiff(merge.id))
  return (
    <section className="stack" aria-label="Difference">
      <h2>What it brings to {merge.target}</h2>
      {diff.error ? <Problem error={diff.error} /> : <Patch diff={diff.data} />}
    </section>
  )
}

function Patch({ diff }: { readonly diff: DiffView | null }): ReactNode {
  const files = useMemo(() => (diff === null ? [] : parsePatch(diff.patch)), [diff])
  if (diff === null) return <Progress what="Reading the difference" />
  if (diff.files.length === 0) return <p className="small faint">No file differs.</p>
  return (
    <>
      <p className="small soft num">
        {count(diff.files.length, 'file')}
        {diff.truncated && ' · too large to show whole'}
      </p>
      {files.map((file) => (
        <PatchView key={file.path} file={file} layout="unified" />
      ))}
    </>
  )
}
