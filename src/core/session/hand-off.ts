/**
 * The words that bring a fresh conversation up to date when the old one cannot be gone on with. Built from our own log:
 * the goal, the last exchange, what changed; bounded, cut on character boundaries, and the past quoted with `> `.
 */
import type { EventRow } from '#contract/agent-event'
import { quoted } from '#core/quote'

export interface HandOffFacts {
  readonly reason: string
  readonly branch: string | null
  readonly filesChanged: readonly string[]
  /** Newest last. */
  readonly rows: readonly EventRow[]
  readonly prompt: string
}

const most = { firstPrompt: 4000, text: 1500, exchanges: 12, files: 60 }

export function handOff(facts: HandOffFacts): string {
  const parts = [
    `[hand-off] ${facts.reason} What follows is a summary of the earlier work in this directory, from Drover's own log.`,
  ]
  const prompts = facts.rows.filter((row) => row.kind === 'user')
  const first = prompts[0]
  if (first?.kind === 'user') parts.push(`Goal (the first prompt):\n${quoted(cut(first.text, most.firstPrompt))}`)
  const exchange = facts.rows
    .filter((row) => row.kind === 'user' || row.kind === 'text' || row.kind === 'error')
    .slice(-most.exchanges)
  if (exchange.length > 0) parts.push(`Last exchange:\n${quoted(exchange.map(sayRow).join('\n'))}`)
  if (facts.branch !== null) parts.push(`Branch: ${facts.branch}`)
  if (facts.filesChanged.length > 0) {
    const shown = facts.filesChanged.slice(0, most.files)
    const rest = facts.filesChanged.length - shown.length
    parts.push(
      `Files changed so far:\n${shown.map((file) => `- ${file}`).join('\n')}${rest > 0 ? `\n- and ${rest} more` : ''}`,
    )
  }
  parts.push(`The prompt now:\n${facts.prompt}`)
  return parts.join('\n\n')
}

function sayRow(row: EventRow): string {
  if (row.kind === 'user') return `user: ${cut(row.text, most.text)}`
  if (row.kind === 'text') return `agent: ${cut(row.text, most.text)}`
  if (row.kind === 'error') return `error: ${cut(row.message, most.text)}`
  return ''
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.charCodeAt(length - 1)
  const split = end >= 0xd800 && end < 0xdc00 ? length - 1 : length
  return `${text.slice(0, split)} […]`
}
