/** Operator actions: a command that failed is an answer as well, with its output. */
import type { ActionResult, ActionView } from '#contract/action'
import { ApiError, ask, requestAnswered } from './call.ts'

export const listActions = async (): Promise<readonly ActionView[]> =>
  (await ask('get', '/api/v1/actions')).actions as readonly ActionView[]

export async function runAction(name: string): Promise<ActionResult> {
  const { status, body } = await requestAnswered('post', '/api/v1/actions/{name}', { path: { name }, body: {} }, [502])
  const result = body as ActionResult
  // A proxy's own 502 is no result of ours.
  if (typeof result?.stdout !== 'string')
    throw new ApiError(`HTTP_${status}`, `The daemon answered ${status} without a result.`, { status })
  return result
}
