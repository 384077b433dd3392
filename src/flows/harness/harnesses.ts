/** Which agents there are and whether they can run here. Probing starts no model call. */

import { DroverError } from '#contract/error'
import { nearest } from '#core/nearest'
import { type Context, now } from '#flows/engine/context'
import type { HarnessView } from '#flows/harness/harness-flows'
import type { Harness, HarnessConfig, Readiness } from '#ports/harness'

interface Known {
  readonly harness: Harness
  readonly config: HarnessConfig
  readonly custom: boolean
}

interface Probed {
  readonly readiness: Readiness
  readonly at: string
}

export interface Harnesses {
  /** What is known so far, at once. */
  list(): readonly HarnessView[]
  /** The same after everything not looked at for a while was looked at. */
  listProbed(): Promise<readonly HarnessView[]>
  probe(id: string): Promise<HarnessView>
}

const probeMs = 15_000
const freshMs = 10 * 60_000
const atOnce = 4

const nothing: HarnessView['abilities'] = {
  resume: false,
  fork: false,
  steer: false,
  interrupt: false,
  permissions: [],
  questions: false,
  usage: 'none',
  models: false,
  thinking: false,
  deltas: false,
  tools: false,
  instructions: 'prompt',
  pictures: 'path',
  mcp: false,
  guard: false,
}

const faultyView = (name: string, { message, hint }: DroverError, at: string): HarnessView => ({
  id: name,
  name,
  abilities: nothing,
  proven: 'untested',
  testedVersions: 'none',
  install: `Defined by [harness.${name}].`,
  passEnv: [],
  readiness: {
    state: 'missing',
    binary: null,
    version: null,
    tested: 'unknown',
    message,
    ...(hint === undefined ? {} : { hint }),
  },
  probedAt: at,
  custom: true,
})

export function createHarnesses(context: Context): Harnesses {
  const probed = new Map<string, Probed>()

  const known = (): readonly Known[] => {
    const settings = context.settings.of(null)
    const builtIn = context.registry
      .all()
      .map((harness) => ({ harness, config: settings.harness(harness.id), custom: false }))
    return [...builtIn, ...customNames().flatMap((name) => customOf(name).known ?? [])]
  }

  const customNames = (): readonly string[] =>
    context.settings.of(null).customHarnesses.filter((name) => context.registry.get(name) === null)

  const customOf = (name: string): { readonly known?: Known; readonly fault?: DroverError } => {
    const config = context.settings.of(null).harness(name)
    try {
      return { known: { harness: context.registry.custom(name, config), config, custom: true } }
    } catch (cause) {
      if (cause instanceof DroverError) return { fault: cause }
      throw cause
    }
  }

  /** Tables that nothing can be started from: told beside the others, which they keep from nothing. */
  const faulty = (): readonly HarnessView[] =>
    customNames().flatMap((name) => {
      const { fault } = customOf(name)
      return fault === undefined ? [] : [faultyView(name, fault, now(context))]
    })

  const view = ({ harness, custom }: { harness: Harness; custom: boolean }): HarnessView => ({
    id: harness.id,
    name: harness.name,
    abilities: harness.can,
    proven: harness.proven,
    testedVersions: harness.testedVersions,
    install: harness.install,
    passEnv: harness.passEnv,
    readiness: probed.get(harness.id)?.readiness ?? null,
    probedAt: probed.get(harness.id)?.at ?? null,
    custom,
  })

  const probeOne = async ({ harness, config }: { harness: Harness; config: HarnessConfig }): Promise<void> => {
    const readiness = await harness.probe(context.host, config, AbortSignal.timeout(probeMs)).catch(
      (cause: unknown): Readiness => ({
        state: 'unknown',
        binary: null,
        version: null,
        tested: 'unknown',
        message: cause instanceof Error ? cause.message : String(cause),
      }),
    )
    probed.set(harness.id, { readiness, at: now(context) })
  }

  let looking: Promise<void> | null = null

  /** A few at once: each may start a program that takes a second to say its version. */
  const lookAtAll = async (): Promise<void> => {
    const now = context.clock.now().getTime()
    const due = known().filter(({ harness }) => {
      const last = probed.get(harness.id)
      return last === undefined || Math.abs(now - Date.parse(last.at)) > freshMs
    })
    const workers = Array.from({ length: atOnce }, async () => {
      for (let next = due.shift(); next !== undefined; next = due.shift()) await probeOne(next)
    })
    await Promise.all(workers)
  }

  return {
    list: () => [...known().map(view), ...faulty()],
    async listProbed() {
      looking ??= lookAtAll().finally(() => {
        looking = null
      })
      await looking
      return [...known().map(view), ...faulty()]
    },
    async probe(id) {
      const found = known().find(({ harness }) => harness.id === (context.registry.get(id)?.id ?? id))
      if (found === undefined) {
        const { fault } = customNames().includes(id) ? customOf(id) : {}
        if (fault !== undefined) throw fault
        const near = nearest(id.toLowerCase(), context.registry.names())
        throw new DroverError('UNKNOWN_HARNESS', `There is no harness "${id}".`, {
          hint: near === null ? 'List harnesses with: drover harness ls' : `Did you mean "${near}"?`,
        })
      }
      await probeOne(found)
      return view(found)
    },
  }
}
