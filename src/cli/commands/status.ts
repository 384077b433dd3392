/** `drover status`: never starts anything, never fails because the daemon is down. */
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { daemonState, type StatusView, stateInside } from '../daemon-state.ts'
import { isStopped } from '../home.ts'
import { facts, paintStatus, span } from '../print.ts'

export function describeStatus(context: Context, view: StatusView): string {
  return facts(context.io, [
    ['state', paintStatus(context.io, view.state)],
    ['pid', view.pid?.toString()],
    ['port', view.port?.toString()],
    ['socket', view.socket],
    ['uptime', view.uptimeSeconds === undefined ? null : span(view.uptimeSeconds)],
    ['version', view.version],
    ['home', view.home],
    ['error', view.error],
    ['next', nextOf(view)],
  ])
}

const aboutHome = /^the (store|repository of) /

/** What to do about a daemon that is not ready; one that is there and silent is not mended by a start. */
function nextOf(view: StatusView): string | null {
  if (view.error !== undefined && aboutHome.test(view.error)) return 'drover doctor'
  if (view.state === 'ready') return null
  if (view.state !== 'unhealthy' || view.pid === undefined) return 'drover start'
  if (isStopped(view.pid)) return `kill -CONT ${view.pid}`
  return `drover logs; kill -9 ${view.pid} and drover start replace it, agents go on meanwhile`
}

export const currentStatus = (context: Context): Promise<StatusView> =>
  context.inside
    ? stateInside(context.inside, context.home, context.version)
    : daemonState(context.home, context.version)

/** A daemon that answers may still have something to say: a store that is gone is no state to work in. */
async function withProblems(context: Context, view: StatusView): Promise<StatusView> {
  if (view.state !== 'ready' || context.inside) return view
  const client = await context.connectIfRunning()
  const { problems = [] } = (await client?.call('GET /api/v1/status')) ?? {}
  if (problems.length === 0) return view
  const lost = problems.some((problem) => problem.startsWith('the store '))
  return { ...view, state: lost ? 'unhealthy' : 'ready', error: problems.join('; ') }
}

export const status: Run = async (context) => {
  const view = await withProblems(context, await currentStatus(context))
  context.answer(view, () => describeStatus(context, view))
  return 0
}
