/** Commits that only a session's branch has, and that only its base has: short for eyes, in words for ears. */
import type { ReactNode } from 'react'
import type { Landing } from '#contract/merge'
import { distance } from './land-words.ts'

export function Distance({ landing }: { readonly landing: Landing | null }): ReactNode {
  const words = distance(landing)
  if (words === null) return null
  return (
    <span className="num card-since" title={words}>
      <span aria-hidden="true">
        {landing?.ahead ? `↑${landing.ahead}` : ''}
        {landing?.behind ? `↓${landing.behind}` : ''}
      </span>
      <span className="unseen">{words}</span>
    </span>
  )
}
