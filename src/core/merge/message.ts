/** The words of the commits that Drover itself makes: a merge, and what an agent left uncommitted. */

export interface LeftoverFacts {
  readonly sessionId: string
  /** Equal to the id where nobody gave one. */
  readonly name: string
  readonly agent: string
  /** The newest prompt of the operator. */
  readonly prompt: string | null
  /** The agent's last words. */
  readonly lastText: string | null
  readonly files: readonly string[]
}

const longestSubject = 72

/** The first line that says something, without Markdown signs and directives of the rehearsal harness. */
function firstLine(text: string | null): string | null {
  for (const line of (text ?? '').split('\n')) {
    const plain = line
      .replace(/^[#>*\-\s]+/, '')
      .replace(/[`*_]{1,3}/g, '')
      .trim()
    if (plain !== '' && !plain.startsWith('@') && !plain.startsWith('[from ')) return plain
  }
  return null
}

const cut = (text: string): string =>
  text.length <= longestSubject ? text : `${text.slice(0, longestSubject - 1).trimEnd()}…`

/** Proposed from what is known; a person may change every word of it. */
export function proposeMessage(facts: LeftoverFacts): string {
  const named = facts.name === facts.sessionId ? null : facts.name
  const said = firstLine(facts.lastText)
  const subject = cut(named ?? firstLine(facts.prompt) ?? said ?? changed(facts.files))
  const body = said !== null && cut(said) !== subject ? `${said}\n` : null
  return [subject, ...(body === null ? [] : [body.trimEnd()])].join('\n\n')
}

function changed(files: readonly string[]): string {
  const [only] = files
  return files.length === 1 && only !== undefined ? `Change ${only}` : `Change ${files.length} files`
}

/** With the trailers that say who did the work. */
export const withTrailers = (message: string, trailers: readonly (readonly [string, string])[]): string =>
  `${message.trimEnd()}\n\n${trailers.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n')}\n`

const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()

export function mergeMessage(facts: {
  readonly id: string
  readonly branch: string
  readonly target: string
  readonly sessionId: string | null
  readonly given: string | null
}): string {
  const subject = facts.given?.trim() || `Merge branch '${facts.branch}' into ${facts.target}`
  return withTrailers(subject, [
    ['Drover-Merge', facts.id],
    ...(facts.sessionId === null ? [] : [['Drover-Session', facts.sessionId] as const]),
  ])
}

export const updateMessage = (facts: {
  readonly sessionId: string
  readonly branch: string
  readonly target: string
}): string => withTrailers(`Merge branch '${facts.target}' into ${facts.branch}`, [['Drover-Session', facts.sessionId]])

/** What the agent is asked when its branch and the base clash. */
export const updateRequest = (facts: { readonly target: string; readonly conflicts: readonly string[] }): string =>
  [
    `The branch ${facts.target} moved on and is being merged into yours; git could not join these files:`,
    ...facts.conflicts.map((path) => `- ${path}`),
    '',
    'The merge is open in your worktree. Resolve each conflict so that both sides keep what they are for, remove every conflict marker, `git add` the files and finish with `git commit --no-edit`. Do not abort the merge.',
  ].join('\n')
