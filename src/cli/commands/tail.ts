/** `drover tail`: what the agent of the newest try (or of a given one) says and does, until that try ends. */
import { DroverError } from '#contract/error'
import type { Try } from '#contract/relay'
import { wholeNumber } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { followSession } from '../follow.ts'
import { paint } from '../print.ts'
import { projectMeant } from '../project-here.ts'
import { renderRow } from '../transcript.ts'

async function tryMeant(context: Context, client: Client): Promise<Try> {
  const project = await projectMeant(context, client)
  const n = wholeNumber(context, 'try')
  const { tries } = await client.call('GET /api/v1/tries', { query: { project, n, limit: 1 } })
  const found = tries[0] as Try | undefined
  if (found !== undefined) return found
  throw new DroverError('TRY_NOT_FOUND', n === undefined ? `${project} has no try yet` : `${project} has no try ${n}`, {
    hint: 'List the tries of a relay with `drover relay get`.',
  })
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

export const tail: Run = async (context) => {
  const client = await context.connect()
  const one = await tryMeant(context, client)
  if (!context.json && !context.on('raw')) {
    context.io.out(paint(context.io, 'dim', `try ${one.n} of ${one.relayId}: ${one.agent} in ${one.sessionId}\n`))
  }
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  await (context.on('raw') ? raw(context, client, one, ended.signal) : events(context, client, one, ended.signal))
  return 0
}

/** A session may have had other tries before: only the rows of this one's turn are shown. */
async function events(context: Context, client: Client, one: Try, signal: AbortSignal): Promise<void> {
  const after = await beginOf(client, one)
  const over = (row: { readonly turn: number | null; readonly kind: string }) =>
    (row.turn ?? 0) > one.turn || (row.turn === one.turn && row.kind === 'turn_end')
  const done = new AbortController()
  const stop = () => done.abort()
  signal.addEventListener('abort', stop, { once: true })
  await followSession(
    client,
    one.sessionId,
    { after, signal: done.signal, until: over },
    {
      row(row) {
        if (row.turn !== null && row.turn !== one.turn) return
        const text = context.json ? line(row) : renderRow(context.io, row)
        if (text !== null) context.io.out(text)
      },
      // A turn that was lost has no last row: where the past ends there, so do we.
      caughtUp: () => void (one.outcome !== null && stop()),
    },
  )
}

/** The row before the first of the turn. */
async function beginOf(client: Client, one: Try): Promise<number> {
  let after = 0
  for (;;) {
    const page = await client.call('GET /api/v1/sessions/{id}/events', {
      path: { id: one.sessionId },
      query: { after, limit: 1000 },
    })
    const first = page.events.find((row) => row.turn !== null && row.turn >= one.turn)
    if (first !== undefined) return first.id - 1
    const last = page.events.at(-1)
    if (last === undefined || page.events.length < 1000) return last?.id ?? after
    after = last.id
  }
}

/** The agent's own output, byte for byte as its spool holds it. */
async function raw(context: Context, client: Client, one: Try, signal: AbortSignal): Promise<void> {
  const launch = await launchNumber(client, one)
  let from = 0
  for (let running = true; ; ) {
    const part = await client.call('GET /api/v1/sessions/{id}/raw', {
      path: { id: one.sessionId },
      query: { from, launch },
    })
    context.io.out(context.json ? line(part) : part.text)
    from = part.next
    if (signal.aborted) return
    if (part.next < part.size && part.text !== '') continue
    if (!running) return
    running = await isRunning(client, one)
    if (running) await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const isRunning = async (client: Client, { projectId, n }: Try): Promise<boolean> =>
  (await client.call('GET /api/v1/tries', { query: { project: projectId, n, limit: 1 } })).tries[0]?.outcome === null

/** Launches are numbered in the order of the turns that began them; a process that lives on serves several. */
async function launchNumber(client: Client, one: Try): Promise<number | undefined> {
  const launches = new Set<string>()
  for (let n = 1; n <= one.turn; n++) {
    const { turn } = await client.call('GET /api/v1/sessions/{id}/turns/{n}', { path: { id: one.sessionId, n } })
    if (turn.launchId !== null) launches.add(turn.launchId)
  }
  return launches.size === 0 ? undefined : launches.size
}
