/** How a conformance case says no: what it expected and what was seen, in words a writer of a harness can act on. */

/** Long enough to recognise what it was. */
const shownChars = 600

export class CaseFailed extends Error {
  readonly expected: string
  readonly seen: string
  constructor(expected: string, seen: unknown) {
    const shown = typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? String(seen))
    const cut = shown.length > shownChars ? `${shown.slice(0, shownChars)}…` : shown === '' ? 'nothing' : shown
    super(`expected ${expected}; seen: ${cut}`)
    this.name = 'CaseFailed'
    this.expected = expected
    this.seen = cut
  }
}

export function must(holds: boolean, expected: string, seen: unknown): asserts holds {
  if (!holds) throw new CaseFailed(expected, seen)
}

/** Some piece holds all of these fields. */
export const someHolds = <T extends object>(pieces: readonly T[], fields: Partial<T>): boolean =>
  pieces.some((piece) =>
    Object.entries(fields).every(([key, value]) => sameValue((piece as Record<string, unknown>)[key], value)),
  )

export const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
