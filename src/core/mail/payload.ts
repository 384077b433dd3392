/**
 * What a typed mail must carry: one table of fields a type, a fault told by its path. A terminal mail that says less than it
 * could is completed from what was observed; what its author claimed and was seen otherwise is kept beside it.
 */
import type { Refusal } from '#contract/error'
import type { Mail, MailType } from '#contract/mail'

export type Payload = NonNullable<Mail['payload']>

type Kind = 'text' | 'text?' | 'texts' | 'whole?' | 'verdict' | 'findings' | 'time'
interface Field {
  readonly kind: Kind
  /** May be left out. */
  readonly optional?: true
}

const need = (kind: Kind): Field => ({ kind })
const may = (kind: Kind): Field => ({ kind, optional: true })

/** `text?` and `whole?` may be null: nothing is known of it. */
const fields: { readonly [T in MailType]?: Readonly<Record<string, Field>> } = {
  worker_done: {
    taskId: need('text?'),
    branch: need('text?'),
    exitCode: need('whole?'),
    filesModified: need('texts'),
    verdict: may('verdict'),
    findings: may('findings'),
  },
  result: {
    taskId: may('text?'),
    branch: may('text?'),
    exitCode: may('whole?'),
    filesModified: may('texts'),
    verdict: may('verdict'),
    findings: may('findings'),
  },
  worker_died: {
    agentName: need('text'),
    capability: need('text?'),
    taskId: need('text?'),
    reason: need('text'),
    lastActivity: need('text?'),
    terminatedBy: need('text'),
  },
  merge_ready: { branch: need('text'), taskId: need('text?'), agentName: need('text'), filesModified: need('texts') },
  merged: { branch: need('text'), taskId: need('text?'), tier: need('text?') },
  merge_failed: {
    branch: need('text'),
    taskId: need('text?'),
    conflictFiles: need('texts'),
    errorMessage: need('text?'),
  },
  escalation: { severity: need('text'), taskId: need('text?'), context: need('text') },
  dispatch: { taskId: need('text'), specPath: need('text?'), capability: need('text'), fileScope: need('texts') },
  assign: { taskId: need('text'), specPath: need('text?'), workerName: need('text'), branch: need('text?') },
  decision_gate: { options: need('texts'), context: need('text'), deadline: may('time') },
  answer: { option: may('text?') },
}

/** Mail by which work ends: what its author leaves out is completed. */
export const terminalTypes = ['worker_done', 'result', 'merged', 'merge_failed'] as const satisfies readonly MailType[]
/** The same for what the daemon knows as well as its author, or where nobody may be refused for want of form. */
const completed: ReadonlySet<MailType> = new Set<MailType>([...terminalTypes, 'merge_ready', 'escalation'])
/** Without a payload they say nothing. */
const demanded: ReadonlySet<MailType> = new Set<MailType>(['decision_gate', 'dispatch', 'assign'])

/** What is known of the sender and its work. */
export interface Observed {
  readonly agentName: string
  readonly taskId: string | null
  readonly branch: string | null
  /** From git; null: it could not be looked at. */
  readonly filesModified: readonly string[] | null
  readonly body: string
}

export interface Completed {
  readonly payload: Payload | null
  readonly claimed: Payload | null
}

/** The payload as it is kept, or the refusal with the path of the fault. */
export function completePayload(type: MailType, given: Payload | null, observed: Observed): Completed | Refusal {
  if (given === null && !completed.has(type)) {
    if (!demanded.has(type)) return { payload: null, claimed: null }
    const first = Object.entries(fields[type] ?? {}).find(([, field]) => field.optional !== true)?.[0] ?? ''
    return invalid(type, first, 'is missing')
  }
  const facts = factsFor(type, observed)
  const merged: Record<string, unknown> = { ...facts.known, ...given, ...facts.seen }
  // A claim is judged as it was made, also where something else was seen.
  const fault = faultOf(type, { ...facts.known, ...facts.seen, ...given })
  if (fault !== null) return invalid(type, fault.path, fault.message)
  const claims = Object.entries(given ?? {}).filter(
    ([name, value]) => name in facts.seen && !same(facts.seen[name], value),
  )
  return { payload: merged, claimed: claims.length === 0 ? null : Object.fromEntries(claims) }
}

