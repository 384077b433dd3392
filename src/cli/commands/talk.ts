/** `drover send | cancel | answer`: words to a running agent, and the truth about what became of them. */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { EventRow } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import { maxAttachmentBytes } from '#core/session/attachment'
import { openRequests } from '#core/session/requests'
import { readStdin } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'

const needed = (flag: string) =>
  new DroverError('USAGE', `\`drover send\` needs --${flag}`, {
    hint: 'Write `drover send demo-1 "…"`.',
  })

/** Words in their place, or by flags; a flag leaves its place to the words that follow. */
function sentTo(context: Context): { id: string | undefined; given: string | undefined } {
  const words = [...context.args]
  const id = context.flag('session') ?? words.shift()
  const said = context.flag('message')
  if (said !== undefined && words.length > 0) {
    throw new DroverError('USAGE', `the message is given twice: --message and \`${words.join(' ')}\``, {
      hint: 'Write it once: `drover send demo-1 "…"`.',
    })
  }
  return { id, given: said ?? (words.length === 0 ? undefined : words.join(' ')) }
}

export const send: Run = async (context) => {
  const { id, given } = sentTo(context)
  if (id === undefined) throw needed('session')
  if (given === undefined) throw needed('message')
  const model = context.flag('model')
  if (model !== undefined && context.on('steer')) {
    throw new DroverError('USAGE', '--model and --steer exclude each other', {
      hint: 'Words into a running turn go to the model it runs with.',
    })
  }
  const message = given === '-' ? await readStdin() : given
  if (message.trim() === '') {
    throw new DroverError('MESSAGE_REQUIRED', 'the message is empty', { hint: 'Say something with `--message "…"`.' })
  }
  const client = await context.connect()
  const attachments = await attachAll(client, id, context.list('attach'))
  const answer = await client.call('POST /api/v1/sessions/{id}/send', {
    path: { id },
    body: {
      message,
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(context.on('interrupt') ? { interrupt: true } : {}),
      ...(context.on('steer') ? { steer: true } : {}),
      ...(model === undefined ? {} : { model }),
      ...(context.on('no-wait') ? { noWait: true } : {}),
    },
  })
  const { delivery } = answer
  context.answer(answer, () => {
    if (delivery.state === 'started') return `started: turn ${delivery.turn} of ${id}\n`
    if (delivery.state === 'queued' && delivery.until !== undefined) return `queued: parked until ${delivery.until}\n`
    if (delivery.state === 'queued') return `queued: position ${delivery.position}\n`
    return ''
  })
  if (delivery.state !== 'refused') return 0
  context.io.err(`refused: ${delivery.message} (${delivery.code})\n`)
  return 1
}

/** Each is kept before the message is sent that names them. */
async function attachAll(client: Client, id: string, files: readonly string[]): Promise<string[]> {
  const kept: string[] = []
  for (const file of files) {
    const { attachment } = await client.call('POST /api/v1/sessions/{id}/attachments', {
      path: { id },
      body: { name: basename(file), data: readAttachment(file).toString('base64') },
    })
    kept.push(attachment.id)
  }
  return kept
}

function readAttachment(file: string): Buffer {
  try {
    const { size } = statSync(file)
    if (size > maxAttachmentBytes)
      throw new DroverError(
        'ATTACHMENT_TOO_LARGE',
        `${file} has ${size} bytes; an attachment may have ${maxAttachmentBytes}.`,
        {
          hint: 'Make it smaller, or put it into the workspace and name its path in the message.',
        },
      )
    return readFileSync(file)
  } catch (cause) {
    if (cause instanceof DroverError) throw cause
    throw new DroverError('USAGE', `${file} cannot be read: ${(cause as Error).message}`, {
      hint: 'Give the path of a file after --attach.',
      cause,
    })
  }
}

export const cancel: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const line = context.progress()
  line.step(`cancelling the turn of ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/cancel', { path: { id }, body: {} })
    .finally(() => line.done())
  context.answer(answer, () =>
    answer.cancelled
      ? `cancelled; ${id} is ${answer.session.status}\n`
      : `nothing to cancel: no turn runs; ${id} is ${answer.session.status}\n`,
  )
  return 0
}

const answerNeeded = (id: string, requestId = '') =>
  new DroverError('USAGE', '`drover answer` needs the answer', {
    hint: `Write \`drover answer ${id} ${requestId === '' ? '' : `${requestId} `}allow\`, deny, or the answer in words.`,
  })

/** Which request is meant where none is named: the only one that is open. */
async function onlyRequest(client: Client, id: string, said: string): Promise<string> {
  const open = await openOf(client, id)
  if (open.includes(said)) throw answerNeeded(id, said)
  if (open.length === 1) return open[0]!
  throw new DroverError('REQUEST_NOT_FOUND', `${id} asks ${open.length === 0 ? 'nothing' : `${open.length} things`}`, {
    hint:
      open.length === 0
        ? `Look with \`drover session get ${id}\`; to say something, write \`drover send ${id} "…"\`.`
        : `Name the one you answer: ${open.map((one) => `\`drover answer ${id} ${one} …\``).join(', ')}.`,
  })
}

/** The session shows its oldest request; the turn's own events have them all. */
async function openOf(client: Client, id: string): Promise<readonly string[]> {
  const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  if (session.request === null) return []
  const rows: EventRow[] = []
  for (let before = session.lastEventId + 1; before > 1; ) {
    const page = await client.call('GET /api/v1/sessions/{id}/events', { path: { id }, query: { before, limit: 1000 } })
    const events = page.events as readonly EventRow[]
    rows.unshift(...[...events].sort((a, b) => a.id - b.id).filter((row) => row.turn === session.turn?.n))
    const oldest = Math.min(...events.map((row) => row.id))
    if (events.length === 0 || events.some((row) => row.turn !== session.turn?.n)) break
    before = oldest
  }
  const open = openRequests(rows).map(({ requestId }) => requestId)
  return open.length === 0 ? [session.request.requestId] : open
}

export const answer: Run = async (context) => {
  const [id, first, ...more] = context.args as readonly [string, string | undefined, ...string[]]
  if (first === undefined) throw answerNeeded(id)
  const client = await context.connect()
  const requestId = more.length === 0 ? await onlyRequest(client, id, first) : first
  const said = more.length === 0 ? first : more.join(' ')
  const body = said === 'allow' || said === 'deny' ? { requestId, decision: said } : { requestId, text: said }
  const result = await client.call('POST /api/v1/sessions/{id}/answer', { path: { id }, body })
  context.answer(result, () => `answered; ${id} is ${result.session.status}\n`)
  return 0
}
