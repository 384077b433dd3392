/** Which changes are looked at: everything, one part, one turn, one commit, each with what it counts. */
import type { ReactNode } from 'react'
import type { PartCount, ReviewChanges } from '#contract/review'
import { count, oneLine } from '../../ui/words.ts'

const sum = (part: PartCount | undefined): string => (part === undefined ? '' : ` (${count(part.files, 'file')})`)

export function ViewSelect(props: {
  readonly changes: ReviewChanges | null
  readonly baseRef: string | null
  readonly value: string
  readonly onPick: (view: string) => void
  readonly children?: ReactNode
}): ReactNode {
  const { changes } = props
  const parts = changes?.parts ?? undefined
  return (
    <select
      className="input grow"
      aria-label="Which changes"
      value={props.value}
      onChange={(event) => props.onPick(event.target.value)}
    >
      <option value="all">All against {props.baseRef ?? 'the base'}</option>
      {(changes === null || changes.parts !== null) && (
        <>
          <option value="committed">Committed{sum(parts?.committed)}</option>
          <option value="staged">Staged{sum(parts?.staged)}</option>
          <option value="uncommitted">Uncommitted{sum(parts?.uncommitted)}</option>
        </>
      )}
      {changes !== null && changes.turns.length > 0 && (
        <optgroup label="One turn">
          {[...changes.turns].reverse().map(({ n, state, title }) => (
            <option key={n} value={`turn:${n}`}>
              Turn {n}
              {state === 'running' ? ', running' : ''}: {oneLine(title, 60)}
            </option>
          ))}
        </optgroup>
      )}
      {changes !== null && changes.commits.length > 0 && (
        <optgroup label="One commit">
          {[...changes.commits].reverse().map(({ hash, subject }) => (
            <option key={hash} value={`commit:${hash}`}>
              {hash.slice(0, 8)} {oneLine(subject, 60)}
            </option>
          ))}
        </optgroup>
      )}
      {props.children}
    </select>
  )
}

/** What is committed, staged and uncommitted, told apart and counted. */
export function Parts({ changes }: { readonly changes: ReviewChanges }): ReactNode {
  if (changes.parts === null) return null
  const words = [
    ['committed', changes.parts.committed],
    ['staged', changes.parts.staged],
    ['uncommitted', changes.parts.uncommitted],
  ] as const
  return (
    <ul className="change-parts small soft num" aria-label="What is committed and what is not">
      {words
        .filter(([, part]) => part.files > 0)
        .map(([name, part]) => (
          <li key={name} data-part={name}>
            {part.files} {name} <ins>+{part.additions}</ins> <del>−{part.deletions}</del>
          </li>
        ))}
    </ul>
  )
}
