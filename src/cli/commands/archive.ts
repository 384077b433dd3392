/** `drover session archive | unarchive | retry`: out of sight and back, and once more. */
import type { Run } from '../command.ts'
import { harmless } from '../print.ts'

export const archive: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const end = context.on('end')
  const line = context.progress()
  line.step(`${end ? 'ending and archiving' : 'archiving'} ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/archive', { path: { id }, body: end ? { end } : {} })
    .finally(() => line.done())
  context.answer(answer, () => `${id} is archived; \`drover session unarchive ${id}\` brings it back into sight\n`)
  return 0
}

export const unarchive: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const answer = await client.call('POST /api/v1/sessions/{id}/unarchive', { path: { id }, body: {} })
  context.answer(answer, () => `${id} is in sight again\n`)
  return 0
}

export const retry: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const agent = context.flag('agent')
  const answer = await client.call('POST /api/v1/sessions/{id}/retry', {
    path: { id },
    body: agent === undefined ? {} : { agent },
  })
  const { delivery, session } = answer
  const who = session.model === null ? session.harness : `${session.harness}:${session.model}`
  context.answer(answer, () => {
    if (delivery.state === 'started') return `${id} tries again with ${who}: turn ${delivery.turn}\n`
    if (delivery.state === 'refused') return `${id} did not begin: ${harmless(delivery.message)} (${delivery.code})\n`
    const until = delivery.until === undefined ? '' : ` until ${delivery.until}`
    return `${id} tries again with ${who} when it can: the words wait${until}\n`
  })
  return delivery.state === 'refused' ? 1 : 0
}
