/**
 * What a test waits for, by name: a wait that never ends must fail with what was waited for, not with a bare time. Within a
 * test the test's own limit counts, and its message gets the names (awaited.setup.ts); in a hook around tests, and wherever
 * else vitest gives no signal, a wait ends here. How long a test may take is left to vitest's configuration.
 */

/** Below the limit of every hook that starts a daemon. */
const outsideTests = 100_000
/** Commands that a test runs to their end at once: nothing else could end them, since they hold the whole worker. */
export const syncLimit = 60_000

const waits = new Map<symbol, { readonly what: () => string; readonly since: number }>()
let state: 'no vitest' | 'hook' | 'test' = 'no vitest'

export const entering = (what: 'hook' | 'test'): void => {
  state = what
}

/** Every wait that has no end yet, the oldest first. */
export const stillAwaited = (now = performance.now()): readonly string[] =>
  [...waits.values()].map(({ what, since }) => `${what()} (for ${Math.round((now - since) / 1000)} s)`)

export async function awaited<T>(
  what: string | (() => string),
  promise: Promise<T>,
  limit: number | null = state === 'hook' ? outsideTests : null,
): Promise<T> {
  const name = typeof what === 'string' ? () => what : what
  const key = Symbol()
  waits.set(key, { what: name, since: performance.now() })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    if (limit !== null) timer = setTimeout(() => reject(new Error(`waited ${limit / 1000} s for ${name()}`)), limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    waits.delete(key)
  }
}
