/** One heat: what each agent made of the same prompt, side by side, and the one that is kept. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Heat, HeatBoard, HeatSide } from '#contract/heat'
import { lookAtLanding, proposeCommit } from '../../api/calls.ts'
import { getHeat, keepOne, verifyHeat } from '../../api/heat-calls.ts'
import { cockpit, followChanges } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { mergePath, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { StatusWord } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Read, useRead } from '../../ui/use-read.ts'
import { count, money, oneLine, tokens, took } from '../../ui/words.ts'
import { SideDiff } from './side-diff.tsx'

/** Read again whenever one of its sessions, its merge or the heat itself changed. */
function useHeat(id: string): Read<HeatBoard> {
  const [round, setRound] = useState(0)
  useEffect(
    () =>
      followChanges((changes) => {
        if (changes === 'out') return
        const mine =
          changes === 'all' || changes.some(({ type, payload }) => type === 'heat_updated' && payload.id === id)
        if (mine) setRound((n) => n + 1)
      }),
    [id],
  )
  const [sessions, setSessions] = useState<readonly string[]>([])
  const stamp = useStore(cockpit, (c) =>
    sessions
      .map((one) => c.fleet.sessions.get(one))
      .map((s) => `${s?.status}/${s?.turn?.n}/${s?.turn?.state}/${s?.filesChanged}/${s?.phase}`)
      .join(),
  )
  const read = useRead(id, () => getHeat(id))
  const { again, data } = read
  useEffect(() => {
    if (round > 0 || stamp !== '') again()
  }, [round, stamp, again])
  const known = data?.sides.map(({ sessionId }) => sessionId).join() ?? ''
  useEffect(() => setSessions(known === '' ? [] : known.split(',')), [known])
  return read
}

const stateWords = (heat: Heat): string => {
  switch (heat.state) {
    case 'starting':
      return 'Workspaces are being made.'
    case 'keeping':
      return `${heat.keeping} is on its way to ${heat.baseRef}; the others end once it landed.`
    case 'kept':
      return `${heat.keeping} landed on ${heat.baseRef}. The work of the others stays on their branches and in snapshots.`
    case 'failed':
      return `It could not be started: ${heat.reason ?? ''}`
    default:
      return heat.reason === null ? '' : `Not kept: ${heat.reason} The others were not touched.`
  }
}

export function HeatPage({ id }: { readonly id: string }): ReactNode {
  const read = useHeat(id)
  const { data } = read
  return (
    <main className="page" id="main" data-heat={id} data-state={data?.heat.state}>
      <div className="scroll">
        <div className="stack heat">
          {data === null && !read.error && <Progress what="Looking at what each of them did" />}
          {data === null && read.error && <Problem error={read.error} />}
          {data !== null && <Board board={data} />}
        </div>
      </div>
    </main>
  )
}

