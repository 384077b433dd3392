/** One task of the queue: its grip, what it is, how it stands and why, and what can be done with it. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Task } from '#contract/task'
import { changeTask, finishTask, removeTask } from '../../api/relay-calls.ts'
import { noteRemoved, noteTask } from '../../live/relay-board.ts'
import { relayPath, sessionPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Confirm, Menu, type MenuEntry } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { count } from '../../ui/words.ts'
import { isOpen, isStuck, openBlockers } from './order.ts'
import { Sign } from './sign.tsx'
import type { Grip } from './use-drag.ts'
import { taskWord } from './words.ts'

interface RowProps {
  readonly task: Task
  readonly tasks: ReadonlyMap<string, Task>
  /** Without a grip it stands in no order: a task that is over. */
  readonly grip?: Grip
  readonly index?: number
  readonly total?: number
  readonly dragged?: boolean
  readonly drop?: 'before' | 'behind' | null
  readonly onMove?: (to: number) => void
  readonly onEdit?: () => void
}

export function TaskRow(props: RowProps): ReactNode {
  const { task, tasks } = props
  const [asking, setAsking] = useState(false)
  const act = useAction(async (what: Act) => {
    if (what === 'remove') noteRemoved(await removeTask(task.id))
    else if (what === 'done') noteTask(await finishTask(task.id))
    else noteTask(await changeTask(task.id, { state: what === 'retry' ? 'ready' : 'cancelled' }))
    say(`${task.title}: ${saidOf[what]}`)
  })
  const toDecide = task.state === 'needs_user' || task.state === 'failed'
  return (
    <li
      className="task"
      data-task={task.id}
      data-state={task.state}
      data-dragged={props.dragged || undefined}
      data-drop={props.drop ?? undefined}
    >
      <div className="task-line">
        {props.grip && <GripButton {...props} grip={props.grip} />}
        <div className="grow task-words">
          <div className="row">
            {props.onEdit ? (
              <button type="button" className="task-title" onClick={props.onEdit}>
                <span>{task.title}</span>
              </button>
            ) : (
              <span className="task-title">
                <span>{task.title}</span>
              </span>
            )}
          </div>
          <div className="row row-wrap small faint">
            <Sign of={taskWord[task.state]} />
            <Facts task={task} tasks={tasks} />
          </div>
        </div>
        <Menu label={`Actions on ${task.id}`} entries={entriesOf(props, (what) => void act.run(what), setAsking)} />
      </div>
      <Why task={task} tasks={tasks} />
      {toDecide && (
        <div className="row row-wrap task-acts">
          <Button busy={act.busy} onClick={() => void act.run('retry')}>
            Try again
          </Button>
          <Button look="quiet" busy={act.busy} onClick={() => void act.run('done')}>
            It is done
          </Button>
          <Button look="quiet" busy={act.busy} onClick={() => void act.run('cancel')}>
            Cancel it
          </Button>
        </div>
      )}
      {act.error && <Problem error={act.error} />}
      {asking && (
        <Confirm
          title={`Remove ${task.id}?`}
          action="Remove"
          look="danger"
          busy={act.busy}
          onClose={() => setAsking(false)}
          onConfirm={() => void act.run('remove').then(() => setAsking(false))}
        >
          <p className="wrap-any">“{task.title}” is taken out of the queue with its words. What was done stays.</p>
        </Confirm>
      )}
    </li>
  )
}

type Act = 'retry' | 'cancel' | 'done' | 'remove'
const saidOf: Readonly<Record<Act, string>> = {
  retry: 'ready again',
  cancel: 'cancelled',
  done: 'done',
  remove: 'removed',
}

function entriesOf(props: RowProps, act: (what: Act) => void, ask: (open: boolean) => void): readonly MenuEntry[] {
  const { task, index = 0, total = 0, onMove, onEdit } = props
  const entries: MenuEntry[] = []
  if (onEdit) entries.push({ label: 'Edit', onPick: onEdit })
  if (onMove && index > 0) {
    entries.push({ label: 'Move up', onPick: () => onMove(index - 1) })
    entries.push({ label: 'To the head', onPick: () => onMove(0) })
  }
  if (onMove && index < total - 1) {
    entries.push({ label: 'Move down', onPick: () => onMove(index + 1) })
    entries.push({ label: 'To the tail', onPick: () => onMove(total - 1) })
  }
  if (task.state !== 'ready' && task.state !== 'claimed')
    entries.push({ label: 'Try again', onPick: () => act('retry') })
  if (isOpen(task)) entries.push({ label: 'Cancel the task', onPick: () => act('cancel') })
  if (task.state !== 'claimed') entries.push({ label: 'Remove', look: 'danger-quiet', onPick: () => ask(true) })
  return entries
}

function Facts({ task, tasks }: { readonly task: Task; readonly tasks: ReadonlyMap<string, Task> }): ReactNode {
  const blockers = openBlockers(task, tasks)
  return (
    <>
      <span className="num">{task.id}</span>
      {task.role !== null && <span className="tag">{task.role}</span>}
      {task.priority !== 0 && <span className="tag num">priority {task.priority}</span>}
      {task.expects === 'none' && <span className="tag">no change expected</span>}
      {task.attempts > 0 && <span className="num">{count(task.attempts, 'attempt')}</span>}
      {blockers.length > 0 && <span>waits for {blockers.join(', ')}</span>}
      {task.lease?.relayId != null && <a href={relayPath(task.lease.relayId)}>{task.lease.relayId}</a>}
      {task.lease?.sessionId != null && <a href={sessionPath(task.lease.sessionId)}>{task.lease.sessionId}</a>}
    </>
  )
}

/** Why it stands as it stands, in the words of whoever decided it. */
function Why({ task, tasks }: { readonly task: Task; readonly tasks: ReadonlyMap<string, Task> }): ReactNode {
  if (task.state === 'ready' && isStuck(task, tasks))
    return <p className="small task-why">Nobody will take it: what it waits for failed or needs you.</p>
  if (task.result === null || task.result.summary === '' || task.state === 'ready') return null
  return <p className="small soft task-why wrap-any pre">{task.result.summary}</p>
}

/** Arrows move it a place, Home and End to the ends. The focus stays with the row that moved. */
function GripButton({ task, index = 0, total = 0, grip, onMove }: RowProps & { readonly grip: Grip }): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changed its place has lost the focus
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [index])
  // A finger on the grip is no gesture of the browser's: a row let go in full swing would swallow the next tap as a fling.
  useEffect(() => {
    const element = button.current
    const still = (event: TouchEvent): void => event.preventDefault()
    element?.addEventListener('touchstart', still, { passive: false })
    return () => element?.removeEventListener('touchstart', still)
  }, [])
  const keys = (event: KeyboardEvent): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: total - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (to < 0 || to >= total || to === index) return
    moved.current = true
    onMove?.(to)
  }
  return (
    <button
      ref={button}
      type="button"
      className="grip"
      aria-label={`Move ${task.title}, ${index + 1} of ${total}: arrow keys, Home, End, or drag`}
      onKeyDown={keys}
      {...grip}
    >
      <Icon name="grip" />
    </button>
  )
}
