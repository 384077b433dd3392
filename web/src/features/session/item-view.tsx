/** One item of the timeline. Every stored event that is shown carries its number and kind. */

import { memo, type ReactNode } from 'react'
import type { EventRow } from '#contract/agent-event'
import { adviceOf } from '#core/failure/words'
import type { Item } from '../../live/reduce/items.ts'
import { Prose } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { money, oneLine, printable, tokens, took } from '../../ui/words.ts'
import { evidenceLine } from './evidence-line.ts'
import { type Line, sameLine, type ToolItem } from './lines.ts'
import { LongText } from './long-text.tsx'
import { proseHtml, proseLimit } from './markdown.ts'
import { ToolRow, ToolRun, useOpened } from './tool-row.tsx'

interface Props {
  readonly item: Item
  readonly sessionId: string
}

/** A line of the timeline: one item, or calls of one kind that came out well. */
export const LineView = memo(
  function LineView({ line, sessionId }: { readonly line: Line; readonly sessionId: string }): ReactNode {
    const [item] = line.items
    return (
      <>
        {line.silent.map(({ id, row }) => (
          <span key={id} hidden data-event-id={id} data-kind={row.kind} />
        ))}
        {line.run ? (
          <ToolRun items={line.items as readonly ToolItem[]} sessionId={sessionId} />
        ) : (
          item && <ItemView item={item} sessionId={sessionId} />
        )}
      </>
    )
  },
  (one, other) => one.sessionId === other.sessionId && sameLine(one.line, other.line),
)

const ItemView = memo(function ItemView({ item, sessionId }: Props): ReactNode {
  return (
    <article className="item" data-event-id={item.id} data-kind={item.row.kind} data-turn={item.row.turn}>
      <Content item={item} sessionId={sessionId} />
    </article>
  )
})

function Content({ item, sessionId }: Props): ReactNode {
  switch (item.type) {
    case 'said':
      return <Said row={item.row} sessionId={sessionId} />
    case 'tool':
      return <ToolRow item={item} sessionId={sessionId} />
    case 'result':
      return (
        <div className="tool" data-state={item.row.ok ? 'ok' : 'failed'}>
          <div className="tool-body">
            <p className="small faint">Result of an earlier call</p>
            <LongText sessionId={sessionId} text={item.row.output} blob={item.row.refs?.output} mono />
          </div>
        </div>
      )
    case 'request':
      return <Asked item={item} />
    case 'end':
      return <TurnEnd item={item} />
    case 'note':
      return <Note row={item.row} sessionId={sessionId} />
  }
}

const sourceWord = { operator: 'You', session: 'Another session', queue: 'You, queued', daemon: 'Drover' } as const

function Said({
  row,
  sessionId,
}: {
  readonly row: Extract<Item, { type: 'said' }>['row']
  readonly sessionId: string
}): ReactNode {
  if (row.kind === 'user') {
    return (
      <div className="user">
        <div className="small faint row">
          <span>{row.from ?? sourceWord[row.source]}</span>
          <Since at={row.at} after=" ago" />
        </div>
        <LongText sessionId={sessionId} text={row.text} blob={row.refs?.text} />
      </div>
    )
  }
  if (row.kind === 'thinking') return <Thinking row={row} sessionId={sessionId} />
  if (row.refs?.text || row.text.length > proseLimit) {
    return <LongText sessionId={sessionId} text={row.text} blob={row.refs?.text} />
  }
  return <ProseBlock owner={row} text={row.text} />
}

/** Sanitised by `proseHtml`: the one place where HTML is set, and a browser test attacks it. */
export const ProseBlock = ({ owner, text }: { readonly owner: object; readonly text: string }): ReactNode => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  <div className="prose" dangerouslySetInnerHTML={{ __html: proseHtml(owner, text) }} />
)

function Thinking({
  row,
  sessionId,
}: {
  readonly row: Extract<EventRow, { kind: 'thinking' }>
  readonly sessionId: string
}): ReactNode {
  const [open, toggle] = useOpened(`${sessionId}/${row.id}`)
  return (
    <div className="thinking">
      <button type="button" className="tool-head" aria-expanded={open} onClick={toggle}>
        <span className="chevron" data-open={open} aria-hidden="true" />
        <span className="tool-name">Thought</span>
        <span className="clip grow faint">{open ? '' : oneLine(row.text)}</span>
      </button>
      {open && <LongText sessionId={sessionId} text={row.text} blob={row.refs?.text} />}
    </div>
  )
}

function Asked({ item }: { readonly item: Extract<Item, { type: 'request' }> }): ReactNode {
  return (
    <div className="asked">
      <div className="small faint">{item.row.type === 'approval' ? 'Asks for approval' : 'Asks'}</div>
      <p className="wrap-any pre">
        <Prose text={printable(item.row.text)} />
      </p>
      {item.answer && (
        <p className="small soft" data-event-id={item.answer.id} data-kind="request_resolved">
          Answered <strong className="wrap-any">{printable(item.answer.decision)}</strong> by {item.answer.by}
        </p>
      )}
    </div>
  )
}

const outcomeWord = {
  completed: 'Turn done',
  error: 'Turn failed',
  cancelled: 'Turn stopped',
  lost: 'Turn lost',
} as const

function TurnEnd({ item }: { readonly item: Extract<Item, { type: 'end' }> }): ReactNode {
  const { row, cost, outcome } = item
  const ms = row.durationMs ?? outcome?.durationMs ?? null
  const facts = [
    ms === null ? null : took(ms),
    tokens(cost.input) === null ? null : `${tokens(cost.input)} in`,
    tokens(cost.output) === null ? null : `${tokens(cost.output)} out`,
    money(cost.costUsd),
    row.exitCode === null || row.exitCode === 0 ? null : `exit ${row.exitCode}`,
  ].filter((fact) => fact !== null)
  return (
    <div className="turn-end" data-outcome={row.outcome}>
      <span>
        <strong>{outcomeWord[row.outcome]}</strong>
        {facts.length > 0 && <span className="num"> · {facts.join(' · ')}</span>}
      </span>
      {outcome && <span hidden data-event-id={outcome.id} data-kind="result" />}
      {item.usageId !== null && <span hidden data-event-id={item.usageId} data-kind="usage" />}
    </div>
  )
}

function Note(props: { readonly row: Extract<Item, { type: 'note' }>['row']; readonly sessionId: string }): ReactNode {
  const { row, sessionId } = props
  if (row.kind === 'error') {
    return (
      <div className="failure">
        <p className="what wrap-any pre">{printable(row.message)}</p>
        <p>
          <Prose text={adviceOf(row, sessionId)} />
        </p>
        {row.evidence.length > 0 && (
          <ul className="small mono soft wrap-any">
            {row.evidence.map((evidence) => (
              <li key={evidenceLine(evidence)}>{printable(evidenceLine(evidence))}</li>
            ))}
          </ul>
        )}
        <p className="small faint">
          <code>{row.code}</code> · {row.category.replace('_', ' ')}
        </p>
      </div>
    )
  }
  return <p className="note small faint wrap-any">{noteText(row)}</p>
}

function noteText(row: Exclude<Extract<Item, { type: 'note' }>['row'], { kind: 'error' }>): string {
  switch (row.kind) {
    case 'session':
      return row.model === null ? 'Conversation opened' : `Conversation opened with ${row.model}`
    case 'cancelled':
      return 'Stopped'
    case 'request_resolved':
      return `Answered “${printable(row.decision)}” by ${row.by}`
    case 'notice':
      return `${printable(row.message)} (${row.code})`
  }
}