function Board({ board }: { readonly board: HeatBoard }): ReactNode {
  const { heat, sides, files } = board
  const [chosen, setChosen] = useState<HeatSide | null>(null)
  const verifying = useAction(async () => {
    const { verifying: now } = await verifyHeat(heat.id)
    say(now.length === 0 ? 'None of them can be verified now' : `Verifying ${count(now.length, 'session')}`)
  })
  const words = stateWords(heat)
  return (
    <>
      <header className="stack">
        <h1 className="clip" title={heat.prompt}>
          {oneLine(heat.prompt, 120)}
        </h1>
        <div className="row row-wrap small soft">
          <span className="grow">
            {heat.id} · {heat.projectId} · {count(heat.members.length, 'agent')} from {heat.baseRef}{' '}
            <code>{heat.baseCommit.slice(0, 10)}</code>
          </span>
          <a href="/heats">All heats</a>
          {heat.merge !== null && <a href={mergePath(heat.merge)}>Merge {heat.merge}</a>}
          {heat.state === 'running' && (
            <Button busy={verifying.busy || heat.verifying.length > 0} onClick={() => void verifying.run()}>
              Verify all
            </Button>
          )}
        </div>
        {words !== '' && <p role="status">{words}</p>}
        {verifying.error && <Problem error={verifying.error} />}
      </header>
      <div className="heat-sides">
        {sides.map((side) => (
          <Side key={side.sessionId} side={side} board={board} onKeep={() => setChosen(side)} />
        ))}
      </div>
      <Touched files={files} sides={sides} />
      {chosen && <Keep heat={heat} side={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const verifyWords = (side: HeatSide, heat: Heat): string => {
  if (heat.verifying.includes(side.sessionId)) return 'running'
  if (side.verify === null) return 'not run'
  return side.verify.ok ? 'holds' : `fails: ${side.verify.why ?? side.verify.command}`
}

function Side(props: { readonly side: HeatSide; readonly board: HeatBoard; readonly onKeep: () => void }): ReactNode {
  const { side, board } = props
  const { heat } = board
  const kept = heat.keeping === side.sessionId
  const all = side.inputTokens === null && side.outputTokens === null
  const used = all ? null : tokens((side.inputTokens ?? 0) + (side.outputTokens ?? 0))
  const facts: readonly (readonly [string, string])[] = [
    ['Time', took(side.durationMs)],
    ['Tokens', used ?? 'not told'],
    ['Cost', money(side.costUsd) ?? 'not told'],
    ['Verify', verifyWords(side, heat)],
    ['Changes', `${count(side.files.length, 'file')}, +${side.additions} −${side.deletions}`],
  ]
  return (
    <section
      className="heat-side stack"
      data-session={side.sessionId}
      data-kept={kept || undefined}
      aria-label={side.agent}
    >
      <div className="row">
        <h2 className="clip grow">
          <a href={sessionPath(side.sessionId)}>{side.agent}</a>
        </h2>
        <span className="small faint">{side.sessionId}</span>
        <StatusWord status={side.status} />
      </div>
      <dl className="facts small">
        {facts.map(([name, value]) => (
          <div key={name} className="facts-row">
            <dt>{name}</dt>
            <dd className="num wrap-any">{value}</dd>
          </div>
        ))}
      </dl>
      {heat.state === 'running' && (
        <Button look="main" disabled={side.files.length === 0 || side.status === 'working'} onClick={props.onKeep}>
          Keep this one
        </Button>
      )}
      {kept && <p className="small">{heat.state === 'kept' ? 'Kept' : 'Being landed'}</p>}
      <SideDiff side={side} />
    </section>
  )
}

function Touched({
  files,
  sides,
}: {
  readonly files: HeatBoard['files']
  readonly sides: readonly HeatSide[]
}): ReactNode {
  const agentOf = (id: string): string => sides.find(({ sessionId }) => sessionId === id)?.agent ?? id
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['all', 'Touched by all', files.all],
    ['some', 'By several', files.some],
    ...files.only.map(
      ({ sessionId, paths }) => [sessionId, `Only by ${agentOf(sessionId)} (${sessionId})`, paths] as const,
    ),
  ]
  const shown = rows.filter(([, , paths]) => paths.length > 0)
  if (shown.length === 0) return null
  return (
    <section className="stack" aria-label="Files">
      <h2>Files</h2>
      <dl className="facts small">
        {shown.map(([key, title, paths]) => (
          <div key={key} className="facts-row">
            <dt>{title}</dt>
            <dd className="mono wrap-any">{paths.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** As landing asks: what would happen is shown, and what lands is what was shown. */
function Keep(props: { readonly heat: Heat; readonly side: HeatSide; readonly onClose: () => void }): ReactNode {
  const { heat, side } = props
  const look = useRead(`${side.sessionId}/keep`, async () => {
    const landing = await lookAtLanding(side.sessionId)
    const left = landing.uncommitted.length === 0 ? null : await proposeCommit(side.sessionId)
    return { head: landing.head, target: landing.target ?? heat.baseRef, left }
  })
  const { data } = look
  const keeping = useAction(async () => {
    if (data === null) return
    const stamp = data.left === null ? {} : { stamp: data.left.stamp }
    const kept = await keepOne(heat.id, { session: side.sessionId, head: data.head, ...stamp })
    say(`${side.sessionId} is on its way to ${data.target}${kept.merge === null ? '' : ` as ${kept.merge}`}`)
    props.onClose()
  })
  return (
    <Confirm
      title={`Keep ${side.agent}?`}
      action="Land it, end the others"
      busy={keeping.busy || data === null}
      onConfirm={() => void keeping.run()}
      onClose={props.onClose}
    >
      <p>
        {count(side.files.length, 'file')}, +{side.additions} −{side.deletions} of {side.sessionId} go through the merge
        queue to {data?.target ?? heat.baseRef}: merged in a tree of its own, verified, and only then landed.
        {data?.left && ` ${count(data.left.files.length, 'file')} not committed yet are committed first.`}
      </p>
      <p>Once it landed the others end. Their worktrees, branches and snapshots stay.</p>
      {look.error && <Problem error={look.error} />}
      {keeping.error && (
        <Problem error={keeping.error}>
          {keeping.error.code === 'HEAD_CHANGED' && <Button onClick={look.again}>Look again</Button>}
        </Problem>
      )}
    </Confirm>
  )
}
