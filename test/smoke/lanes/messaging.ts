/** Messaging: send, queue, interrupt, cancel, answer. Mail between agents is looked for and observed until it is there. */
import assert from 'node:assert/strict'
import type { Lane } from '../lane.ts'
import { missing } from './missing.ts'

export const messagingLane: Lane = {
  name: 'messaging',
  shows: 'send, queue, interrupt, cancel, answer',
  async run({ home, check, observe }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const spawn = async (prompt: string) =>
      (await home.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt])).session.id
    const send = (id: string, message: string, ...more: string[]) =>
      home.json(['send', '--session', id, '--message', message, ...more])
    const busy = await check('words to a working agent are queued, and their place is told', async () => {
      const id = await spawn('@hang')
      assert.deepEqual((await send(id, '@say first')).delivery, { state: 'queued', position: 1 })
      assert.match((await home.drover(['send', '--session', id, '--message', '@say second'])).out, /position 2/)
      return id
    })
    await check('cancel ends the turn, and the queue is told in order', async () => {
      await home.json(['cancel', busy])
      await home.until(busy, (one) => one.status === 'idle' && one.turn?.n === 3 && one.queued === 0)
      const { events } = await home.json(['session', 'tail', busy])
      const said = events.flatMap((row: { kind: string; text: string }) => (row.kind === 'text' ? [row.text] : []))
      assert.deepEqual(said, ['first', 'second'])
    })
    await check('words to an idle agent start a turn', async () => {
      assert.deepEqual((await send(busy, '@hang')).delivery, { state: 'started', turn: 4 })
    })
    await check('an interrupt ends what runs and begins with the new words', async () => {
      assert.equal((await send(busy, '@say instead', '--interrupt')).delivery.state, 'queued')
      const after = await home.until(busy, (one) => one.lastText === 'instead' && one.status === 'idle')
      assert.deepEqual([after.turn.n, after.queued], [5, 0])
    })
    await check('a question waits for its answer', async () => {
      const id = await spawn('@ask Which colour?\n@say thanks')
      const { request } = await home.until(id, (one) => one.status === 'needs_input')
      assert.equal(request.text, 'Which colour?')
      await home.json(['answer', id, request.requestId, 'light', 'blue'])
      await home.until(id, (one) => one.status === 'idle' && one.lastText === 'thanks')
      assert.match((await home.drover(['session', 'tail', id])).out, /light blue/)
    })
    await check('what cannot be delivered is refused by name', async () => {
      await home.json(['session', 'kill', busy])
      const late = await home.drover(['send', '--session', busy, '--message', 'too late'])
      assert.deepEqual([late.code, /\(SESSION_ENDED\)/.test(late.err)], [1, true])
      assert.match((await home.drover(['send', '--session', 'shop-99', '--message', 'x'])).err, /\(SESSION_NOT_FOUND\)/)
    })
    observe(await missing(home, 'mail', 'mail between agents'))
  },
}
