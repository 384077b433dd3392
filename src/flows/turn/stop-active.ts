/** The one place that ends the process of a launch somebody reads. Whether to is its callers'. */
import type { Active, Context } from '#flows/engine/context'

/** Ends the process of a launch; the reader concludes the turn when it is gone. */
export function stopActive(context: Context, active: Active, graceMs = 5000): Promise<unknown> {
  active.stop ??= active.launch.stop(graceMs).catch((cause: unknown) => {
    context.log.error('a launch could not be stopped', { session: active.sessionId, launch: active.launchId, cause })
    active.stop = null
  })
  return active.stop
}
