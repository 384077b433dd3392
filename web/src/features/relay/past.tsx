/** The relays that are over, newest first. */
import type { ReactNode } from 'react'
import type { Relay } from '#contract/relay'
import type { Board } from '../../live/reduce/relay.ts'
import { relayPath } from '../../routes/router.ts'
import { Since } from '../../ui/status.tsx'
import { took } from '../../ui/words.ts'
import { Sign } from './sign.tsx'
import { isUnfinished, progressWords, titleOf, wordOfRelay } from './words.ts'

export function Past({ board }: { readonly board: Board }): ReactNode {
  const over = [...board.relays.values()]
    .filter((relay) => !isUnfinished(relay))
    .sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''))
  return (
    <section className="stack" aria-label="Past relays">
      <h2>Past relays</h2>
      {over.length === 0 && (
        <p className="small faint">None has ended yet. Each one stays here with its tries, commits and costs.</p>
      )}
      <ul className="relay-list">
        {over.map((relay) => (
          <li key={relay.id}>
            <PastRelay relay={relay} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const PastRelay = ({ relay }: { readonly relay: Relay }): ReactNode => (
  <a className="past" href={relayPath(relay.id)} data-relay={relay.id}>
    <span className="row">
      <strong className="clip grow">{titleOf(relay)}</strong>
      <Sign of={wordOfRelay(relay)} />
    </span>
    <span className="small faint num clip">
      {relay.id} · {progressWords(relay)}
      {relay.endedAt !== null && (
        <>
          {' '}
          · <Since at={relay.endedAt} after=" ago" /> · {took(Date.parse(relay.endedAt) - Date.parse(relay.createdAt))}
        </>
      )}
      {` · ${relay.mix.join(' ')}`}
    </span>
  </a>
)
