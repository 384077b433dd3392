/**
 * `drover trace | replay | feed | inspect | errors`: the two logs as timelines, of one thing, of several sessions, of the
 * whole fleet. What a line means is `core/seeing/timeline`.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import { DroverError } from '#contract/error'
import { columnsOf, cutTo } from '#core/relay/show-words'
import {
  inOrder,
  isTrouble,
  type Moment,
  momentOfChange,
  momentOfEvent,
  type Tone,
  withoutRepeats,
} from '#core/seeing/timeline'
import { wholeNumber } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { fleet, followSession } from '../follow.ts'
import { type Io, oneLine, paint, type Style } from '../print.ts'
import { renderRow } from '../transcript.ts'
import { describeSession } from './session.ts'
import { untilInterrupted } from './watch.ts'

const styles: Readonly<Record<Tone, Style | null>> = {
  plain: null,
  quiet: 'dim',
  good: 'green',
  warn: 'yellow',
  bad: 'red',
}

const two = (n: number): string => String(n).padStart(2, '0')
function clock(at: string): string {
  const time = new Date(at)
  return `${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

/** One moment, one line, never wider than the terminal. */
export function momentLine(io: Io, { at, sessionId, what, text, tone }: Moment, idWidth: number): string {
  const head = `${clock(at)}  ${(sessionId ?? '').padEnd(idWidth)}  ${what.padEnd(7)} `
  const words = cutTo(oneLine(text, 2000), Math.max(10, io.columns - columnsOf(head)))
  const style = styles[tone]
  return `${paint(io, 'dim', head)}${style === null ? words : paint(io, style, words)}\n`
}

const lines = (io: Io, moments: readonly Moment[]): string => {
  const wide = Math.min(28, Math.max(0, ...moments.map(({ sessionId }) => sessionId?.length ?? 0)))
  return moments.map((moment) => momentLine(io, moment, wide)).join('')
}

async function eventsOf(client: Client, id: string): Promise<readonly EventRow[]> {
  const events: EventRow[] = []
  for (let after = 0; ; ) {
    const page = await client.call('GET /api/v1/sessions/{id}/events', { path: { id }, query: { after, limit: 1000 } })
    events.push(...(page.events as readonly EventRow[]))
    if (page.events.length < 1000) return events
    after = page.events.at(-1)!.id
  }
}

async function changesSoFar(client: Client): Promise<readonly Change[]> {
  const changes: Change[] = []
  for await (const change of fleet(client, { after: 0, follow: false, signal: new AbortController().signal }))
    changes.push(change)
  return changes
}

/** Which sessions a word means: itself, those of a task, those of an effort. */
async function sessionsMeant(client: Client, word: string): Promise<readonly string[]> {
  if (/^e-\d+$/.test(word)) {
    const { effort } = await client.call('GET /api/v1/efforts/{id}', { path: { id: word } })
    return effort.sessions.map(({ id }) => id)
  }
  if (/^t-\d+$/.test(word)) {
    await client.call('GET /api/v1/tasks/{id}', { path: { id: word } })
    return sessionsOfTask(client, word)
  }
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id: word } })
  return [session.id]
}

async function sessionsOfTask(client: Client, taskId: string): Promise<readonly string[]> {
  const tried = (await changesSoFar(client)).flatMap((change) => {
    if (change.type === 'session_created' && change.payload.taskId === taskId) return change.payload.id
    if (change.type === 'task_updated' && change.payload.id === taskId) return change.payload.lease?.sessionId ?? []
    return []
  })
  return [...new Set(tried)]
}

/** Events tell turns better than changes do; both tell the same ones. */
const ofLog = (change: Change): boolean => change.type !== 'turn_started' && change.type !== 'turn_ended'

function concerns(ids: ReadonlySet<string>, word: string): (change: Change) => boolean {
  return (change) => {
    if (change.sessionId !== undefined && ids.has(change.sessionId)) return true
    switch (change.type) {
      case 'mail_sent':
      case 'mail_delivered':
      case 'mail_undeliverable':
        return ids.has(change.payload.from) || ids.has(change.payload.to)
      case 'merge_queued':
      case 'merge_updated':
      case 'merge_landed':
      case 'merge_rejected':
        return change.payload.sessionId !== null && ids.has(change.payload.sessionId)
      case 'task_added':
      case 'task_updated':
      case 'effort_started':
      case 'effort_completed':
        return change.payload.id === word
      default:
        return false
    }
  }
}

export const trace: Run = async (context) => {
  const client = await context.connect()
  const word = context.args[0]!
  const ids = await sessionsMeant(client, word)
  const known = new Set(ids)
  const told = (await changesSoFar(client))
    .filter(concerns(known, word))
    .filter(ofLog)
    .flatMap((change) => momentOfChange(change) ?? [])
  const done: Moment[] = []
  for (const id of ids)
    for (const row of await eventsOf(client, id)) done.push(...[momentOfEvent(id, row) ?? []].flat())
  const moments = inOrder([...told, ...done]).filter(withoutRepeats())
  context.answer({ trace: moments }, () =>
    moments.length === 0 ? 'nothing happened yet\n' : lines(context.io, moments),
  )
  return 0
}

