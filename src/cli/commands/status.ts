/** `drover status`: never starts anything, never fails because the daemon is down. */
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { daemonState, type StatusView, stateInside } from '../daemon-state.ts'
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
    ['next', view.state === 'ready' ? null : 'drover start'],
  ])
}

export const currentStatus = (context: Context): Promise<StatusView> =>
  context.inside
    ? stateInside(context.inside, context.home, context.version)
    : daemonState(context.home, context.version)

export const status: Run = async (context) => {
  const view = await currentStatus(context)
  context.answer(view, () => describeStatus(context, view))
  return 0
}
