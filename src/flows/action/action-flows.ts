/**
 * Operator actions: looked up by their exact name, run without a shell, one that changes something at a time. Needs neither
 * the store nor an agent: they are what is left when those are down. What may run is `core/action`'s.
 */
import type { ActionBefore, ActionResult, ActionRun, ActionView } from '#contract/action'
import { DroverError } from '#contract/error'
import { type Action, bounded, pickAction, refuseBeside } from '#core/action/decide'
import type { Deps } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'

export interface ActionFlows {
  actions(): readonly ActionView[]
  /** Throws ACTION_UNKNOWN, ACTION_RUNNING: nothing was run then. A command that failed is a result. */
  runAction(name: string): Promise<ActionResult>
}

export interface Actions {
  readonly flows: ActionFlows
  /** The daemon ends: what runs is ended with it, and says so. */
  readonly follower: Follower
}

type ActionDeps = Pick<Deps, 'settings' | 'host' | 'clock' | 'log' | 'secrets' | 'shelf'>

export function createActions(deps: ActionDeps): Actions {
  const running = new Map<string, { readonly action: Action; readonly since: string }>()
  const closing = new AbortController()
  const ends = new Set<Promise<unknown>>()
  const listed = (): readonly Action[] => deps.settings.of(null).actions

  const runAction = async (name: string): Promise<ActionResult> => {
    const found = pickAction(listed(), name)
    if ('refused' in found) throw DroverError.of(found)
    const { action, before } = found
    const beside = refuseBeside(
      action,
      [...running.values()].map((one) => one.action),
    )
    if (beside !== null) throw DroverError.of(beside)
    running.set(name, { action, since: deps.clock.now().toISOString() })
    const work = carryOut(deps, action, before, closing.signal).finally(() => running.delete(name))
    ends.add(work)
    try {
      return await work
    } finally {
      ends.delete(work)
    }
  }

  return {
    flows: {
      actions: () =>
        listed().map(({ name, title, mutating, confirm, timeoutMs, before }) => ({
          name,
          title,
          mutating,
          confirm,
          timeoutSeconds: timeoutMs / 1000,
          before,
          runningSince: running.get(name)?.since ?? null,
        })),
      runAction,
    },
    follower: {
      name: 'actions',
      async atStop() {
        closing.abort()
        await Promise.allSettled(ends)
      },
    },
  }
}

async function carryOut(
  deps: ActionDeps,
  action: Action,
  before: Action | null,
  signal: AbortSignal,
): Promise<ActionResult> {
  deps.log.info('an operator action begins', { action: action.name, mutating: action.mutating })
  const first = before === null ? null : kept(deps, await exec(deps, before, signal))
  const run = await exec(deps, action, signal)
  deps.log.info('an operator action ended', { action: run.name, exitCode: run.exitCode, ms: run.durationMs })
  return first === null ? run : { ...run, before: first }
}

async function exec({ host, clock, secrets }: ActionDeps, action: Action, signal: AbortSignal): Promise<ActionRun> {
  const began = clock.steady()
  const { code, stdout, stderr } = await host.exec(action.argv, { timeoutMs: action.timeoutMs, signal })
  return {
    name: action.name,
    exitCode: code,
    stdout: bounded(secrets.redact(stdout)),
    stderr: bounded(secrets.redact(stderr)),
    rejected: false,
    durationMs: Math.round(clock.steady() - began),
  }
}

/** A reset that is needed is not held up by a full disk: its caller is told the output either way. */
function kept({ shelf, log }: ActionDeps, run: ActionRun): ActionBefore {
  try {
    const { stdout, stderr, exitCode } = run
    return { ...run, kept: shelf.keep(run.name, `exit ${exitCode}\n--- stdout\n${stdout}\n--- stderr\n${stderr}\n`) }
  } catch (cause) {
    log.error('the output of an action could not be kept', { action: run.name, cause })
    return { ...run, kept: null }
  }
}
