/** What a tool call means to a reader: one line, and when opened its command, its edits, or its input as it is. Pure. */
import { count, oneLine, took } from '../../ui/words.ts'
import { kindOf, type ToolKind } from './tool-kind.ts'

export interface Edit {
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface Todo {
  readonly text: string
  readonly state: 'done' | 'doing' | 'open'
}

export interface ToolView {
  readonly kind: ToolKind
  /** The argument that matters, on one line. */
  readonly summary: string
  readonly command: string | null
  readonly edits: readonly Edit[]
  readonly todos: readonly Todo[]
  /** Shown as JSON when neither a command nor an edit says it all. */
  readonly input: unknown
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const word = (fields: Fields, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
      return value.join(' ')
  }
  return null
}

function editsOf(fields: Fields): Edit[] {
  const path = word(fields, 'file_path', 'filePath', 'path', 'file') ?? ''
  const many = Array.isArray(fields.edits) ? fields.edits : [fields]
  const edits: Edit[] = []
  for (const part of many.map(fieldsOf)) {
    const before = part.old_string ?? part.oldString ?? part.oldText
    const after = part.new_string ?? part.newString ?? part.newText ?? (before === undefined ? part.content : undefined)
    if (typeof after !== 'string') continue
    edits.push({
      path: word(part, 'file_path', 'filePath', 'path') ?? path,
      before: typeof before === 'string' ? before : '',
      after,
    })
  }
  return path === '' ? [] : edits
}

const pathWords = ['file_path', 'filePath', 'path', 'notebook_path', 'file', 'dir_path'] as const

/** A list of steps with their states, however an agent calls them. */
function todosOf(fields: Fields): Todo[] {
  const list = [fields.todos, fields.newTodos, fields.plan, fields.items].find(Array.isArray)
  return (list ?? []).flatMap((part: unknown) => {
    const one = fieldsOf(part)
    const text = typeof part === 'string' ? part : word(one, 'content', 'step', 'text', 'title', 'description')
    const state = word(one, 'status', 'state') ?? ''
    if (text === null) return []
    const done = /^(completed?|done|finished)$/i.test(state) || one.completed === true || one.done === true
    return [{ text, state: done ? 'done' : /progress|doing|active|current/i.test(state) ? 'doing' : 'open' }]
  })
}

function todoSummary(todos: readonly Todo[]): string {
  const doing = todos.find(({ state }) => state === 'doing')
  const done = todos.filter(({ state }) => state === 'done').length
  return `${done} of ${todos.length} done${doing === undefined ? '' : ` · ${doing.text}`}`
}

function argumentOf(kind: ToolKind, fields: Fields, command: string | null): string | null {
  const path = word(fields, ...pathWords)
  switch (kind) {
    case 'search': {
      const sought = word(fields, 'pattern', 'query', 'glob', 'regex', 'q')
      if (sought === null) return path
      return path === null || path === '.' ? sought : `${sought} in ${path}`
    }
    case 'web':
      return word(fields, 'url', 'query', 'q')
    case 'agent':
      return word(fields, 'description', 'title', 'prompt')
    default:
      return (
        command ??
        path ??
        word(fields, 'pattern', 'query', 'url', 'description', 'title', 'prompt', 'message', 'text', 'name')
      )
  }
}

export function toolView(input: unknown, name = ''): ToolView {
  const fields = fieldsOf(input)
  const kind = kindOf(name)
  const command = word(fields, 'command', 'cmd', 'script')
  const todos = kind === 'todo' ? todosOf(fields) : []
  const edits = editsOf(fields)
  const told =
    (todos.length > 0 ? todoSummary(todos) : null) ??
    argumentOf(kind, fields, command) ??
    (typeof input === 'string' ? input : '')
  const summary = oneLine(told === '' && Object.keys(fields).length > 0 ? JSON.stringify(input) : told)
  return { kind, summary, command, edits, todos, input }
}

/** What came back, in a few words: how much for what is only read, the first line for the rest. */
export function resultWord(kind: ToolKind, result: { ok: boolean; output: string; cut: boolean }): string {
  const { ok, output, cut } = result
  if (!ok) return oneLine(output, 120)
  if (kind === 'edit' || kind === 'todo') return ''
  if ((kind === 'read' || kind === 'search') && !cut) {
    const lines = output.trim() === '' ? 0 : output.trimEnd().split('\n').length
    if (lines === 0) return kind === 'search' ? 'nothing found' : 'empty'
    if (lines > 1) return count(lines, 'line')
  }
  return oneLine(output, 120)
}

/** How long a call took by the times of its two rows; null where they say nothing. */
export function callTook(from: string, to: string | null): string | null {
  const ms = to === null ? Number.NaN : Date.parse(to) - Date.parse(from)
  if (!(ms >= 0)) return null
  return ms < 50 ? '<0.1 s' : took(ms)
}

/** The lines that differ, with the equal head and tail left out (two lines of each are kept for orientation). */
export function editLines(edit: Edit): readonly { readonly sign: ' ' | '-' | '+'; readonly text: string }[] {
  const before = edit.before === '' ? [] : edit.before.split('\n')
  const after = edit.after === '' ? [] : edit.after.split('\n')
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++
  const same = (text: string): { sign: ' '; text: string } => ({ sign: ' ', text })
  return [
    ...before.slice(Math.max(0, head - 2), head).map(same),
    ...before.slice(head, before.length - tail).map((text) => ({ sign: '-' as const, text })),
    ...after.slice(head, after.length - tail).map((text) => ({ sign: '+' as const, text })),
    ...after.slice(after.length - tail, after.length - tail + 2).map(same),
  ]
}
