/**
 * The runtime of agents in terminals: the same launches as those of the process runtime, with the same wrapper, files and
 * identity, in panes of a tmux server of the home; and the screens of those panes. Puts the pieces of this folder together.
 * Whether an agent lives is told by the process table and by its exit file, never by tmux.
 */
import type { LaunchPlan } from '#ports/harness'
import type { Place, Runtime } from '#ports/runtime'
import type { Terminals } from '#ports/terminal'
import { inDir } from '../process/launch-files.ts'
import { createLocalRuntime, localDeps } from '../process/local-runtime.ts'
import type { RuntimeLog } from '../process/watch.ts'
import { terminalName } from './configuration.ts'
import { attendLaunch } from './follow.ts'
import { beginInPane, removeOrders } from './panes.ts'
import { createScreens } from './screens.ts'
import { createServer } from './server.ts'
import { createViewers } from './viewers.ts'

export interface TmuxOptions {
  readonly home: string
  readonly log?: RuntimeLog
  /** Where tmux is looked for, besides the usual places; by default the PATH of the daemon. Empty: nowhere. */
  readonly searchPath?: string
  /** Wall clock and a clock that is never set. */
  readonly now?: () => number
  readonly steadyMs?: () => number
}

export function createTmux(options: TmuxOptions): { readonly runtime: Runtime; readonly terminals: Terminals } {
  const { home, log, searchPath, now = Date.now, steadyMs = () => performance.now() } = options
  const deps = localDeps(options, (watch) => (ref) => attendLaunch({ watch, log }, ref))
  const server = createServer({ home, table: deps.table, searchPath })
  const local = createLocalRuntime(options, deps, beginInPane(deps, server))
  const viewers = createViewers(server, steadyMs)
  return {
    runtime: {
      ...local,
      start: (plan, place) => local.start(plan, inTerminal(plan, place)),
      async find(ref) {
        const found = await local.find(ref)
        // Of a daemon that died in the middle: whoever has begun has fetched its order, whoever has not is given up now.
        if (found !== 'unknown') removeOrders(ref.dir)
        return found
      },
    },
    terminals: {
      tool: () => server.tool(),
      ...createScreens(server, viewers.keyAge, now),
      view: viewers.view,
    },
  }
}

/** What a program needs to know of the terminal it is in, and where its hooks write. */
function inTerminal(plan: LaunchPlan, place: Place): Place {
  if (plan.terminal !== true) return place
  const env = {
    ...place.env,
    TERM: terminalName,
    COLORTERM: 'truecolor',
    DROVER_SPOOL: inDir(place.dir, 'stdout'),
  }
  return { ...place, env }
}
