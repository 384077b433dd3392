/** Changes as the fleet stream carries them: one shape a type, told apart by `type`. */
import { z } from '@hono/zod-openapi'
import { type ChangeType, changeTypes } from '../change.ts'
import { at } from './common.ts'
import { effortPayloads } from './effort.ts'
import { heatPayloads } from './heat.ts'
import { mailPayloads } from './mail.ts'
import { mergePayloads } from './merge.ts'
import { prPayloads } from './pr.ts'
import { projectPayloads } from './project.ts'
import { relayPayloads } from './relay.ts'
import { reviewPayloads } from './review.ts'
import { sessionPayloads } from './session.ts'
import { tripPayloads } from './trip.ts'

/** One line a subject. What a change that is not here carries is left undescribed. */
export const payloads = {
  ...projectPayloads,
  ...sessionPayloads,
  ...mergePayloads,
  ...prPayloads,
  ...relayPayloads,
  ...effortPayloads,
  ...heatPayloads,
  ...mailPayloads,
  ...reviewPayloads,
  ...tripPayloads,
} satisfies { readonly [T in ChangeType]?: z.ZodType }

const described: { readonly [T in ChangeType]?: z.ZodType } = payloads

const shapeOf = (type: ChangeType) =>
  z.object({
    seq: z.number().int(),
    at,
    type: z.literal(type),
    projectId: z.string().nullable(),
    sessionId: z.string().optional(),
    payload: described[type] ?? z.unknown(),
  })

export const change = z.union(changeTypes.map(shapeOf)).openapi('Change')
