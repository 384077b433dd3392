/**
 * `drover session attach`: the real terminal of a session that has one, else the live transcript. A typed line is sent (or answers what the agent asks);
 * Ctrl+C detaches and the agent goes on.
 */
import { createInterface, type Interface } from 'node:readline'
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { followSession } from '../follow.ts'
import { paint } from '../print.ts'
import { renderRow } from '../transcript.ts'
import { sayAfter, showTerminal } from './terminal.ts'

const back = 50

/** Writes above the line that is being typed, and puts that line back. */
function writer(context: Context, lines: Interface | null): (text: string) => void {
  return (text) => {
    if (lines === null || !context.io.outTty) {
      context.io.out(text)
      return
    }
    context.io.out(`\r\u001b[K${text}`)
    lines.prompt(true)
  }
}

interface Talk {
  /** The request that waits for an answer, if any. */
  open: string | null
}

async function say(context: Context, client: Client, id: string, talk: Talk, line: string): Promise<string> {
  const text = line.trim()
  if (text === '') return ''
  if (talk.open !== null) {
    const requestId = talk.open
    const body = text === 'allow' || text === 'deny' ? { requestId, decision: text } : { requestId, text }
    await client.call('POST /api/v1/sessions/{id}/answer', { path: { id }, body })
    return ''
  }
  const { delivery } = await client.call('POST /api/v1/sessions/{id}/send', { path: { id }, body: { message: line } })
  if (delivery.state === 'queued') return paint(context.io, 'dim', `queued: position ${delivery.position}\n`)
  if (delivery.state === 'refused') return paint(context.io, 'red', `refused: ${delivery.message} (${delivery.code})\n`)
  return ''
}

export const attach: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  if (session.mode === 'terminal' && session.phase === 'live' && !context.json && context.io.outTty) {
    await showTerminal(context, client, id)
    return sayAfter(context, client, id)
  }
  return attachTo(context, client, session, Math.max(0, session.lastEventId - back))
}

/** Shows what comes after this event and what is said from then on, until Ctrl+C. */
export async function attachTo(context: Context, client: Client, session: Session, after: number): Promise<number> {
  const { id } = session
  const talk: Talk = { open: session.request?.requestId ?? null }
  const ended = new AbortController()
  const lines = createInterface({
    input: process.stdin,
    output: context.io.outTty ? process.stdout : undefined,
    prompt: '> ',
  })
  const write = writer(context, lines)
  const detach = () => ended.abort()
  lines.on('SIGINT', detach)
  process.on('SIGINT', detach)
  process.on('SIGTERM', detach)
  // Lines go out one after the other, in the order they were typed.
  let sending = Promise.resolve()
  lines.on('line', (line) => {
    sending = sending
      .then(() => say(context, client, id, talk, line))
      .then((text) => void (text !== '' && write(text)))
      .catch((error: unknown) => {
        const code = error instanceof DroverError ? ` (${error.code})` : ''
        write(paint(context.io, 'red', `not sent: ${(error as Error).message}${code}\n`))
      })
  })
  if (!context.json) {
    write(paint(context.io, 'dim', `${id} is ${session.status}; a typed line sends, Ctrl+C detaches\n`))
  }
  try {
    await follow(context, client, id, after, talk, ended.signal, write)
  } finally {
    await sending
    lines.close()
    process.off('SIGINT', detach)
    process.off('SIGTERM', detach)
  }
  if (!context.json) {
    const clear = context.io.outTty ? '\r\u001b[K' : ''
    context.io.out(`${clear}detached; ${id} goes on by itself. Come back with: drover session attach ${id}\n`)
  }
  return 0
}

async function follow(
  context: Context,
  client: Client,
  id: string,
  after: number,
  talk: Talk,
  signal: AbortSignal,
  write: (text: string) => void,
): Promise<void> {
  await followSession(
    client,
    id,
    { after, signal },
    {
      row(row) {
        if (row.kind === 'request') talk.open = row.requestId
        if (row.kind === 'request_resolved' && talk.open === row.requestId) talk.open = null
        if (row.kind === 'turn_end') talk.open = null
        const text = context.json ? `${JSON.stringify(row)}\n` : renderRow(context.io, row)
        if (text !== null) write(text)
      },
    },
  )
}
