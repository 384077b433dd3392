/** Which version of an agent CLI a try ran on, asked of the CLI once in a while and beside the work: nobody waits for it. */
import type { Context } from '#flows/engine/context'
import type { Harnesses } from '#flows/harness/harnesses'

export interface Versions {
  /** Asks, unless it is known well enough. */
  look(harness: string): void
  of(harness: string): string | null
}

const freshMs = 10 * 60_000

export function createVersions(context: Context, harnesses: Harnesses): Versions {
  const asked = new Map<string, number>()
  return {
    look(harness) {
      const time = context.clock.now().getTime()
      if (time - (asked.get(harness) ?? Number.NEGATIVE_INFINITY) < freshMs) return
      asked.set(harness, time)
      harnesses
        .probe(harness)
        .catch((cause: unknown) =>
          context.log.debug('an agent CLI could not be asked for its version', { harness, cause }),
        )
    },
    of: (harness) => harnesses.list().find(({ id }) => id === harness)?.readiness?.version ?? null,
  }
}
