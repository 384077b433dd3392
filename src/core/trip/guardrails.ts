/** What the commits of a trip must not do, looked at afterwards; whatever is found is for a person to judge. */

export interface CommitFacts {
  /** Whole messages, oldest first. */
  readonly messages: readonly string[]
  readonly paths: readonly string[]
  /** The remote's branch does not contain what it had before. */
  readonly forced: boolean
}

const skips =
  /\[(skip ci|ci skip|no ci|skip actions|actions skip|ci-skip|skip-ci)\]|\*{3}NO_CI\*{3}|^skip-checks:\s*true/im
const workflows =
  /^(\.github\/workflows\/|\.forgejo\/workflows\/|\.gitea\/workflows\/|\.woodpecker(\/|\.ya?ml$)|\.gitlab-ci\.yml$)/

interface Breach {
  /** As the user's page has it. */
  readonly what: string
  found(facts: CommitFacts): string | null
}

/** In their order; the first that is found is told. */
export const breaches: readonly Breach[] = [
  {
    what: 'commits that were on the remote are gone: somebody forced a push',
    found: ({ forced }) => (forced ? 'commits that were on the remote are gone (force push)' : null),
  },
  {
    what: 'a commit message tells CI to skip it: `[skip ci]` and its like, `skip-checks: true`',
    found: ({ messages }) =>
      messages.some((message) => skips.test(message)) ? 'a commit message tells CI to skip it' : null,
  },
  {
    what: 'a file was changed that says what CI does: `.github/workflows/`, `.forgejo/workflows/`, `.gitea/workflows/`, `.woodpecker`, `.gitlab-ci.yml`',
    found({ paths }) {
      const changed = paths.find((path) => workflows.test(path))
      return changed === undefined ? null : `${changed} says what CI does and was changed`
    },
  },
]

export function violationOf(facts: CommitFacts): string | null {
  for (const { found } of breaches) {
    const violation = found(facts)
    if (violation !== null) return violation
  }
  return null
}
