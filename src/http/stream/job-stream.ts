/** A job as Server-Sent Events: `job` at each step, its session's rows, deltas, and `end` once it ended. Ends by itself. */
import type { Job } from '#contract/job'
import type { Flows } from '#flows/engine/flows'
import { jsonHeaders } from '../answer.ts'

const beatMs = 15_000
/** Who reads slower than this is cut off, and asks again. */
const mostWaiting = 8 * 1024 * 1024

export function streamJob(flows: Pick<Flows, 'watchJob' | 'job'>, id: string, requestId: string): Response {
  flows.job(id)
  let stop = (): void => {}
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true
        let waiting = 0
        const send = (frame: string): void => {
          if (!open) return
          const bytes = text.encode(frame)
          waiting = -(controller.desiredSize ?? 0) + bytes.length
          controller.enqueue(bytes)
          if (waiting > mostWaiting) end()
        }
        const end = (): void => {
          if (!open) return
          open = false
          clearInterval(beat)
          // Not within the call that told us: its subscription may not be ours yet.
          setImmediate(() => stop())
          controller.close()
        }
        const beat = setInterval(() => send(': beat\n\n'), beatMs)
        const unwatch = flows.watchJob(id, {
          job(job: Job) {
            send(`event: job\ndata: ${JSON.stringify(job)}\n\n`)
            if (job.status === 'queued' || job.status === 'running') return
            send(`event: end\ndata: ${JSON.stringify({ job_id: job.job_id, status: job.status })}\n\n`)
            end()
          },
          rows: (rows) => send(rows.map((row) => `id: ${row.id}\ndata: ${JSON.stringify(row)}\n\n`).join('')),
          delta: (delta) => send(`event: delta\ndata: ${JSON.stringify(delta)}\n\n`),
        })
        stop = () => {
          open = false
          clearInterval(beat)
          unwatch()
        }
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
  const headers = {
    ...jsonHeaders(requestId),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}
