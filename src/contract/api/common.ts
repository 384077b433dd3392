/**
 * The small words that every request and answer is built from: ids in paths, numbers and flags in queries, the error
 * envelope. A path id whose shape is wrong carries the code of the answer as its message, so that `../` in the place of a
 * session is simply a session that does not exist. Routes and behaviour live in `http`.
 */
import { z } from '@hono/zod-openapi'
import { errorCodes } from '../error.ts'
import { harnessIdPattern, projectIdPattern, sessionIdPattern } from '../ids.ts'

const pathId = (pattern: RegExp, code: string, example: string) => z.string().regex(pattern, code).openapi({ example })
const pathNumber = (code: string) =>
  z
    .preprocess(
      (raw) => (typeof raw === 'string' && /^[1-9]\d{0,14}$/.test(raw) ? Number(raw) : Number.NaN),
      z.number(code).int(),
    )
    .openapi({ type: 'integer', minimum: 1 })

export const projectIdParam = pathId(projectIdPattern, 'PROJECT_NOT_FOUND', 'shop')
export const sessionIdParam = pathId(sessionIdPattern, 'SESSION_NOT_FOUND', 'shop-1')
export const harnessIdParam = pathId(harnessIdPattern, 'UNKNOWN_HARNESS', 'rehearsal')
export const blobIdParam = pathId(/^[A-Za-z0-9_-]{1,128}$/, 'BLOB_NOT_FOUND', 'b1')
export const snapshotNumberParam = pathNumber('SNAPSHOT_NOT_FOUND')
export const turnNumberParam = pathNumber('TURN_NOT_FOUND')
export const tryNumberParam = pathNumber('TRY_NOT_FOUND')
export const bearerNumberParam = pathNumber('BEARER_NOT_FOUND')
export const subscriptionNumberParam = pathNumber('SUBSCRIPTION_NOT_FOUND')

/** A whole number as a query writes it: digits and nothing else. */
export const count = z
  .preprocess((raw) => (typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw), z.number().int().min(0))
  .openapi({ type: 'integer', minimum: 0 })

/** `true`, `1` or `false`, `0`. */
export const flag = z
  .preprocess(
    (raw) => (raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw),
    z.boolean(),
  )
  .openapi({ type: 'boolean' })

/** Only compared with the current launch: a word that names none is another launch, whatever its shape. */
export const launchId = z.string().max(200)
export const at = z.string().openapi({ format: 'date-time' })

export const errorEnvelope = z
  .object({
    error: z.enum([
      'bad_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'conflict',
      'too_large',
      'unprocessable',
      'rate_limited',
      'internal',
      'bad_gateway',
      'unavailable',
    ]),
    code: z.enum(errorCodes as readonly [string, ...string[]]),
    message: z.string(),
    requestId: z.string(),
    hint: z.string().optional(),
    details: z.unknown().optional(),
  })
  .openapi('Error')
