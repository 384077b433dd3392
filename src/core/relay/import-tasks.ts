/**
 * Tasks out of files that people have: a Markdown list, the `laps.json` of the predecessor's queue, and Drover's own export.
 * What cannot be read is a fault that names its place, never an empty list. Pure: text in, drafts out.
 */
export interface TaskDraft {
  readonly title: string
  readonly body: string
  readonly role: string | null
  readonly priority: number
  readonly tags: readonly string[]
  readonly expects: 'change' | 'none'
  readonly verify: string | null
  /** Titles or ids inside the same file that it waits for. */
  readonly blockedBy: readonly string[]
  /** Its id in the file, for `blockedBy`. */
  readonly key: string | null
  readonly done: boolean
}

export type Imported = { readonly drafts: readonly TaskDraft[] } | { readonly fault: string }

const plain = { role: null, priority: 0, tags: [], expects: 'change', verify: null, blockedBy: [], key: null } as const

/** By what it is, not by its name alone: JSON begins with a bracket. */
export function importTasks(text: string): Imported {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { fault: 'the file is empty' }
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return fromJson(trimmed)
  return fromMarkdown(text)
}

/** `- [ ] title` or `- title`, what is indented below it is its body; `(role: x)` at the end of a title names its role. */
function fromMarkdown(text: string): Imported {
  const drafts: (Omit<TaskDraft, 'body'> & { body: string[] })[] = []
  for (const line of text.split(/\r?\n/)) {
    const item = /^[-*+] (?:\[([ xX])\] )?(.*\S)\s*$/.exec(line) ?? /^\d+[.)] (?:\[([ xX])\] )?(.*\S)\s*$/.exec(line)
    const last = drafts.at(-1)
    if (item !== null) drafts.push({ ...plain, ...titleOf(item[2]!), done: /[xX]/.test(item[1] ?? ''), body: [] })
    else if (last !== undefined && /^(\s{2,}|\t)\S/.test(line)) last.body.push(line.replace(/^(\s{2}|\t)/, ''))
    else if (last !== undefined && line.trim() === '' && last.body.length > 0) last.body.push('')
  }
  if (drafts.length === 0) return { fault: 'the file holds no list: write one task a line, as `- [ ] title`' }
  return { drafts: drafts.map((draft) => ({ ...draft, body: draft.body.join('\n').trim() })) }
}

function titleOf(text: string): { readonly title: string; readonly role: string | null } {
  const found = /^(.*\S)\s*\(role:\s*([\w-]+)\)$/.exec(text)
  return found === null ? { title: text, role: null } : { title: found[1]!, role: found[2]! }
}

function fromJson(text: string): Imported {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return { fault: `the file is no JSON: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
  const list = Array.isArray(value) ? value : isRecord(value) && Array.isArray(value.tasks) ? value.tasks : null
  if (list === null) return { fault: 'the file holds no list of tasks: a list, or an object with `tasks`' }
  const drafts: TaskDraft[] = []
  for (const [index, one] of list.entries()) {
    if (!isRecord(one)) return { fault: `task ${index + 1} is no object` }
    const title = wordOf(one.title)
    if (title === null) return { fault: `task ${index + 1} has no title` }
    drafts.push({
      title,
      body: wordOf(one.body) ?? wordOf(one.description) ?? '',
      role: wordOf(one.role) ?? wordOf(one.assignee),
      priority: typeof one.priority === 'number' && Number.isInteger(one.priority) ? one.priority : 0,
      tags: wordsOf(one.tags),
      expects: one.expects === 'none' ? 'none' : 'change',
      verify: wordOf(one.verify),
      blockedBy: wordsOf(one.blockedBy),
      key: wordOf(one.id),
      done: one.isDone === true || one.state === 'done' || one.state === 'cancelled',
    })
  }
  return { drafts: inPlace(list as readonly Record<string, unknown>[], drafts) }
}

/** The predecessor's queue keeps its order in a number. */
function inPlace(list: readonly Record<string, unknown>[], drafts: readonly TaskDraft[]): readonly TaskDraft[] {
  if (!list.every((one) => typeof one.order === 'number')) return drafts
  return drafts
    .map((draft, index) => ({ draft, order: list[index]!.order as number }))
    .sort((a, b) => a.order - b.order)
    .map(({ draft }) => draft)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
const wordsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => wordOf(one) ?? []) : []
