/** How a session stands, in one word with its sign; the link lamp; ages; the activity line. Never by colour alone. */

import { memo, type ReactNode } from 'react'
import type { Session, Status } from '#contract/session'
import { groupOf } from '#core/session/status'
import { cockpit } from '../live/cockpit.ts'
import { useStore } from '../live/store.ts'
import type { LinkState } from '../live/stream/connection.ts'
import { useNow } from './clock.ts'
import { lastWord, since, statusWord } from './words.ts'

/** While the daemon is away nobody observes the session: its word turns to the past. */
export function StatusWord(props: {
  readonly status: Status
  /** For the page that shows every state; elsewhere the link tells. */
  readonly away?: boolean
}): ReactNode {
  const { status } = props
  const down = useStore(cockpit, (c) => c.link === 'down')
  const away = props.away ?? down
  return (
    <span
      className="status"
      data-status={status}
      data-need={groupOf({ status, unlanded: false })}
      data-away={away || undefined}
    >
      <span className="glyph" data-glyph={status} aria-hidden="true" />
      {(away ? lastWord : statusWord)[status]}
    </span>
  )
}

export function Since({
  at,
  before = '',
  after = '',
}: {
  readonly at: string
  readonly before?: string
  readonly after?: string
}): ReactNode {
  const words = useNow((now) => since(at, now))
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className="num">
      {before}
      {words}
      {after}
    </time>
  )
}

const lampWord: Readonly<Record<LinkState, string>> = { live: 'live', connecting: 'connecting', down: 'down' }

export const Lamp = ({ link }: { readonly link: LinkState }): ReactNode => (
  <span className="lamp" data-link={link} role="status" aria-label={`Link to the daemon: ${lampWord[link]}`}>
    {lampWord[link]}
  </span>
)

/** Fewer minutes with events than this draw a lone stroke that tells nobody anything. */
const enough = 3

/** Events a minute as small bars; nothing where there is too little to show. */
export const Spark = memo(function Spark({ values }: { readonly values: Session['activitySpark'] }): ReactNode {
  const shown = [...Array.from({ length: Math.max(0, 24 - values.length) }, () => 0), ...values.slice(-24)]
  if (shown.filter((value) => value > 0).length < enough) return null
  const top = Math.max(1, ...shown)
  const step = 72 / 24
  return (
    <svg className="spark" viewBox="0 0 72 20" aria-hidden="true">
      <path
        d={shown
          .map((value, i) => {
            const height = value === 0 ? 1 : 2 + (value / top) * 17
            return `M${i * step} ${20 - height}h${step - 1}v${height}h${1 - step}z`
          })
          .join('')}
      />
    </svg>
  )
})
