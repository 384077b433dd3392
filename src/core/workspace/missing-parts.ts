/**
 * How it is told that a snapshot could not be written whole: as a refusal to whoever asked for exactly that, as a notice where
 * it was one step of something larger. What is missing is listed by path, each with what can be done about it.
 */
import type { AgentEvent } from '#contract/agent-event'
import type { Refusal } from '#contract/error'

export interface MissingPart {
  readonly path: string
  readonly why: 'object_missing' | 'repository_missing' | 'history_missing' | 'in_the_way'
  readonly commit?: string
}

const words: Readonly<Record<MissingPart['why'], string>> = {
  object_missing: 'its content is gone from the repository',
  repository_missing: 'the repository that it was is gone, and it was not copied',
  history_missing: 'its commits are not here',
  in_the_way: 'other files stand in its place',
}

const described = ({ path, why, commit }: MissingPart): string =>
  `${path} (${words[why]}${commit === undefined ? '' : `; it stood at ${commit.slice(0, 12)}`})`

function listed(missing: readonly MissingPart[]): string {
  const some = missing.slice(0, 5).map(described).join('; ')
  return missing.length > 5 ? `${some}; and ${missing.length - 5} more` : some
}

/** What helps with the first of them that something helps with. */
function hint(missing: readonly MissingPart[]): string {
  const blocked = missing.find(({ why }) => why === 'in_the_way')
  if (blocked !== undefined) return `Move away what stands at ${blocked.path} and recover again.`
  const repository = missing.find(({ why }) => why !== 'object_missing')
  if (repository !== undefined)
    return `Where ${repository.path} is a submodule: git submodule update --init ${repository.path}, then recover into the worktree again.`
  return 'Try another snapshot of the session: drover session snapshots <id>'
}

interface Incomplete {
  readonly n: number
  readonly to: string
  readonly files: number
  readonly missing: readonly MissingPart[]
}

/** null: everything was written. */
export function incompleteRefusal({ n, to, files, missing }: Incomplete): Refusal | null {
  if (missing.length === 0) return null
  return {
    refused: 'SNAPSHOT_INCOMPLETE',
    message: `Snapshot ${n} could not be written whole: ${files} files are in ${to}, missing: ${listed(missing)}.`,
    hint: hint(missing),
    details: { snapshot: n, to, files, missing },
  }
}

/** Told in the session's log where the rest goes on. null: everything was written. */
export function incompleteNotice({
  n,
  missing,
}: Pick<Incomplete, 'n' | 'missing'>): Extract<AgentEvent, { kind: 'notice' }> | null {
  if (missing.length === 0) return null
  return {
    kind: 'notice',
    code: 'snapshot_incomplete',
    message: `Snapshot ${n} could not be written whole, missing: ${listed(missing)}. ${hint(missing)}`,
    snapshot: n,
    missing,
  }
}
