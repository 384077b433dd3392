/** `drover session tail` and `drover events`: what agents did and what happened to them, once or as it happens. */
import type { EventRow } from '#contract/agent-event'
import { type Change, changeTypes } from '#contract/change'
import { DroverError } from '#contract/error'
import { nearest } from '#core/nearest'
import { wholeNumber } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { fleet, followSession } from '../follow.ts'
import { oneLine, paint } from '../print.ts'
import { renderRow } from '../transcript.ts'

/** Ctrl+C ends a following command quietly. */
export function untilInterrupted(): AbortSignal {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  return ended.signal
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

export async function tailEvents(context: Context, client: Client, id: string): Promise<void> {
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  const after = Math.max(0, session.lastEventId - (wholeNumber(context, 'lines') ?? 50))
  if (context.on('follow')) {
    const row = (one: EventRow) => {
      const text = context.json ? line(one) : renderRow(context.io, one)
      if (text !== null) context.io.out(text)
    }
    await followSession(client, id, { after, signal: untilInterrupted() }, { row })
    return
  }
  const events: EventRow[] = []
  for (let from = after; ; ) {
    const page = await client.call('GET /api/v1/sessions/{id}/events', {
      path: { id },
      query: { after: from, limit: 1000 },
    })
    events.push(...(page.events as readonly EventRow[]))
    const last = page.events.at(-1)
    if (last === undefined || page.events.length < 1000 || last.id >= session.lastEventId) break
    from = last.id
  }
  context.answer({ events }, () => events.map((event) => renderRow(context.io, event) ?? '').join(''))
}

/** Reads the raw spool from where the last read ended; a new launch begins at its start. */
async function tailRaw(context: Context, client: Client, id: string): Promise<void> {
  const follow = context.on('follow')
  const signal = follow ? untilInterrupted() : null
  let from = 0
  let launch: number | undefined
  let whole = ''
  for (;;) {
    const part = await client.call('GET /api/v1/sessions/{id}/raw', {
      path: { id },
      query: { from: launch === undefined ? 0 : from, ...(follow ? {} : { launch }) },
    })
    if (launch !== undefined && part.launch !== launch) {
      launch = part.launch
      from = 0
      continue
    }
    launch = part.launch
    from = part.next
    if (context.json && !follow) whole += part.text
    else context.io.out(context.json ? line(part) : part.text)
    if (signal?.aborted) return
    if (part.next < part.size && part.text !== '') continue
    if (!follow) break
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (signal?.aborted) return
  }
  if (context.json) context.answer({ text: whole, next: from, size: from, launch }, () => '')
}

export const tail: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  await (context.on('raw') ? tailRaw(context, client, id) : tailEvents(context, client, id))
  return 0
}

function checkTypes(given: string | undefined): void {
  for (const word of given?.split(',') ?? []) {
    const type = word.trim()
    if ((changeTypes as readonly string[]).includes(type)) continue
    const near = nearest(type, changeTypes)
    throw new DroverError('USAGE', `\`${type}\` is no type of event`, {
      hint: near === null ? `Known: ${changeTypes.join(', ')}.` : `Did you mean \`${near}\`?`,
    })
  }
}

function describeChange(context: Context, change: Change): string {
  const what = change.sessionId ?? change.projectId ?? ''
  // Whatever the type: the words that payloads have in common.
  const payload: { readonly [word: string]: unknown } = { ...change.payload }
  const said = ['status', 'outcome', 'code'].map((word) => payload[word])
  const detail = said.filter((word) => typeof word === 'string').join(' ')
  const seq = paint(context.io, 'dim', String(change.seq).padStart(6))
  return `${seq}  ${change.at}  ${change.type.padEnd(18)}  ${what}  ${oneLine(detail, 60)}`.trimEnd()
}

export const events: Run = async (context) => {
  const type = context.flag('type')
  checkTypes(type)
  const after = wholeNumber(context, 'after') ?? 0
  const client = await context.connect()
  const follow = context.on('follow')
  const signal = follow ? untilInterrupted() : new AbortController().signal
  const collected: Change[] = []
  for await (const change of fleet(client, { after, follow, signal, ...(type === undefined ? {} : { type }) })) {
    if (!context.json) context.io.out(`${describeChange(context, change)}\n`)
    else if (follow) context.io.out(line(change))
    else collected.push(change)
  }
  if (context.json && !follow) context.answer({ events: collected }, () => '')
  return 0
}
