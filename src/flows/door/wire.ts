/** What the doors share on their way to the wire: where an answer goes, and how a failure is told before and in a stream. */
import { DroverError } from '#contract/error'
import { isUnsupported, type Served } from '#core/door/model'
import { type DoorRefusal, executionFailed, queueFull, unsupportedModel } from '#core/door/refusal'
import type { Context } from '#flows/engine/context'
import { DoorFailure } from './door-turn.ts'
import type { Place } from './queue.ts'
import { servedBy } from './serve.ts'

/** The client's end of one request. */
export interface DoorIo {
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
  /** From here on the answer is an event stream. */
  open(): void
  write(frames: string): void
}

/** An answer in one piece, or one that went out as a stream. */
export type DoorReply = { readonly status: number; readonly body: unknown } | 'streamed'

/** First who serves, then a place: nothing is taken or started for a model that nobody knows. */
export function admit(
  context: Context,
  model: string | null,
): { readonly served: Served; readonly place: Place } | DoorRefusal {
  try {
    const served = servedBy(context, model)
    if (isUnsupported(served)) return unsupportedModel(served.supported)
    return { served, place: context.doorQueue.reserve() }
  } catch (cause) {
    return refusalOf(cause)
  }
}

export function refusalOf(cause: unknown): DoorRefusal {
  if (cause instanceof DroverError && cause.code === 'QUEUE_FULL') return queueFull
  return executionFailed(detailOf(cause))
}

/** What a client is told. A bug tells nothing of itself; the log has it. */
export function detailOf(cause: unknown): string {
  if (cause instanceof DoorFailure) return cause.message
  if (cause instanceof DroverError) return cause.message
  return 'internal error'
}

export const isKnown = (cause: unknown): boolean => cause instanceof DoorFailure || cause instanceof DroverError

/** Seconds, as the answers tell time. */
export const createdNow = (context: Context): number => Math.floor(context.clock.now().getTime() / 1000)

export const newId = (context: Context, prefix: string): string =>
  `${prefix}${context.ids.uuid().replaceAll('-', '').slice(0, 24)}`
