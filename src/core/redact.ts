/**
 * Finds secrets in text and takes them out: values of secret variables, Drover's own tokens, and the shapes of well-known
 * keys, in the text as it is and in the text without its escape sequences. Pure, so that the daemon, the CLI and the cockpit
 * hide the same things. The table of shapes is redact/shapes.ts, a text that arrives in pieces redact/stream.ts; what is
 * redacted where is left to others.
 */
import { createKnownValues, shortestValue } from './known-values.ts'
import { coloursOf, mayHoldEscapes, stripEscapes } from './redact/escapes.ts'
import { formsOf } from './redact/forms.ts'
import { beginsAt, mayHoldShapes, type Span, shapeSpans } from './redact/shapes.ts'

export const redacted = '[redacted]'

export interface Redactor {
  redact(text: string): string
  /** May a value that was written as this JSON hold a secret? A cheap look at the whole; only no is certain. */
  suspects(json: string): boolean
  /** Covers a secret that was made later. Too short a word is ignored: it would black out ordinary text. */
  add(secret: string): void
}

/** What a reader of a stream needs: where the secrets are, and what could become one. */
export interface SecretFinder {
  /** Where secrets stand in the text: in order, none touching another. */
  find(text: string): readonly Span[]
  /** From where on the text could be the beginning of a secret, without escape sequences; its length when it could not. */
  beginsAt(text: string): number
  /** No beginning is longer. */
  readonly longest: number
}

export type RedactorSet = Redactor & SecretFinder

type Env = Readonly<Record<string, string | undefined>>

const secretName = /(^|_)(KEY|TOKEN|SECRET|PASSWORD)$/i
/** No shape fits into fewer characters. */
const shortestText = 9

/** In order, overlapping ones as one: what is secret in any of them is secret. */
function joined(spans: Span[]): readonly Span[] {
  if (spans.length < 2) return spans
  spans.sort((a, b) => a.from - b.from)
  const out: Span[] = []
  for (const span of spans) {
    const last = out.at(-1)
    if (last === undefined || span.from >= last.to) out.push(span)
    else if (span.to > last.to || (span.to === last.to && last.open === null))
      out[out.length - 1] = { ...last, start: Math.min(last.start, span.start), to: span.to, open: span.open }
  }
  return out
}

/** The text with these places blacked out, from a place on. */
export function withoutSpans(text: string, spans: readonly Span[], begin = 0): string {
  let out = ''
  let at = begin
  for (const { from, to } of spans) {
    if (to <= begin) continue
    const secret = text.slice(Math.max(from, begin), to)
    out += text.slice(at, Math.max(from, begin)) + redacted + coloursOf(secret)
    at = to
  }
  return at === 0 ? text : out + text.slice(at)
}

export function createRedactorSet(env: Env, extra: readonly string[] = []): RedactorSet {
  const values = createKnownValues()
  const put = (secret: string): void => {
    const value = secret.trim()
    if (value.length < shortestValue) return
    for (const form of formsOf(value)) values.add(form)
  }
  for (const [name, value] of Object.entries(env)) if (value !== undefined && secretName.test(name)) put(value)
  for (const secret of extra) put(secret)

  const look = (text: string): Span[] => {
    const spans = mayHoldShapes(text) ? shapeSpans(text) : []
    for (const { from, to } of values.find(text)) spans.push({ start: from, from, to, open: null })
    return spans
  }

  const find = (text: string): readonly Span[] => {
    if (text.length < shortestText) return []
    const stripped = stripEscapes(text)
    if (stripped === null) return joined(look(text))
    const hidden = look(stripped.text).map((span) => ({
      ...span,
      start: stripped.at(span.start),
      from: stripped.at(span.from),
      to: stripped.at(span.to - 1) + 1,
    }))
    return joined([...look(text), ...hidden])
  }

  return {
    redact: (text) => withoutSpans(text, find(text)),
    // No literal of a shape is written otherwise in JSON.
    suspects: (json) => values.standIn(json) || mayHoldShapes(json) || mayHoldEscapes(json),
    find,
    beginsAt: (text) => Math.min(beginsAt(text), values.beginsAt(text)),
    get longest() {
      return values.longest
    },
    add: put,
  }
}

export function createRedactor(env: Env, extra?: readonly string[]): (text: string) => string {
  return createRedactorSet(env, extra).redact
}
