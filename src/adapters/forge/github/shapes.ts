/** The few fields of GitHub's REST answers that Drover reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { ListedPr } from '#ports/forge'

const branch = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() })

export const listedPulls = z.array(
  z.object({ number: z.int(), node_id: z.string(), updated_at: z.string(), head: branch, base: branch }),
)
/** Of a write nothing more is believed than its number: what it came to is looked at. */
export const numbered = z.object({ number: z.int() })

/** Whether these are others than before is all that is asked of them. */
export const anyChecks = z.object({ total_count: z.int() })

export const givenReview = z.object({ id: z.number(), body: z.string().nullable().optional(), html_url: z.string() })
export const givenReviews = z.array(givenReview)

export const toListed = (one: z.output<typeof listedPulls>[number]): ListedPr => ({
  nodeId: one.node_id,
  number: one.number,
  branch: one.head.ref,
  own: one.head.repo !== null && one.head.repo.full_name === one.base.repo?.full_name,
  head: one.head.sha,
  updatedAt: one.updated_at,
})
