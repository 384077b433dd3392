/**
 * The daemon dies when a mail was sent, when a turn was accepted with it and when it was settled, and starts again: every mail
 * is there once, is carried by exactly one turn that completes, and repeating the call changes nothing.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Mail } from '#contract/mail'
import { type MailWorld, mailWorld } from '../e2e/mail-world.ts'
import { type World, world } from '../support/world.ts'
import { dieAt, revive } from './die-at.ts'
import { faultsOfWorld } from './whole.ts'

let w: World
let m: MailWorld
beforeAll(async () => {
  w = await world({ config: 'cancel_grace = 1\n' })
  await w.addProject()
  m = mailWorld(w)
})
afterAll(() => w.end())
afterEach(() => revive(w))

const points = ['mail:sent', 'mail:taken', 'launch:recorded', 'launch:started', 'mail:settled']

it.each(points)('%s: a mail to an idle session is sent once, carried once and read', async (point) => {
  const { id } = await m.idle()
  const input = { to: id, subject: point, body: 'exactly once' }
  const key = { headers: { 'idempotency-key': `key of ${point.replace(':', '-')}`.replaceAll(' ', '-') } }
  await dieAt(w, point, () => m.send(input, key))
  const mail = await m.send(input, key)
  const read = await m.until(mail.id, (one) => one.state === 'read')
  expect(read.turn).toBe(2)
  expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
  expect(await m.list(`to=${id}&limit=1000`)).toHaveLength(1)
  const batches = [...(await m.batches(id)).values()].flatMap((batch) => batch.mails.map((one) => one.id))
  expect(batches).toEqual([mail.id])
  expect((await w.session(id)).queued).toBe(0)
  expect(await faultsOfWorld(w)).toEqual([])
})

it.each(['mail:taken', 'mail:settled', 'launch:started'])(
  '%s: of many mails and messages for a busy session none is lost, doubled or out of order',
  async (point) => {
    const gate = join(w.dir, `gate-of-${point.replace(':', '-')}`)
    const { id } = await w.spawn(`@say up\n@sh until [ -f ${gate} ]; do sleep 0.05; done`)
    await w.row(id, (row) => row.kind === 'text')
    const sent: Mail[] = []
    for (const n of [1, 2, 3]) sent.push(await m.send({ to: id, body: `mail ${n}` }))
    await w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@append said.txt x\n@say between' })
    for (const n of [4, 5]) sent.push(await m.send({ to: id, body: `mail ${n}` }))
    await dieAt(w, point, async () => writeFileSync(gate, ''))
    for (const mail of sent) await m.until(mail.id, (one) => one.state === 'read')
    await w.until(id, (one) => one.status === 'idle' && one.queued === 0)
    const batches = [...(await m.batches(id))]
    expect(batches.flatMap(([, batch]) => batch.mails.map((one) => one.id))).toEqual(sent.map((mail) => mail.id))
    expect(batches.map(([turn]) => turn)).toEqual([2, 4])
    const said = (await w.rows(id)).filter((row) => row.kind === 'text' && row.text === 'between')
    expect(said).toHaveLength(1)
    expect((await m.list(`to=${id}&type=message`)).map((mail) => [mail.state, mail.turn])).toEqual([['read', 3]])
  },
)

it('a gate’s deadline that passes while nobody is there is told once, by the next daemon', async () => {
  const { session, token, open } = await m.busy()
  const deadline = new Date(Date.now() + 300).toISOString()
  const payload = { options: ['a'], context: 'c', deadline }
  const gate = await m.send({ to: 'operator', body: 'now?', type: 'decision_gate', payload }, { token })
  await w.crash()
  await w.start()
  await w.change(0, (change) => {
    const mail = change.payload as Mail
    return change.type === 'mail_sent' && mail.replyTo === gate.id && mail.to === session.id ? mail : undefined
  })
  await w.crash()
  await w.start()
  open()
  await w.turnEnd(session.id, 2)
  const { mail } = (await w.call('GET', `/api/v1/mail/threads/${gate.id}`)).body
  expect(mail).toHaveLength(3)
})

it('mail:taken: messages in another order are said once each, in that order, though the daemon dies between', async () => {
  const gate = join(w.dir, 'gate-of-order')
  const { id } = await w.spawn(`@say up\n@sh until [ -f ${gate} ]; do sleep 0.05; done`)
  await w.row(id, (row) => row.kind === 'text')
  for (const n of [1, 2, 3]) await w.call('POST', `/api/v1/sessions/${id}/send`, { message: `@say m${n}` })
  const [third, second, first] = await m.list(`to=${id}&type=message&state=queued`)
  await w.call('POST', `/api/v1/mail/${third?.id}/move`, { place: 'head' })
  await w.call('POST', `/api/v1/mail/${first?.id}/move`, { place: { after: second?.id } })
  await dieAt(w, 'mail:taken', async () => writeFileSync(gate, ''))
  await w.until(id, (one) => one.status === 'idle' && one.queued === 0 && one.turn?.n === 4)
  const said = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
  expect(said).toEqual(['up', 'm3', 'm2', 'm1'])
  // What has been said is moved no more; behind what has been said is the head.
  const late = await w.call('POST', `/api/v1/mail/${third?.id}/move`, { place: 'tail' })
  expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'MAIL_DELIVERED'])
  expect(await faultsOfWorld(w)).toEqual([])
})
