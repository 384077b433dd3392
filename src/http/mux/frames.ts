/** What comes in on `/mux`, read strictly, and what goes out. A frame that is none is a refusal, never a guess. */
import { z } from '@hono/zod-openapi'
import { DroverError } from '#contract/error'
import { type FromMux, type MuxError, muxHead, type ToMux } from '#contract/mux'

const id = z.string().min(1).max(200)
const cells = z.number().int().min(1).max(1000)
const terminal = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ ch: z.literal('terminal'), type: z.literal(type), id, ...shape })

const frame = z.union([
  z.strictObject({ ch: z.literal('system'), type: z.literal('auth'), bearer: z.string().max(512).optional() }),
  z.strictObject({ ch: z.literal('system'), type: z.literal('ping') }),
  z.strictObject({ ch: z.literal('sessions'), type: z.literal('subscribe') }),
  terminal('open', {
    cols: cells,
    rows: cells,
    seat: z.string().min(1).max(64).optional(),
    watch: z.boolean().optional(),
  }),
  terminal('data', { data: z.string() }),
  terminal('resize', { cols: cells, rows: cells }),
  terminal('drive', {}),
  terminal('ack', { bytes: z.number().int().min(0) }),
  terminal('close', {}),
])

/** Throws INVALID_JSON, INVALID_BODY. */
export function readFrame(text: string): ToMux {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new DroverError('INVALID_JSON', 'This frame is no JSON.', {
      hint: 'Bytes of a terminal go in binary frames.',
    })
  }
  const read = frame.safeParse(found)
  if (read.success) return read.data
  throw new DroverError('INVALID_BODY', 'This frame is none of /mux.', {
    hint: 'Its words are in docs/user/terminals.md: a channel, a type and their fields.',
  })
}

export const frameText = (given: FromMux): string => JSON.stringify(given)

export const errorWords = ({ code, message, hint }: DroverError): MuxError => ({ code, message, hint: hint ?? null })

/** The number of a terminal on its connection, before its bytes. */
export function dataFrame(n: number, bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(muxHead + bytes.length)
  whole[0] = n >> 8
  whole[1] = n & 0xff
  whole.set(bytes, muxHead)
  return whole
}

/** null: it is too short to be one. */
export function readData(whole: Uint8Array): { readonly n: number; readonly bytes: Uint8Array } | null {
  if (whole.length < muxHead) return null
  return { n: (whole[0]! << 8) | whole[1]!, bytes: whole.subarray(muxHead) }
}
