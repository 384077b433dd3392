/**
 * Commands and what a guard must say of them, for its tests: every way to a guarded thing that somebody thought of, and as
 * many plain commands that must not be hindered. The worktree is /work/tree, the shell stands in it, the branch is `mine`.
 * One command a line; `allow` is without anything unguarded, `unguarded` is allowed and listed.
 */
import { plainCorpus } from './guard-corpus-plain.ts'
import { pushCorpus } from './guard-corpus-push.ts'
import { rolesCorpus } from './guard-corpus-roles.ts'
import { writesCorpus } from './guard-corpus-writes.ts'

export interface CorpusGroup {
  /** writer: the whole worktree. scoped: `src/api/**` and `docs/*.md`. reader: nothing. */
  readonly role: 'writer' | 'scoped' | 'reader'
  readonly verdict: 'allow' | 'unguarded' | 'deny'
  readonly about: string
  readonly commands: string
}

export const corpus: readonly CorpusGroup[] = [...pushCorpus, ...writesCorpus, ...plainCorpus, ...rolesCorpus]
