/** What is said of a path whose content a diff or a snapshot did not read, and why. */

export interface Unread {
  readonly bytes: number
  readonly why: string
  /** So many files of a directory. */
  readonly files?: number | undefined
}

const byReason: Readonly<Record<string, string>> = {
  not_a_file: 'a pipe, a socket or a device: nothing to save',
  replaced: "replaced by a repository of the agent's own: the files are saved, its commits are in no snapshot",
  removed: 'removed by the agent: git works there again after `git worktree repair` in the repository',
}

export function skippedWords({ bytes, why, files }: Unread): string {
  if (files !== undefined) return `skipped, ${files} file${files === 1 ? '' : 's'}`
  return byReason[why] ?? `skipped, ${bytes.toLocaleString('en')} bytes`
}

/** What the operator is told once of what a snapshot left out. */
export function skippedMessage(
  skipped: readonly { readonly why: string; readonly files?: number | undefined }[],
): string {
  const replaced = skipped.some((one) => one.why === 'replaced')
  const count = skipped.filter((one) => one.why !== 'replaced').reduce((sum, one) => sum + (one.files ?? 1), 0)
  const files = `${count} file${count === 1 ? ' is' : 's are'} not in the snapshot; the workspace is not removed while they are there.`
  const git =
    "The worktree's .git was replaced by a repository of the agent's own: the files are saved in the project's repository, " +
    'commits made here since then are not, and the workspace is not removed.'
  return [...(replaced ? [git] : []), ...(count > 0 ? [files] : [])].join(' ')
}
