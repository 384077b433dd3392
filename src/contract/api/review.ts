/** Reviews as requests and answers. What they mean is in `contract/review`. */
import { z } from '@hono/zod-openapi'
import { reviewParts } from '../review.ts'
import { at } from './common.ts'
import { delivery, diffFile } from './session.ts'

const part = z.enum(reviewParts)
const partCount = z.object({ files: z.number().int(), additions: z.number().int(), deletions: z.number().int() })

const reviewFile = diffFile
  .extend({ mark: z.string(), parts: z.array(part), viewed: z.boolean() })
  .openapi('ReviewFile')

const changes = z
  .object({
    view: z.string(),
    base: z.string(),
    head: z.string(),
    files: z.array(reviewFile),
    parts: z.object({ committed: partCount, staged: partCount, uncommitted: partCount }).nullable(),
    turns: z.array(z.object({ n: z.number().int(), state: z.string(), title: z.string() })),
    commits: z.array(z.object({ hash: z.string(), subject: z.string() })),
  })
  .openapi('ReviewChanges')

const side = z.enum(['old', 'new'])
const comment = z
  .object({
    id: z.string(),
    path: z.string(),
    side,
    line: z.number().int(),
    endLine: z.number().int(),
    quote: z.string(),
    body: z.string(),
    place: z.enum(['same', 'moved', 'changed', 'gone', 'unknown']),
    nowLine: z.number().int().nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .openapi('ReviewComment')

const review = z
  .object({
    sessionId: z.string(),
    note: z.string(),
    comments: z.array(comment),
    rev: z.number().int(),
    sent: z.number().int(),
    updatedAt: at.nullable(),
  })
  .openapi('Review')

export const reviewAnswer = z.object({ review })
export const changesAnswer = z.object({ changes })
export const commentAnswer = z.object({ comment, review })
export const viewedAnswer = z.object({ viewed: z.boolean() })
export const sentAnswer = z.object({ delivery, message: z.string(), review })

const viewWord = z
  .string()
  .max(80)
  .openapi({ description: '`all`, `committed`, `staged`, `uncommitted`, `turn:<n>` or `commit:<hash>`' })
export const viewField = { view: viewWord.optional() }
export const changesQuery = viewField
export const fileQuery = { ...viewField, file: z.string().min(1).max(4096), side: side.optional() }

export const commentIdParam = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'COMMENT_NOT_FOUND')
  .openapi({ example: 'c-1' })
export const noteBody = z.strictObject({ note: z.string().max(100_000) })
export const commentBody = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .openapi({ description: 'Chosen by the caller: said again, it is the same comment' }),
  path: z.string().min(1).max(4096),
  side: side.optional(),
  line: z.number().int().min(1),
  endLine: z.number().int().min(1).optional(),
  quote: z
    .string()
    .max(100_000)
    .optional()
    .openapi({ description: 'The code as the reader saw it; read from the file where it is not given' }),
  body: z.string().max(100_000),
})
export const viewedBody = z.strictObject({
  path: z.string().min(1).max(4096),
  mark: z.string().max(200),
  viewed: z.boolean(),
})
export const sendReviewBody = z.strictObject({
  rev: z.number().int().optional().openapi({ description: 'Only the draft with this number' }),
  interrupt: z.boolean().optional(),
})

export const reviewPayloads = {
  review_updated: z.object({ sessionId: z.string(), rev: z.number().int(), comments: z.number().int() }),
}
