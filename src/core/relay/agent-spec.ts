/**
 * Agent specs and mixes as people write them: `alias[:model][@quota]`, several in one value, the older `alias:N` and
 * `alias:model:N` too. Owns the grammar and its refusals; who runs when is `mix`. A model's name passes through untouched.
 */
import type { ErrorCode } from '#contract/error'

export interface AgentSpec {
  readonly harness: string
  readonly model: string | null
}

/** times: so many in a row, up to `most` while nobody else is free. until-fails: stays until it fails. */
export type Quota =
  | { readonly kind: 'times'; readonly least: number; readonly most: number }
  | { readonly kind: 'until-fails' }

export interface MixEntry {
  readonly spec: AgentSpec
  readonly quota: Quota
}

export interface SpecFault {
  readonly code: Extract<ErrorCode, 'UNKNOWN_AGENT_SPEC' | 'INVALID_QUOTA'>
  readonly text: string
  readonly message: string
  readonly hint: string
}

/** Short names for harnesses; a harness's own name always works too. */
export const agentAliases: Readonly<Record<string, string>> = {
  cc: 'claude-code',
  cx: 'codex',
  op: 'opencode',
  ge: 'gemini',
  qw: 'qwen',
  cp: 'copilot',
  cr: 'crush',
  ag: 'antigravity',
  agy: 'antigravity',
  rh: 'rehearsal',
}

export interface KnownAgents {
  /** Built in, templates and custom ones. */
  readonly harnesses: readonly string[]
  /** `[harness.NAME.models]` and `[models]`: aliases by harness; `*` holds for all. */
  readonly models: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly nearest: (word: string, known: readonly string[]) => string | null
}

const once: Quota = { kind: 'times', least: 1, most: 1 }
const mostTimes = 1000

/** Every spec of one or several values, or the first fault of each that does not hold. */
export function parseMix(
  values: readonly string[],
  known: KnownAgents,
): { readonly entries: readonly MixEntry[]; readonly faults: readonly SpecFault[] } {
  const entries: MixEntry[] = []
  const faults: SpecFault[] = []
  for (const word of values.flatMap(splitWords)) {
    const parsed = parseSpec(word, known)
    if ('code' in parsed) faults.push(parsed)
    else entries.push(parsed)
  }
  return { entries, faults }
}

/** At white space, but not inside quotes: `cc "ag:Gemini 3 Pro@2"`. */
function splitWords(text: string): readonly string[] {
  return text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
}

