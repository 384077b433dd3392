/**
 * Reads lines of tools that speak JSON: an object or nothing, and its fields one by one with the type that is hoped for.
 * A tool's JSON is never trusted to have a shape. Shared by the adapters; knows none of their words.
 */
import type { Json } from '#ports/harness'

export type Fields = { readonly [key: string]: unknown }

/** The object on this line, or null when the line holds none. */
export function objectOf(line: string): Fields | null {
  if (!line.startsWith('{')) return null
  try {
    return asFields(JSON.parse(line))
  } catch {
    return null // a torn or foreign line: the caller counts it as noise
  }
}

export const asFields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
export const fieldsIn = (value: unknown): Fields => asFields(value) ?? {}
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
export const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Values that came out of JSON go back into it. */
export const asJson = (value: unknown): Json => (value === undefined ? null : (value as Json))

/** Variables of `[harness.NAME] env`. */
export function configuredEnv(config: { readonly [key: string]: Json }): Record<string, string> {
  const found = Object.entries(fieldsIn(config.env)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(found)
}
