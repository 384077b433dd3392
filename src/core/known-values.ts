/**
 * Finds known values in text. A daemon knows a token for each live launch and looks at every word that agents say, so the
 * cost must not grow with their number, and a value must be added cheaply. What is a secret is left to redact.ts.
 */

export interface KnownValues {
  /** At least `shortestValue` long. */
  add(value: string): void
  /** Does one of them stand in the text? */
  standIn(text: string): boolean
  /** Where they stand, in order; of two that begin at one place the longer. */
  find(text: string): readonly { readonly from: number; readonly to: number }[]
  /** From where on the text could be the beginning of one; its length when it could not. */
  beginsAt(text: string): number
  /** How long the longest is. */
  readonly longest: number
}

export const shortestValue = 12

const gram = 4
const gramBits = 16
/** Every value has twelve characters or more, so one of each nine positions of a text lies in the first nine of a value it holds. */
const stride = shortestValue - gram + 1

const gramAt = (text: string, i: number): number =>
  (Math.imul(text.charCodeAt(i), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(i + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(i + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(i + 3), 0x27d4eb2f)) >>>
  (32 - gramBits)

/** Four characters of a value, found by their hash. */
interface Place {
  readonly value: string
  readonly offset: number
}

export function createKnownValues(): KnownValues {
  const values = new Set<string>()
  const places = new Map<number, readonly Place[]>()
  /** Which hashes have places: what most text is done with. */
  const table = new Uint8Array(2 ** gramBits)
  let all: RegExp | null = null
  /** By the first character, for what could be a beginning. */
  const byFirst = new Map<string, Set<string>>()
  let longest = 0

  const stands = (text: string, i: number, hash: number): boolean =>
    places.get(hash)?.some(({ value, offset }) => i >= offset && text.startsWith(value, i - offset)) === true
  const standIn = (text: string): boolean => {
    for (let i = 0; i + gram <= text.length; i += stride) {
      const hash = gramAt(text, i)
      if (table[hash] === 1 && stands(text, i, hash)) return true
    }
    return false
  }

  return {
    add(value) {
      if (values.has(value)) return
      values.add(value)
      const same = byFirst.get(value[0]!) ?? new Set()
      byFirst.set(value[0]!, same.add(value))
      longest = Math.max(longest, value.length)
      for (let offset = 0; offset < stride; offset++) {
        const hash = gramAt(value, offset)
        table[hash] = 1
        places.set(hash, [...(places.get(hash) ?? []), { value, offset }])
      }
      all = null
    },
    standIn,
    find(text) {
      if (!standIn(text)) return []
      all ??= pattern(values)
      return Array.from(text.matchAll(all), ({ index, 0: { length } }) => ({ from: index, to: index + length }))
    },
    beginsAt(text) {
      for (let i = Math.max(0, text.length - longest + 1); i < text.length; i++) {
        const left = text.length - i
        for (const value of byFirst.get(text[i]!) ?? [])
          if (value.length > left && value.startsWith(text.slice(i))) return i
      }
      return text.length
    },
    get longest() {
      return longest
    },
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Longest first: a value that contains another must go as a whole. */
function pattern(values: ReadonlySet<string>): RegExp {
  const sorted = [...values].sort((a, b) => b.length - a.length)
  return new RegExp(sorted.map(escaped).join('|'), 'g')
}
