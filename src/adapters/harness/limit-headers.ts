/**
 * Which headers of a refused answer are worth keeping as evidence: those that speak of limits and waits. Owns the choice;
 * what they mean is core's business (`core/failure/limit-headers`).
 */
import type { Evidence } from '#contract/agent-event'
import { type Fields, textIn } from './line-json.ts'

const telling = /^(retry-after(-ms)?|anthropic-ratelimit-unified-[a-z0-9-]+)$/
const most = 30

/** As a field of evidence; nothing where no header tells anything. */
export function limitHeaders(all: Fields): Pick<Evidence, 'headers'> {
  const kept = Object.entries(all)
    .map(([name, value]) => [name.toLowerCase(), textIn(value)] as const)
    .filter((pair): pair is readonly [string, string] => pair[1] !== null && telling.test(pair[0]))
    .map(([name, value]) => [name, value.slice(0, 100)] as const)
  return kept.length === 0 ? {} : { headers: Object.fromEntries(kept.slice(0, most)) }
}