export function parseSpec(word: string, known: KnownAgents): MixEntry | SpecFault {
  const quoted = /["']/.test(word)
  const { head, quota: written } = cutQuota(word)
  const bare = head.replace(/["']/g, '')
  const colon = bare.indexOf(':')
  const alias = colon === -1 ? bare : bare.slice(0, colon)
  const rest = colon === -1 ? null : bare.slice(colon + 1)
  const harness = harnessOf(alias, known)
  if (harness === null) return unknownAgent(word, alias, known)
  // The older spelling: what stands last and is a number is a quota, unless quotes or an @ say otherwise.
  const old = written === null && !quoted && rest !== null ? /^(?:(.*):)?(\d+(?:-\d+)?)$/.exec(rest) : null
  const model = old !== null ? (old[1] ?? null) : rest
  const quota = quotaOf(written ?? old?.[2] ?? null)
  if (quota === null) return badQuota(word, written ?? old?.[2] ?? '')
  if (model === '') return unknownAgent(word, alias, known)
  return { spec: { harness, model: model === null ? null : modelOf(harness, model, known) }, quota }
}

/** What stands behind the last @ that is not inside quotes, when it can only be a quota. */
function cutQuota(word: string): { readonly head: string; readonly quota: string | null } {
  const found = /^(.*)@([^@"':/]*)$/.exec(word)
  if (found === null) return { head: word, quota: null }
  return { head: found[1]!, quota: found[2]! }
}

function quotaOf(text: string | null): Quota | null {
  if (text === null) return once
  if (text === '*') return { kind: 'until-fails' }
  const found = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text)
  if (found === null) return null
  const least = Number(found[1])
  const most = found[2] === undefined ? least : Number(found[2])
  if (least < 1 || most < least || most > mostTimes) return null
  return { kind: 'times', least, most }
}

function harnessOf(alias: string, known: KnownAgents): string | null {
  if (known.harnesses.includes(alias)) return alias
  const full = Object.hasOwn(agentAliases, alias) ? agentAliases[alias]! : null
  return full !== null && known.harnesses.includes(full) ? full : null
}

const modelOf = (harness: string, model: string, known: KnownAgents): string =>
  known.models[harness]?.[model] ?? known.models['*']?.[model] ?? model

/** Also by the first half of a name: who writes `cladue` means claude-code. */
function nearestAgent(alias: string, known: KnownAgents): string | null {
  const words = [...Object.keys(agentAliases).filter((one) => harnessOf(one, known) !== null), ...known.harnesses]
  const halves = new Map(known.harnesses.map((name) => [name.replace(/-.*$/, ''), name]))
  const near = known.nearest(alias.toLowerCase(), [...words, ...halves.keys()])
  return near === null || words.includes(near) ? near : (halves.get(near) ?? near)
}

function unknownAgent(text: string, alias: string, known: KnownAgents): SpecFault {
  const near = nearestAgent(alias, known)
  const why = /^\d/.test(alias) ? `${alias} is no name, which begins with a letter` : `unknown agent alias "${alias}"`
  return {
    code: 'UNKNOWN_AGENT_SPEC',
    text,
    message: `"${text}" names no agent: ${why}.`,
    hint:
      near === null
        ? 'Write alias[:model][@quota]; list agents with: drover harness ls'
        : `Did you mean "${near}"? Write alias[:model][@quota]; list agents with: drover harness ls`,
  }
}

const badQuota = (text: string, quota: string): SpecFault => ({
  code: 'INVALID_QUOTA',
  text,
  message: `"${text}" has no quota that can be met: "${quota}".`,
  hint: `Use @N (N in a row, 1 to ${mostTimes}), @N-M (up to M while nobody else is free) or @* (until it fails).`,
})

export const specText = ({ harness, model }: AgentSpec): string => (model === null ? harness : `${harness}:${model}`)

export function entryText({ spec, quota }: MixEntry): string {
  const text = specText(spec)
  const shown = /[\s@]|:\d+(-\d+)?$/.test(text) ? `"${text}"` : text
  if (quota.kind === 'until-fails') return `${shown}@*`
  if (quota.most === 1) return shown
  return quota.least === quota.most ? `${shown}@${quota.least}` : `${shown}@${quota.least}-${quota.most}`
}

/**
 * Who shares an account: a provider group of the configuration, else the harness; for opencode what stands before the
 * slash of the model; for rehearsal the whole spec.
 */
export function quotaScope(spec: AgentSpec, providers: Readonly<Record<string, readonly string[]>> = {}): string {
  const text = specText(spec)
  for (const [name, members] of Object.entries(providers)) {
    if (members.some((member) => covers(member, spec))) return `provider:${name}`
  }
  if (spec.harness === 'rehearsal') return text
  if (spec.harness === 'opencode' && spec.model?.includes('/')) return `opencode:${spec.model.split('/', 1)[0]}`
  return spec.harness
}

/** A member is a spec, a harness, or a spec that ends in `*`. */
function covers(member: string, spec: AgentSpec): boolean {
  const [alias = '', ...rest] = member.split(':')
  const harness = agentAliases[alias] ?? alias
  if (harness !== spec.harness) return false
  const model = rest.join(':')
  if (model === '' || model === '*') return true
  return model.endsWith('*') ? (spec.model ?? '').startsWith(model.slice(0, -1)) : spec.model === model
}
