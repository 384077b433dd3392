/** What a tool call means to a reader: one line, and when opened its command, its edits, or its input as it is. Pure. */
import { oneLine } from '../../ui/words.ts'

export interface Edit {
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface ToolView {
  readonly summary: string
  readonly command: string | null
  readonly edits: readonly Edit[]
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

export function toolView(input: unknown): ToolView {
  const fields = fieldsOf(input)
  const command = word(fields, 'command', 'cmd', 'script')
  const edits = editsOf(fields)
  const told =
    word(fields, 'description', 'title') ??
    command ??
    word(fields, 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'prompt', 'message', 'text') ??
    (typeof input === 'string' ? input : '')
  const summary = oneLine(told === '' && Object.keys(fields).length > 0 ? JSON.stringify(input) : told)
  return { summary, command, edits, input }
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
