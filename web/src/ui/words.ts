/** How times, sizes, money and states are said, everywhere the same. Pure. */
import type { Status } from '#contract/session'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** 8 s, 3 min, 2 h, 5 d: how long ago or how long. */
export function span(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  if (s < minute) return `${s} s`
  if (s < hour) return `${Math.floor(s / minute)} min`
  if (s < day) return `${Math.floor(s / hour)} h`
  return `${Math.floor(s / day)} d`
}

export const since = (iso: string, nowMs: number): string => span((nowMs - Date.parse(iso)) / 1_000)

/** How long until then; null once it is past. */
export const until = (iso: string, nowMs: number): string | null =>
  Date.parse(iso) > nowMs ? span((Date.parse(iso) - nowMs) / 1_000) : null

/** 0.4 s, 12 s, 3 min 05 s: how long a turn took. */
export function took(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  const s = Math.round(ms / 1_000)
  if (s < minute) return `${s} s`
  if (s < hour) return `${Math.floor(s / minute)} min ${String(s % minute).padStart(2, '0')} s`
  return `${Math.floor(s / hour)} h ${String(Math.floor((s % hour) / minute)).padStart(2, '0')} min`
}

/** Unknown stays unknown: never 0 for what nobody reported. */
export const money = (usd: number | null): string | null =>
  usd === null ? null : usd === 0 ? '$0' : usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`

export function tokens(n: number | null): string | null {
  if (n === null) return null
  if (n < 1_000) return String(n)
  if (n < 1_000_000) return `${(n / 1_000).toFixed(n < 10_000 ? 1 : 0)}k`
  return `${(n / 1_000_000).toFixed(1)}M`
}

export function bytes(n: number): string {
  if (n < 1_024) return `${n} B`
  if (n < 1_048_576) return `${(n / 1_024).toFixed(n < 10_240 ? 1 : 0)} KB`
  return `${(n / 1_048_576).toFixed(1)} MB`
}

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const statusWord: Readonly<Record<Status, string>> = {
  starting: 'starting',
  working: 'working',
  idle: 'idle',
  needs_input: 'needs input',
  blocked: 'blocked',
  parked: 'parked',
  failed: 'failed',
  waiting: 'waiting',
  ci_failed: 'checks failed',
  changes_requested: 'changes requested',
  review_pending: 'review pending',
  draft: 'draft',
  mergeable: 'mergeable',
  approved: 'approved',
  pr_open: 'pull request open',
  merged: 'merged',
  reported: 'reported',
  unknown: 'unknown',
  ended: 'ended',
}

/** The same states once nobody can see them any more. */
export const lastWord: Readonly<Record<Status, string>> = {
  starting: 'was starting',
  working: 'was working',
  idle: 'was idle',
  needs_input: 'asked you',
  blocked: 'was blocked',
  parked: 'was parked',
  failed: 'had failed',
  waiting: 'was waiting',
  ci_failed: 'checks had failed',
  changes_requested: 'changes were requested',
  review_pending: 'review was pending',
  draft: 'was a draft',
  mergeable: 'was mergeable',
  approved: 'was approved',
  pr_open: 'pull request was open',
  merged: 'merged',
  reported: 'had reported',
  unknown: 'unknown',
  ended: 'ended',
}

const browsers = [/(Edg|OPR|Firefox|FxiOS|CriOS|Chrome)\/(\d+)/, /Version\/(\d+).*(Safari)/] as const
const browserNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', FxiOS: 'Firefox', CriOS: 'Chrome' }

/** Chrome 141 on Linux: what a browser calls itself, for people. What is not recognised stays as it is. */
export function browser(agent: string): string {
  const found = /(?:Edg|OPR)\/\d+/.exec(agent)?.[0] ?? browsers[0].exec(agent)?.[0]
  const [name, version] = found?.split('/') ?? [browsers[1].exec(agent)?.[2], browsers[1].exec(agent)?.[1]]
  if (name === undefined) return agent
  // Phones also call themselves Linux or like Mac OS X: they are asked first.
  const system = (/iPhone|iPad|Android/.exec(agent) ?? /Windows|Mac OS X|CrOS|Linux/.exec(agent))?.[0]
  return `${browserNames[name] ?? name} ${version}${system === undefined ? '' : ` on ${system.replace('Mac OS X', 'macOS')}`}`
}

export const spec = (harness: string, model: string | null): string =>
  model === null ? harness : `${harness}:${model}`

/** Bytes that are no text become visible marks; terminal colours are dropped; tabs and line ends stay. */
export function printable(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (c) =>
      c === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0)),
    )
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '\u2423')
}

/** The first line with words in it, for a row that shows one. */
export function oneLine(text: string, max = 200): string {
  const line = printable(text.slice(0, 4_000))
    .split('\n')
    .find((part) => part.trim() !== '')
  return (line ?? '').trim().slice(0, max)
}
