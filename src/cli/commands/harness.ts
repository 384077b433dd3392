/** `drover harness ls | probe`: which agent CLIs there are and whether they can work here. */
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { paint, table } from '../print.ts'
import type { HarnessShape } from '../routes.ts'

function rows(context: Context, harnesses: readonly HarnessShape[]): string {
  const { io } = context
  const state = (h: HarnessShape) => {
    if (h.readiness === null) return paint(io, 'dim', 'not probed')
    return paint(io, h.readiness.state === 'ready' ? 'green' : 'yellow', h.readiness.state)
  }
  const cells = harnesses.map((h) => [
    h.id,
    state(h),
    h.readiness?.version ?? '-',
    h.proven,
    h.readiness?.message ?? h.install,
  ])
  return table(io, ['ID', 'STATE', 'VERSION', 'PROVEN', 'NOTE'], cells)
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/harnesses')
  context.answer(answer, () => rows(context, answer.harnesses))
  return 0
}

const probeOne = (client: Client, id: string) =>
  client.call('POST /api/v1/harnesses/{id}/probe', { path: { id }, body: {} })

export const probe: Run = async (context) => {
  const client = await context.connect()
  const line = context.progress()
  const one = context.args[0]
  if (one !== undefined) {
    line.step(`probing ${one}`)
    const answer = await probeOne(client, one).finally(() => line.done())
    context.answer(answer, () => rows(context, [answer.harness]))
    return 0
  }
  const { harnesses: known } = await client.call('GET /api/v1/harnesses')
  const harnesses: HarnessShape[] = []
  try {
    for (const [i, harness] of known.entries()) {
      line.step(`probing ${harness.id} (${i + 1} of ${known.length})`)
      harnesses.push((await probeOne(client, harness.id)).harness)
    }
  } finally {
    line.done()
  }
  context.answer({ harnesses }, () => rows(context, harnesses))
  return 0
}
