/** The runtime of agents as detached local processes: wrappers that are children of the daemon, or spares. */
import type { Runtime } from '#ports/runtime'
import { beginHere } from './fork.ts'
import { createLocalRuntime, localDeps } from './local-runtime.ts'
import { createSpares, noSpares } from './spares.ts'
import type { RuntimeLog } from './watch.ts'

export type { RuntimeLog } from './watch.ts'

export interface ProcessRuntimeOptions {
  readonly home: string
  readonly log?: RuntimeLog
  /** A directory of the home, for wrappers that wait for a launch; without it every wrapper is started when it is needed. */
  readonly spares?: string
}

export function createProcessRuntime(options: ProcessRuntimeOptions): Runtime {
  const deps = localDeps(options)
  const spares = options.spares === undefined ? noSpares : createSpares(options.spares)
  const local = createLocalRuntime(options, deps, beginHere({ ...deps, spares }))
  return {
    ...local,
    async start(plan, place) {
      try {
        return await local.start(plan, place)
      } finally {
        spares.refill()
      }
    },
  }
}
