/**
 * Replaces known values in text. A daemon knows a token for each live launch and looks at every word that agents say, so the
 * cost must not grow with their number, and a value must come and go cheaply. What is a secret is left to redact.ts.
 */

export interface KnownValues {
  /** At least `shortestValue` long. */
  add(value: string): void
  remove(value: string): void
  /** Does one of them stand in the text? */
  standIn(text: string): boolean
  replace(text: string): string
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

export function createKnownValues(replacement: string): KnownValues {
  const values = new Set<string>()
  const places = new Map<number, readonly Place[]>()
  /** Which hashes have places: what most text is done with. */
  const table = new Uint8Array(2 ** gramBits)
  let all: RegExp | null = null

  const put = (hash: number, list: readonly Place[]): void => {
    table[hash] = list.length === 0 ? 0 : 1
    if (list.length === 0) places.delete(hash)
    else places.set(hash, list)
  }
  const each = (value: string, change: (list: readonly Place[], offset: number) => readonly Place[]): void => {
    for (let offset = 0; offset < stride; offset++) {
      const hash = gramAt(value, offset)
      put(hash, change(places.get(hash) ?? [], offset))
    }
    all = null
  }
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
      each(value, (list, offset) => [...list, { value, offset }])
    },
    remove(value) {
      if (values.delete(value)) each(value, (list) => list.filter((place) => place.value !== value))
    },
    standIn,
    replace(text) {
      if (!standIn(text)) return text
      all ??= pattern(values)
      return text.replace(all, replacement)
    },
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Longest first: a value that contains another must go as a whole. */
function pattern(values: ReadonlySet<string>): RegExp {
  const sorted = [...values].sort((a, b) => b.length - a.length)
  return new RegExp(sorted.map(escaped).join('|'), 'g')
}
