/** A state with its sign, and times that count down. Never by colour alone. */
import type { ReactNode } from 'react'
import { useNow } from '../../ui/clock.ts'
import { clock, countdown, type Word } from './words.ts'

const needs = { need: 'needs_you', fault: 'needs_you', alive: 'working' } as const

export const Sign = ({ of }: { readonly of: Word }): ReactNode => (
  <span
    className="status"
    data-need={of.tone === undefined ? undefined : needs[of.tone]}
    data-status={of.tone === 'fault' ? 'failed' : undefined}
  >
    <span className="glyph" data-glyph={of.sign} aria-hidden="true" />
    {of.word}
  </span>
)

/** Until 14:30, in 4 min 05 s. */
export function Until({ at, word = 'until' }: { readonly at: string; readonly word?: string }): ReactNode {
  const words = useNow((now) => {
    const left = countdown(at, now)
    return left === null ? 'any moment now' : `${word} ${clock(at, now)}, in ${left}`
  })
  return (
    <time dateTime={at} className="num relay-until">
      {words}
    </time>
  )
}
