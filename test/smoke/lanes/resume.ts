/** Resume: a word told before a break is known after it: a next turn, a stop, a kill and a restore, a fork. */
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'

export const resumeLane: Lane = {
  name: 'resume',
  shows: 'a codeword survives turns, a stop of the daemon, kill and restore, a fork; a lost one is told',
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const args = ['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', '@remember godwit', '--wait']
    const { session } = await home.json(args)
    const recall = async (id: string, turn: number): Promise<void> => {
      await home.json(['send', '--session', id, '--message', '@recall'])
      const after = await home.until(id, (one) => one.turn?.n === turn && one.status === 'idle')
      assert.match(after.lastText ?? '', /godwit/)
    }
    await check('the next turn goes on with the same conversation', async () => {
      await recall(session.id, 2)
      assert.equal((await home.json(['session', 'get', session.id])).session.nativeId, session.nativeId)
    })
    await check('a stop and a start of the daemon change nothing', async () => {
      await home.json(['stop'])
      await home.json(['start'])
      await recall(session.id, 3)
    })
    await check('a killed session comes back by restore and knows it still', async () => {
      await home.json(['session', 'kill', session.id])
      await home.json(['session', 'restore', session.id])
      await recall(session.id, 4)
    })
    await check('a fork knows it too and leaves the original alone', async () => {
      const forked = (await home.json(['session', 'fork', session.id, '--prompt', '@recall'])).session
      const after = await home.until(forked.id, (one) => one.turn?.n === 1 && one.status === 'idle')
      assert.match(after.lastText ?? '', /godwit/)
      assert.equal((await home.json(['session', 'get', session.id])).session.turn.n, 4)
    })
    await check('a conversation that the agent forgot is told, once, with a hand-off', async () => {
      const kept = join(home.home, 'rehearsal')
      for (const name of readdirSync(kept)) rmSync(join(kept, name), { recursive: true })
      await home.json(['send', '--session', session.id, '--message', '@say going on'])
      await home.until(session.id, (one) => one.turn?.n === 5 && one.status === 'idle')
      const { events } = await home.json(['session', 'tail', session.id, '-n', '50'])
      const lost = events.filter((row: { kind: string; code?: string }) => row.code === 'context_lost')
      assert.equal(lost.length, 1)
    })
  },
}
