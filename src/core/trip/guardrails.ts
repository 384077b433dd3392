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

export function violationOf({ messages, paths, forced }: CommitFacts): string | null {
  if (forced) return 'commits that were on the remote are gone (force push)'
  if (messages.some((message) => skips.test(message))) return 'a commit message tells CI to skip it'
  const changed = paths.find((path) => workflows.test(path))
  return changed === undefined ? null : `${changed} says what CI does and was changed`
}
