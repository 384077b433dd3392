/**
 * The queue as a list: dragged by its grip (mouse or thumb), moved by keyboard and by menu, each task opened, edited, tried
 * again, put aside or taken out. The order is shown at once and taken back when the daemon refuses it.
 */
import { type ReactNode, useRef, useState } from 'react'
import type { Task } from '#contract/task'
import type { ApiError } from '../../api/call.ts'
import { changeTask, moveTask } from '../../api/relay-calls.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { noteTask } from '../../live/relay-board.ts'
import { Button } from '../../ui/button.tsx'
import { Command, Empty, Problem } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { count } from '../../ui/words.ts'
import { inQueueOrder, isOpen, moveWithin } from './order.ts'
import { TaskForm } from './task-form.tsx'
import { TaskRow } from './task-row.tsx'
import { useDrag } from './use-drag.ts'

/** More rows than this are shown on demand: a queue may hold thousands. */
const pageSize = 100

export function Queue({ board }: { readonly board: Board }): ReactNode {
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const [shown, setShown] = useState(pageSize)
  const all = inQueueOrder(board.tasks.values())
  const open = all.filter(isOpen)
  const over = all.filter((task) => !isOpen(task))
  const mover = useMover(open)
  const { list, dragging, drop, grip } = useDrag(open, mover.run)
  const edited = editing === null ? null : (board.tasks.get(editing) ?? null)
  const needing = open.filter(({ state }) => state === 'needs_user' || state === 'failed').length
  return (
    <section className="stack queue" aria-label="Queue">
      <div className="row">
        <h2 className="grow">
          Queue <span className="faint num">{open.length}</span>
        </h2>
        <Button look={open.length === 0 ? 'main' : 'plain'} icon="plus" onClick={() => setAdding(true)}>
          Add a task
        </Button>
      </div>
      {needing > 0 && (
        <p className="small">
          {count(needing, 'task')} {needing === 1 ? 'waits' : 'wait'} for you to decide.
        </p>
      )}
      {open.length === 0 && (
        <Empty title="Nothing to do">
          <p>Add tasks here, in a terminal, or as a Markdown list; then start a relay on them.</p>
          <Command text={`drover task add -p ${board.projectId} --title "…"`} />
        </Empty>
      )}
      {mover.error && <Problem error={mover.error} />}
      <ol className="relay-list task-list" ref={list} data-dragging={dragging !== null || undefined}>
        {open.slice(0, shown).map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            index={index}
            total={open.length}
            tasks={board.tasks}
            dragged={dragging === index}
            drop={drop === index ? 'before' : drop === open.length && index === open.length - 1 ? 'behind' : null}
            grip={grip(index)}
            onMove={(to) => mover.run(index, to)}
            onEdit={() => setEditing(task.id)}
          />
        ))}
      </ol>
      {open.length > shown && (
        <Button onClick={() => setShown(shown + pageSize * 5)}>Show more ({open.length - shown} left)</Button>
      )}
      <Over tasks={over} />
      {adding && <TaskForm board={board} task={null} onClose={() => setAdding(false)} />}
      {edited && <TaskForm key={edited.id} board={board} task={edited} onClose={() => setEditing(null)} />}
    </section>
  )
}

/** Shown at once, asked one after another: whoever presses an arrow five times moves five places. */
function useMover(open: readonly Task[]): {
  run(from: number, to: number): void
  readonly error: ApiError | null
} {
  const [error, setError] = useState<ApiError | null>(null)
  const line = useRef<Promise<void>>(Promise.resolve())
  const run = (from: number, to: number): void => {
    const task = open[from]
    const move = moveWithin(open, from, to)
    if (!task || !move) return
    noteTask({ ...task, ...move.shown })
    announce(`${task.title}: now ${to + 1} of ${open.length}`)
    line.current = line.current.then(async () => {
      try {
        if (move.priority !== null) await changeTask(task.id, { priority: move.priority })
        noteTask(await moveTask(task.id, move.place))
        setError(null)
      } catch (cause) {
        noteTask(task)
        setError(cause as ApiError)
      }
    })
  }
  return { run, error }
}

function Over({ tasks }: { readonly tasks: readonly Task[] }): ReactNode {
  const [open, setOpen] = useState(false)
  if (tasks.length === 0) return null
  const newest = [...tasks].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, pageSize)
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Done and cancelled <span className="faint num">&nbsp;{tasks.length}</span>
      </summary>
      {open && (
        <ul className="relay-list">
          {newest.map((task) => (
            <TaskRow key={task.id} task={task} tasks={noTasks} />
          ))}
        </ul>
      )}
    </details>
  )
}

const noTasks: ReadonlyMap<string, Task> = new Map()