export const replay: Run = async (context) => {
  const client = await context.connect()
  const all: { readonly at: string; readonly sessionId: string; readonly event: EventRow }[] = []
  for (const word of context.args)
    for (const sessionId of await sessionsMeant(client, word))
      for (const event of await eventsOf(client, sessionId)) all.push({ at: event.at, sessionId, event })
  const rows = inOrder(all)
  const wide = Math.max(0, ...rows.map(({ sessionId }) => sessionId.length))
  context.answer({ replay: rows }, () =>
    rows
      .flatMap(({ at, sessionId, event }) => {
        const text = renderRow(context.io, event)
        return text === null
          ? []
          : text
              .trimEnd()
              .split('\n')
              .map((line) => `${paint(context.io, 'dim', `${clock(at)} ${sessionId.padEnd(wide)} |`)} ${line}\n`)
      })
      .join(''),
  )
  return 0
}

export const feed: Run = async (context) => {
  const client = await context.connect()
  const keep = wholeNumber(context, 'lines') ?? 50
  const fresh = withoutRepeats()
  const past: Moment[] = []
  let last = 0
  for await (const change of fleet(client, { after: 0, follow: false, signal: new AbortController().signal })) {
    last = change.seq
    const moment = momentOfChange(change)
    if (moment === null || !fresh(moment)) continue
    past.push(moment)
    if (past.length > keep) past.shift()
  }
  if (!context.on('follow')) {
    context.answer({ feed: past }, () => (past.length === 0 ? 'nothing happened yet\n' : lines(context.io, past)))
    return 0
  }
  const show = (moment: Moment) =>
    context.io.out(context.json ? `${JSON.stringify(moment)}\n` : momentLine(context.io, moment, 12))
  past.forEach(show)
  for await (const change of fleet(client, { after: last, follow: true, signal: untilInterrupted() })) {
    const moment = momentOfChange(change)
    if (moment !== null && fresh(moment)) show(moment)
  }
  return 0
}

export const inspect: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  const [sent, got, { merges }, page] = await Promise.all([
    client.call('GET /api/v1/mail', { query: { from: id, limit: 20 } }),
    client.call('GET /api/v1/mail', { query: { to: id, limit: 20 } }),
    client.call('GET /api/v1/merges', { query: { session: id, limit: 20 } }),
    client.call('GET /api/v1/sessions/{id}/events', {
      path: { id },
      query: { after: Math.max(0, session.lastEventId - 30), limit: 30 },
    }),
  ])
  const events = page.events as readonly EventRow[]
  const mail = [...sent.mail, ...got.mail]
  if (!(context.json && context.on('follow')))
    context.answer({ session, mail, merges, events }, () =>
      [
        describeSession(context, session),
        section(
          context,
          'mail',
          mail.map((one) => `${one.id} ${one.from} → ${one.to} [${one.type}] ${one.state}: ${one.subject}`),
        ),
        section(
          context,
          'merges',
          merges.map((one) => `${one.id} ${one.branch} → ${one.into} ${one.state}`),
        ),
        section(context, 'lately', []),
        events.map((row) => renderRow(context.io, row) ?? '').join(''),
      ].join(''),
    )
  if (!context.on('follow')) return 0
  await followSession(
    client,
    id,
    { after: session.lastEventId, signal: untilInterrupted() },
    {
      row: (row) => context.io.out(context.json ? `${JSON.stringify(row)}\n` : (renderRow(context.io, row) ?? '')),
    },
  )
  return 0
}

const section = (context: Context, title: string, rows: readonly string[]): string =>
  rows.length === 0 && title !== 'lately'
    ? ''
    : `\n${paint(context.io, 'bold', title)}\n${rows.map((row) => `  ${oneLine(row, context.io.columns - 2)}\n`).join('')}`

export const errors: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const keep = wholeNumber(context, 'lines') ?? 50
  const found: Moment[] = []
  const fresh = withoutRepeats()
  for (const change of await changesSoFar(client)) {
    if (project !== undefined && change.projectId !== project) continue
    const moment = momentOfChange(change)
    if (moment !== null && isTrouble(moment) && fresh(moment)) found.push(await withMessage(client, change, moment))
    if (found.length > keep) found.shift()
  }
  context.answer({ errors: found }, () => (found.length === 0 ? 'nothing went wrong\n' : lines(context.io, found)))
  return 0
}

/** A turn's end says a code; the session still knows in words why its last one failed. */
async function withMessage(client: Client, change: Change, moment: Moment): Promise<Moment> {
  if (change.type !== 'turn_ended' || change.sessionId === undefined) return moment
  try {
    const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id: change.sessionId } })
    if (session.failure === null || session.turn?.n !== change.payload.turn) return moment
    return { ...moment, text: `${moment.text}: ${session.failure.message}` }
  } catch (error) {
    if (error instanceof DroverError && error.code === 'SESSION_NOT_FOUND') return moment
    throw error
  }
}
