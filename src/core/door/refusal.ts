/** How a door says no, in the bodies that its clients know: what is asked for cannot be had, or could not be done. */

export interface DoorRefusal {
  readonly status: 400 | 404 | 503
  readonly body: Readonly<Record<string, unknown>>
}

const longest = 200

/** The first 200 characters, on one line. */
export const oneLine = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, longest).join('')

export const unsupportedModel = (supported: readonly string[]): DoorRefusal => ({
  status: 400,
  body: { error: 'unsupported model', supported },
})

export const invalidRequest = (detail: string): DoorRefusal => ({
  status: 400,
  body: { error: 'invalid request', detail },
})

/** Asked for in earnest, and nothing here can do it: better said than left out in silence. */
export const unsupportedParameter = (detail: string): DoorRefusal => ({
  status: 400,
  body: { error: 'unsupported parameter', detail },
})

export const executionFailed = (detail: string): DoorRefusal => ({
  status: 503,
  body: { error: 'execution failed', detail: oneLine(detail) },
})

export const queueFull: DoorRefusal = executionFailed('queue full')
export const timedOut = 'agent timed out'

/** An error in mid-stream: the frame that the official clients raise. */
export const errorFrame = (detail: string) => ({
  error: { message: oneLine(detail), type: 'execution_failed', param: null, code: 'execution_failed' },
})
