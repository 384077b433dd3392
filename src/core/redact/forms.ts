/** The ways in which one secret value is written: as it is, inside of JSON, in a URL, as base64, and line by line. */
import { shortestValue } from '../known-values.ts'

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Only whole groups of three bytes: what follows the value in the same base64 changes the letters of the last one. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const binary = Array.from(bytes.subarray(0, bytes.length - (bytes.length % 3)), (byte) => String.fromCharCode(byte))
  return btoa(binary.join(''))
}

/** encodeURIComponent refuses half a character. */
const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed())

/** A key over many lines is printed a line at a time; a line of ordinary words is no secret. */
const bareLine = /^[A-Za-z0-9+/=_-]{20,}$/
const linesOf = (value: string): readonly string[] =>
  value.includes('\n') ? value.split(/\r?\n/).filter((line) => bareLine.test(line)) : []

/** As it is, as it stands inside JSON text, which tools print, and as that stands in the JSON of an event. */
export function formsOf(value: string): ReadonlySet<string> {
  const once = inJson(value)
  const forms = [value, once, inJson(once), inUrl(value), base64(value), ...linesOf(value)]
  return new Set(forms.filter((form) => form.length >= shortestValue))
}
