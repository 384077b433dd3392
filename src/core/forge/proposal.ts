/** The words of a pull request, proposed from the session's commits and what its agent said last. A person may change each. */

export interface ProposalFacts {
  readonly sessionId: string
  /** Equal to the id where nobody gave one. */
  readonly name: string
  /** The operator's newest words. */
  readonly prompt: string | null
  readonly lastText: string | null
  /** Subjects, oldest first. */
  readonly subjects: readonly string[]
}

const longestTitle = 100
const mostSubjects = 30
const longestSummary = 4000

const firstLine = (text: string | null): string | null =>
  (text ?? '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^[#>*\-\s]+/, '')
        .replace(/[`*_]{1,3}/g, '')
        .trim(),
    )
    .find((line) => line !== '' && !line.startsWith('@') && !line.startsWith('[from ')) ?? null

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

export function proposePr(facts: ProposalFacts): { readonly title: string; readonly body: string } {
  const named = facts.name === facts.sessionId ? null : facts.name
  const only = facts.subjects.length === 1 ? (facts.subjects[0] ?? null) : null
  const title = named ?? only ?? firstLine(facts.prompt) ?? facts.subjects[0] ?? `Work of ${facts.sessionId}`
  const summary = (facts.lastText ?? '').trim()
  const shown = facts.subjects.slice(0, mostSubjects).map((subject) => `- ${subject}`)
  const more = facts.subjects.length - shown.length
  const commits = [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
  const parts = [cut(summary, longestSummary), commits === '' ? '' : `Commits:\n${commits}`]
  return { title: cut(title, longestTitle), body: parts.filter((part) => part !== '').join('\n\n') }
}
