/**
 * Finds secrets in text and takes them out: values of secret variables, Drover's own tokens, and the shapes of well-known
 * keys. Pure, so that the daemon, the CLI and the cockpit hide the same things. What is redacted where is left to others.
 */

import { createKnownValues, shortestValue } from './known-values.ts'

export const redacted = '[redacted]'

export interface Redactor {
  redact(text: string): string
  /** May a value that was written as this JSON hold a secret? A cheap look at the whole; only no is certain. */
  suspects(json: string): boolean
  /** Covers a secret that was made later. Too short a word is ignored: it would black out ordinary text. */
  add(secret: string): void
  remove(secret: string): void
}

type Env = Readonly<Record<string, string | undefined>>

const secretName = /(^|_)(KEY|TOKEN|SECRET|PASSWORD)$/i
/** No shape below fits into fewer characters. */
const shortestText = 9

/**
 * One cheap look that most text does not pass: a literal that every shape contains. It looks for a seldom character first
 * and then behind it, which is three times faster than the literals themselves. The shapes are anchored on these literals
 * and use bounded or single-class repeats only, so that the work stays linear in the text.
 */
const hint =
  /[-_](?<=sk-|xox[a-z]-|xapp-|glpat-|gh[pousr]_|_pat_|npm_|drs_)|[JIEY](?<=eyJ|A[KS]?I|BE|KEY)|:\/\/|[Bb]e(?=arer)|[Bb]asic /

/** Keys whose shape is enough. The kept prefix says what was there. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bsk-ant-[A-Za-z0-9_-]{8,}/g, `sk-ant-${redacted}`],
  // A digit or a capital tells a key from a class name such as sk-loading-indicator.
  [/\bsk-(?!ant-\[)(?=[a-z_-]{0,64}[A-Z0-9])[A-Za-z0-9_-]{16,}/g, `sk-${redacted}`],
  [/\b(gh[pousr]_)[A-Za-z0-9]{16,}/g, `$1${redacted}`],
  [/\bgithub_pat_[A-Za-z0-9_]{16,}/g, `github_pat_${redacted}`],
  [/\b(xox[a-z]-|xapp-)[A-Za-z0-9-]{10,}/g, `$1${redacted}`],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, `$1${redacted}`],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, `AIza${redacted}`],
  [/\bglpat-[A-Za-z0-9_.-]{16,}/g, `glpat-${redacted}`],
  [/\bnpm_[A-Za-z0-9]{30,}/g, `npm_${redacted}`],
  // The token of a launch: only its hash is kept, so that a daemon started later knows it by its shape alone.
  [/\bdrs_[A-Za-z0-9_-]{40,}/g, `drs_${redacted}`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, redacted],
  [/\b(bearer[ \t]{1,8})(?!\[redacted)[A-Za-z0-9._~+/=-]{12,}/gi, `$1${redacted}`],
  [/(authorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?basic[ \t]{1,8})[A-Za-z0-9+/=]{8,}/gi, `$1${redacted}`],
  [/(:\/\/[^\s/:@"'<>]{0,256}:)[^\s/@"'<>]{1,1024}@/g, `$1${redacted}@`],
]

const pemBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g

/** By hand, so that many openings without an end stay linear. A block that never ends is cut to the end of the text. */
function withoutPem(text: string): string {
  let out = ''
  let from = 0
  pemBegin.lastIndex = 0
  for (let match = pemBegin.exec(text); match !== null; match = pemBegin.exec(text)) {
    const start = match.index + match[0].length
    const end = text.indexOf('-----END', start)
    out += text.slice(from, start) + redacted
    from = end === -1 ? text.length : end
    pemBegin.lastIndex = from
    if (end === -1) break
  }
  return from === 0 ? text : out + text.slice(from)
}

function withoutShapes(text: string): string {
  let out = text.includes('PRIVATE KEY-----') ? withoutPem(text) : text
  for (const [shape, replacement] of shapes) out = out.replace(shape, replacement)
  return out
}

export function createRedactorSet(env: Env, extra: readonly string[] = []): Redactor {
  const values = createKnownValues(redacted)
  /** As it is, as it stands inside JSON text, which tools print, and as that stands in the JSON of an event. */
  const forms = (secret: string): readonly string[] => {
    const inJson = JSON.stringify(secret).slice(1, -1)
    return [secret, inJson, JSON.stringify(inJson).slice(1, -1)]
  }
  const put = (secret: string): void => {
    const value = secret.trim()
    if (value.length < shortestValue) return
    for (const form of forms(value)) values.add(form)
  }
  for (const [name, value] of Object.entries(env)) if (value !== undefined && secretName.test(name)) put(value)
  for (const secret of extra) put(secret)

  return {
    redact(text) {
      if (text.length < shortestText) return text
      const out = values.replace(text)
      return hint.test(out) ? withoutShapes(out) : out
    },
    // No literal of the hint is written otherwise in JSON.
    suspects: (json) => values.standIn(json) || hint.test(json),
    add: put,
    remove(secret) {
      for (const form of forms(secret.trim())) values.remove(form)
    },
  }
}

export function createRedactor(env: Env, extra?: readonly string[]): (text: string) => string {
  return createRedactorSet(env, extra).redact
}