/** `seen` stands over what is claimed, `known` fills what is not said. */
function factsFor(
  type: MailType,
  observed: Observed,
): { known: Record<string, unknown>; seen: Record<string, unknown> } {
  if (!completed.has(type)) return { known: {}, seen: {} }
  const table = fields[type] ?? {}
  const of = (all: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([name, value]) => name in table && value !== null))
  const blank = Object.fromEntries(
    Object.entries(table).flatMap(([name, field]) =>
      field.optional === true ? [] : [[name, field.kind === 'texts' ? [] : null]],
    ),
  )
  const { agentName, taskId, branch, filesModified, body } = observed
  // A merger speaks of another's branch: its own is no evidence against that.
  const own = type === 'merged' || type === 'merge_failed' ? {} : { branch, filesModified }
  const words =
    type === 'escalation' ? { severity: 'error', context: body } : type === 'merge_failed' ? { errorMessage: body } : {}
  return { known: { ...blank, ...of({ branch }), ...words }, seen: of({ agentName, taskId, ...own }) }
}

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
    : JSON.stringify(a) === JSON.stringify(b)

interface Fault {
  readonly path: string
  readonly message: string
}

/** null: it holds. Fields that are not in the table are anybody's. */
export function faultOf(type: MailType, payload: Readonly<Record<string, unknown>>): Fault | null {
  for (const [name, field] of Object.entries(fields[type] ?? {})) {
    const value = payload[name]
    if (value === undefined) {
      if (field.optional === true) continue
      return { path: name, message: 'is missing' }
    }
    const fault = checks[field.kind](value, name)
    if (fault !== null) return fault
  }
  return null
}

const isText = (value: unknown): value is string => typeof value === 'string'
const unless = (ok: boolean, path: string, message: string): Fault | null => (ok ? null : { path, message })
const each = (
  value: unknown,
  path: string,
  message: string,
  check: (one: unknown, path: string) => Fault | null,
): Fault | null => {
  if (!Array.isArray(value)) return { path, message }
  for (const [index, one] of value.entries()) {
    const fault = check(one, `${path}[${index}]`)
    if (fault !== null) return fault
  }
  return null
}

const checks: { readonly [K in Kind]: (value: unknown, path: string) => Fault | null } = {
  text: (value, path) => unless(isText(value) && value !== '', path, 'is to be a text that is not empty'),
  'text?': (value, path) => unless(value === null || isText(value), path, 'is to be a text or null'),
  texts: (value, path) =>
    each(value, path, 'is to be a list of texts', (one, at) => unless(isText(one), at, 'is to be a text')),
  'whole?': (value, path) => unless(value === null || Number.isInteger(value), path, 'is to be a whole number or null'),
  verdict: (value, path) => unless(value === 'PASS' || value === 'FAIL', path, 'is to be PASS or FAIL'),
  findings: (value, path) =>
    each(value, path, 'is to be a list of findings', (one, at) =>
      unless(isText(one) || (typeof one === 'object' && one !== null), at, 'is to be a text or an object'),
    ),
  time: (value, path) =>
    unless(isText(value) && !Number.isNaN(Date.parse(value)), path, 'is to be a time such as 2030-01-31T12:00:00Z'),
}

const invalid = (type: MailType, path: string, message: string): Refusal => ({
  refused: 'INVALID_PAYLOAD',
  message: `The payload of a ${type} does not hold: payload.${path} ${message}.`,
  hint: `A ${type} carries: ${Object.entries(fields[type] ?? {})
    .map(([name, field]) => (field.optional === true ? `${name}?` : name))
    .join(', ')}.`,
  details: { path: `payload.${path}`, message },
})

/** The options of a gate; empty: it is answered in words. */
export const optionsOf = (payload: Mail['payload']): readonly string[] =>
  Array.isArray(payload?.options) ? payload.options.filter(isText) : []

/** By when a gate wants its answer, in milliseconds; null: whenever. */
export function deadlineOf(payload: Mail['payload']): number | null {
  const time = isText(payload?.deadline) ? Date.parse(payload.deadline) : Number.NaN
  return Number.isNaN(time) ? null : time
}
