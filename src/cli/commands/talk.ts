/** `drover send | cancel | answer`: words to a running agent, and the truth about what became of them. */
import { DroverError } from '#contract/error'
import { readStdin } from '../ask.ts'
import type { Run } from '../command.ts'

const needed = (flag: string) =>
  new DroverError('USAGE', `\`drover send\` needs --${flag}`, {
    hint: 'Write `drover send --session demo-1 --message "…"`.',
  })

export const send: Run = async (context) => {
  const id = context.flag('session')
  const given = context.flag('message')
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
  const answer = await client.call('POST /api/v1/sessions/{id}/send', {
    path: { id },
    body: {
      message,
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

export const answer: Run = async (context) => {
  const [id, requestId, ...words] = context.args as readonly [string, string, ...string[]]
  const said = words.join(' ')
  const body = said === 'allow' || said === 'deny' ? { requestId, decision: said } : { requestId, text: said }
  const client = await context.connect()
  const result = await client.call('POST /api/v1/sessions/{id}/answer', { path: { id }, body })
  context.answer(result, () => `answered; ${id} is ${result.session.status}\n`)
  return 0
}
