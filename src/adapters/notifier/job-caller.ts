/** A signed POST to the address that a job named. */
import { createHmac } from 'node:crypto'
import type { JobCaller } from '#ports/job-caller'
import { post } from './post.ts'

export const createJobCaller = (): JobCaller => ({
  call: (url, { id, body, secret }, signal) =>
    post({
      url,
      body,
      signal,
      headers: {
        'content-type': 'application/json',
        'x-drover-job': id,
        'x-drover-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    }).catch((error: unknown) => ({ type: 'failed' as const, error: String(error), again: false })),
})
