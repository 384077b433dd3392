/** Sessions of the real CLIs: a codeword over a stop, a kill and a restore; the transcript from the shell. */
import assert from 'node:assert/strict'
import type { Lane } from '../lane.ts'
import { withClis } from './with-clis.ts'

export const sessionClisLane: Lane = {
  name: 'session-clis',
  shows: 'claude-code, codex and opencode remember over a stop, a kill and a restore; tail, --raw, --follow of each',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found) => {
      const { home, check } = steps
      await home.json(['project', 'add', '--path', home.repository('shop')])
      for (const harness of found) {
        const args = ['spawn', '-p', 'shop', '--harness', harness, '--prompt', 'MODEL remember godwit', '--wait']
        const { session } = await check(`${harness} is told a word`, () => home.json(args))
        const recall = async (turn: number): Promise<void> => {
          await home.json(['send', '--session', session.id, '--message', 'MODEL recall'])
          const after = await home.until(session.id, (one) => one.turn?.n === turn && one.turn.state !== 'running')
          assert.match(after.lastText ?? '', /recalled godwit/)
        }
        await check(`${harness} knows it after a stop and a start of the daemon`, async () => {
          await home.json(['stop'])
          await home.json(['start'])
          await recall(2)
        })
        await check(`${harness} knows it after a kill and a restore`, async () => {
          await home.json(['session', 'kill', session.id])
          await home.json(['session', 'restore', session.id])
          await recall(3)
        })
        await check(`${harness}: tail shows the end, --raw its own lines, --follow --json every row once`, async () => {
          const { events } = await home.json(['session', 'tail', session.id, '-n', '2'])
          assert.deepEqual([events.length, events.at(-1).kind], [2, 'turn_end'])
          assert.match((await home.drover(['session', 'tail', session.id, '--raw'])).out, /godwit/)
          const followed = await home.watch(['session', 'tail', session.id, '--follow', '--json'], (out) =>
            out.split('\n').some((line) => line.includes('"turn_end"') && line.includes('"turn":3')),
          )
          const ids = followed.out
            .trimEnd()
            .split('\n')
            .map((line) => (JSON.parse(line) as { id: number }).id)
          assert.deepEqual(
            ids,
            ids.map((_, index) => index + 1),
          )
        })
      }
    }),
}
