/** What kind of work a tool does, by its name in any agent's words; calls of one kind in a row are told as one. Pure. */

export type ToolKind = 'read' | 'search' | 'edit' | 'run' | 'todo' | 'web' | 'agent' | 'other'

/** The first that fits counts: a web search is no search of files, a plan is no edit. */
const kinds: readonly (readonly [ToolKind, RegExp])[] = [
  ['todo', /todo|update_?plan|^plan$/i],
  ['web', /web|fetch|browser|^http/i],
  ['search', /grep|glob|search|^find|^rg$|^ls$|list_?(files|dir)/i],
  ['edit', /edit|write|patch|replace|create_?file|notebook/i],
  ['run', /bash|shell|exec|command|terminal|^run/i],
  ['read', /^read|view|^cat$|open_?file|^get_?file/i],
  ['agent', /^task$|agent/i],
]

export const kindOf = (name: string): ToolKind => kinds.find(([, fits]) => fits.test(name))?.[0] ?? 'other'

/** Said before a number of calls: Read 4, Ran 3. */
export const runWord: Readonly<Record<Exclude<ToolKind, 'other'>, string>> = {
  read: 'Read',
  search: 'Searched',
  edit: 'Edited',
  run: 'Ran',
  todo: 'Planned',
  web: 'Looked up',
  agent: 'Delegated',
}
