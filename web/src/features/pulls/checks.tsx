/** The checks of a commit: red ones first, open, with the end of what they printed; the others in one line each. */
import type { ReactNode } from 'react'
import type { CheckState, PrCheck } from '#contract/pr'
import { Sign } from '../relay/sign.tsx'
import type { Word } from '../relay/words.ts'

const words: Readonly<Record<CheckState, Word>> = {
  failed: { word: 'failed', sign: 'failed', tone: 'fault' },
  cancelled: { word: 'called off', sign: 'ended' },
  pending: { word: 'runs', sign: 'parked' },
  unknown: { word: 'not known', sign: 'needs_input' },
  passed: { word: 'passed', sign: 'reported' },
  skipped: { word: 'skipped', sign: 'ended' },
}
const order: readonly CheckState[] = ['failed', 'cancelled', 'pending', 'unknown', 'passed', 'skipped']

export function Checks({ checks }: { readonly checks: readonly PrCheck[] }): ReactNode {
  const sorted = [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  if (sorted.length === 0) return null
  return (
    <ul className="checks">
      {sorted.map((check, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two checks of a commit may have the same name
        <li key={`${check.name}/${n}`} data-check={check.name} data-state={check.state}>
          <div className="row row-wrap">
            <Sign of={words[check.state]} />
            <span className="grow wrap-any">{check.name}</span>
            {check.url !== null && /^https?:\/\//.test(check.url) && (
              <a className="small" href={check.url} target="_blank" rel="noreferrer">
                Log<span className="unseen"> of {check.name}</span>
              </a>
            )}
          </div>
          {check.tail !== null && check.tail !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            <pre className="mono small log" tabIndex={0}>
              {check.tail}
            </pre>
          )}
        </li>
      ))}
    </ul>
  )
}
