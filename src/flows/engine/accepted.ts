/** From a decision of core to the flow: what was decided, or the refusal as the throw that a door turns into an answer. */
import { DroverError, type Refusal } from '#contract/error'
import { isRefusal } from '#core/session/decide'

export function accepted<T>(verdict: T): Exclude<T, Refusal> {
  if (isRefusal(verdict)) throw DroverError.of(verdict)
  return verdict as Exclude<T, Refusal>
}
