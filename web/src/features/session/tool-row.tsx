/** A tool as one compact row that opens: what was asked, what it changed, what came back. */

import { type ReactNode, useState } from 'react'
import type { BlobRef } from '#contract/agent-event'
import { count, printable } from '../../ui/words.ts'
import type { ToolItem } from './lines.ts'
import { LongText } from './long-text.tsx'
import { kindOf, runWord } from './tool-kind.ts'
import { callTook, editLines, resultWord, type Todo, toolView } from './tool-view.ts'

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
  const view = toolView(item.row.input, item.row.name)
  const end = endOf(item)
  const { result } = item
  const came =
    result === null
      ? ''
      : resultWord(view.kind, { ok: result.ok, output: result.output, cut: result.refs?.output !== undefined })
  const time = callTook(item.row.at, result?.at ?? null)
  return (
    <div className="tool" data-state={end.state} data-tool={view.kind}>
      <button type="button" className="tool-head" aria-expanded={open} onClick={toggle}>
        <span className="chevron" data-open={open} aria-hidden="true" />
        <span className="tool-name">{item.row.name}</span>
        <span className="clip grow mono tool-arg">{view.summary}</span>
        {came !== '' && <span className="clip mono faint tool-came">{came}</span>}
        <span className="tool-end" data-state={end.state}>
          {end.state === 'running' && <span className="glyph" data-glyph="starting" aria-hidden="true" />}
          {end.word}
          {time !== null && <span className="num tool-time">{time}</span>}
        </span>
      </button>
      {result && !open && <span hidden data-event-id={result.id} data-kind="tool_result" />}
      {view.todos.length > 0 && !open && <Checklist todos={view.todos} />}
      {open && (
        <div className="tool-body" {...(result ? { 'data-event-id': result.id, 'data-kind': 'tool_result' } : {})}>
          <Body sessionId={sessionId} item={item} />
        </div>
      )}
    </div>
  )
}

const totalOf = (items: readonly ToolItem[]): string | null => {
  const ms = items.map((item) => Date.parse(item.result?.at ?? '') - Date.parse(item.row.at))
  const sum = ms.reduce((all, one) => all + one, 0)
  return callTook(new Date(0).toISOString(), Number.isFinite(sum) ? new Date(Math.max(0, sum)).toISOString() : null)
}

/** Calls of one kind, one after another: one line that opens to all of them. */
export function ToolRun(props: { readonly items: readonly ToolItem[]; readonly sessionId: string }): ReactNode {
  const { items, sessionId } = props
  const first = items[0]!
  const [open, toggle] = useOpened(`${sessionId}/run/${first.id}`)
  const views = items.map((item) => toolView(item.row.input, item.row.name))
  const kind = kindOf(first.row.name)
  const todos = views.at(-1)?.todos ?? []
  const told = todos.length > 0 ? (views.at(-1)?.summary ?? '') : views.map((view) => view.summary).join(', ')
  return (
    <div className="tool tool-run" data-state="ok" data-tool={kind} data-run={items.length}>
      <button type="button" className="tool-head" aria-expanded={open} onClick={toggle}>
        <span className="chevron" data-open={open} aria-hidden="true" />
        <span className="tool-name">
          {kind === 'other' ? first.row.name : runWord[kind]} <span className="num">{items.length}×</span>
        </span>
        <span className="clip grow mono tool-arg">{told}</span>
        <span className="tool-end" data-state="ok">
          done<span className="num tool-time">{totalOf(items)}</span>
        </span>
      </button>
      {!open && todos.length > 0 && <Checklist todos={todos} />}
      {open ? (
        <div className="tool-inner">
          {items.map((item) => (
            <article key={item.id} className="item" data-event-id={item.id} data-kind="tool" data-turn={item.row.turn}>
              <ToolRow item={item} sessionId={sessionId} />
            </article>
          ))}
        </div>
      ) : (
        items.map((item) => <Unseen key={item.id} item={item} />)
      )}
    </div>
  )
}

const Unseen = ({ item }: { readonly item: ToolItem }): ReactNode => (
  <span hidden>
    <span data-event-id={item.id} data-kind="tool" />
    {item.result && <span data-event-id={item.result.id} data-kind="tool_result" />}
  </span>
)

const todoWord: Readonly<Record<Todo['state'], string>> = { done: 'done', doing: 'in progress', open: 'to do' }
const shownTodos = 30

const Checklist = ({ todos }: { readonly todos: readonly Todo[] }): ReactNode => (
  <ul className="checklist small">
    {todos.slice(0, shownTodos).map(({ text, state }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one stored call never change places
      <li key={i} data-todo={state}>
        <span className="todo-box" aria-hidden="true" />
        <span className="unseen">{todoWord[state]}: </span>
        <span className="wrap-any">{printable(text.slice(0, 500))}</span>
      </li>
    ))}
    {todos.length > shownTodos && <li className="faint">… {count(todos.length - shownTodos, 'more step')}</li>}
  </ul>
)

function Body({ item, sessionId }: { readonly item: ToolItem; readonly sessionId: string }): ReactNode {
  const view = toolView(item.row.input, item.row.name)
  const inputBlob: BlobRef | undefined = item.row.refs?.input
  return (
    <>
      {view.todos.length > 0 && <Checklist todos={view.todos} />}
      {view.command !== null && <LongText sessionId={sessionId} text={`$ ${view.command}`} mono />}
      {view.edits.map((edit, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one stored call never change places
        <figure key={i} className="edit">
          <figcaption className="mono small wrap-any">{edit.path}</figcaption>
          <EditLines lines={editLines(edit)} />
        </figure>
      ))}
      {view.command === null && view.edits.length === 0 && view.todos.length === 0 && (
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
