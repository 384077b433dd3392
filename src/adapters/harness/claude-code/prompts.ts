/**
 * Whose work it is, in a long-lived process of Claude Code. Besides the prompts it is given, it prompts itself when something in
 * the background ends, and answers that with a result of its own: before the next prompt, after it, or in the middle of it.
 * Owns the attribution of words and results to the prompt that was said last. Measured on 2.1.197 and 2.1.325: it repeats a prompt
 * by our name for it before it answers it, and says of a result that it was for a prompt of its own, in 2.1.325 for which task.
 */
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'

interface Task {
  readonly id: string
  /** Its name in the origin of results; null: this version gives none. */
  readonly run: string | null
  readonly agent: boolean
}

/** All that a restart must not lose; plain JSON. */
export interface Background {
  /** What runs in the background now. */
  readonly tasks: readonly Task[]
  /** Tasks that were begun before the last prompt was said. */
  readonly earlier: readonly string[]
  /** The last prompt, as long as it was not repeated. */
  readonly waiting: string | null
  /** This process repeats its prompts: a prompt that was not repeated is not begun. */
  readonly repeats: boolean
}

export const noBackground: Background = { tasks: [], earlier: [], waiting: null, repeats: false }

export const tasksIn = (message: Fields): readonly Task[] =>
  listIn(message.tasks)
    .map(fieldsIn)
    .flatMap((task) => {
      const id = textIn(task.task_id)
      return id === null ? [] : [{ id, run: textIn(task.run_id), agent: task.task_type === 'local_agent' }]
    })

export const promptSaid = (background: Background, name: string): Background => ({
  ...background,
  earlier: background.tasks.flatMap((task) => (task.run === null ? [task.id] : [task.id, task.run])),
  waiting: name,
})

export const promptTaken = (background: Background, name: string | null): Background =>
  name === background.waiting ? { ...background, waiting: null, repeats: true } : background

/** A background command (a dev server) never ends; only agents that this prompt began are waited for. */
export const waitsFor = ({ tasks, earlier }: Background): boolean =>
  tasks.some((task) => task.agent && !earlier.includes(task.id))

/**
 * Is this the work of something else than the last prompt? `answered`: the prompt had a result already and only waits for its
 * agents. Without `result`: words that are said now.
 */
export function isLate(background: Background, answered: boolean, result?: Fields): boolean {
  const notBegun = background.waiting !== null && background.repeats
  if (result === undefined) return notBegun
  const origin = fieldsIn(result.origin)
  const kind = textIn(origin.kind)
  // A prompt that fails before any answer is not repeated; its result has no origin.
  if (kind === null || kind === 'human') return false
  return notBegun || (answered && background.earlier.includes(textIn(origin.runId) ?? ''))
}
