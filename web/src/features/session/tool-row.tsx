/** A tool as one compact row that opens: what was asked, what it changed, what came back. */

import { type ReactNode, useState } from 'react'
import type { BlobRef } from '#contract/agent-event'
import type { Item } from '../../live/reduce/items.ts'
import { count, oneLine, printable } from '../../ui/words.ts'
import { LongText } from './long-text.tsx'
import { editLines, toolView } from './tool-view.ts'

type ToolItem = Extract<Item, { type: 'tool' }>

/** Open rows stay open while they scroll out of sight and back. */
const opened = new Set<string>()

export function useOpened(key: string): readonly [boolean, () => void] {
  const [open, setOpen] = useState(opened.has(key))
  const toggle = (): void => {
    if (open) opened.delete(key)
    else opened.add(key)
    setOpen(!open)
  }
  return [open, toggle]
}

const endOf = (item: ToolItem): { word: string; state: string } => {
  if (item.result) return item.result.ok ? { word: 'done', state: 'ok' } : { word: 'failed', state: 'failed' }
  return item.abandoned ? { word: 'no result', state: 'failed' } : { word: 'running', state: 'running' }
}

export function ToolRow({ item, sessionId }: { readonly item: ToolItem; readonly sessionId: string }): ReactNode {
  const [open, toggle] = useOpened(`${sessionId}/${item.id}`)
  const view = toolView(item.row.input)
  const end = endOf(item)
  const answer = item.result ? oneLine(item.result.output, 120) : ''
  return (
    <div className="tool" data-state={end.state}>
      <button type="button" className="tool-head" aria-expanded={open} onClick={toggle}>
        <span className="chevron" data-open={open} aria-hidden="true" />
        <span className="tool-name">{item.row.name}</span>
        <span className="clip grow mono">{view.summary}</span>
        <span className="tool-end" data-state={end.state}>
          {end.state === 'running' && <span className="glyph" data-glyph="starting" aria-hidden="true" />}
          {end.word}
        </span>
      </button>
      {item.result && (
        <div data-event-id={item.result.id} data-kind="tool_result" className={open ? 'tool-body' : 'tool-answer'}>
          {open ? (
            <Body sessionId={sessionId} item={item} />
          ) : (
            answer !== '' && <span className="clip mono faint">{answer}</span>
          )}
        </div>
      )}
      {!item.result && open && (
        <div className="tool-body">
          <Body sessionId={sessionId} item={item} />
        </div>
      )}
    </div>
  )
}

function Body({ item, sessionId }: { readonly item: ToolItem; readonly sessionId: string }): ReactNode {
  const view = toolView(item.row.input)
  const inputBlob: BlobRef | undefined = item.row.refs?.input
  return (
    <>
      {view.command !== null && <LongText sessionId={sessionId} text={`$ ${view.command}`} mono />}
      {view.edits.map((edit, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one stored call never change places
        <figure key={i} className="edit">
          <figcaption className="mono small wrap-any">{edit.path}</figcaption>
          <EditLines lines={editLines(edit)} />
        </figure>
      ))}
      {view.command === null && view.edits.length === 0 && (
        <LongText
          sessionId={sessionId}
          text={typeof view.input === 'string' ? view.input : (JSON.stringify(view.input, null, 2) ?? '')}
          blob={inputBlob}
          mono
        />
      )}
      {item.result && (
        <LongText
          sessionId={sessionId}
          text={item.result.output === '' ? '(no output)' : item.result.output}
          blob={item.result.refs?.output}
          mono
        />
      )}
      {item.result?.truncated && <p className="small faint">The agent’s CLI cut this output short.</p>}
    </>
  )
}

const shownEditLines = 200

function EditLines({ lines }: { readonly lines: ReturnType<typeof editLines> }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre className="out diff-lines" tabIndex={0}>
      {lines.slice(0, shownEditLines).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one stored edit never change places
        <span key={i} data-sign={line.sign}>{`${line.sign} ${printable(line.text)}\n`}</span>
      ))}
      {lines.length > shownEditLines && `… ${count(lines.length - shownEditLines, 'more line')}`}
    </pre>
  )
}
