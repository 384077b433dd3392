/** Tail: the transcript from the shell: its end, live, raw, as JSON lines. */
import assert from 'node:assert/strict'
import type { Lane } from '../lane.ts'

export const tailLane: Lane = {
  name: 'tail',
  shows: 'session tail: the end, --follow, --raw, --json; attach without a terminal',
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const prompt = '@say early words\n@sh until [ -f go ]; do sleep 0.05; done\n@say late words'
    const { session } = await home.json(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', prompt])
    await check('--follow shows what was and what comes, each once, and ends by Ctrl+C', async () => {
      let opened: Promise<unknown> | null = null
      const ran = await home.watch(['session', 'tail', session.id, '--follow'], (out) => {
        if (out.includes('early words')) opened ??= home.run('touch', [`${session.workspace}/go`])
        return out.includes('turn 1 completed')
      })
      await opened
      assert.equal(ran.code, 0, ran.err)
      for (const words of ['early words', 'late words'])
        assert.equal(ran.out.match(new RegExp(`^${words}$`, 'gm'))?.length, 1, words)
    })
    await check('the end of it, as many as asked', async () => {
      const { events } = await home.json(['session', 'tail', session.id, '-n', '2'])
      assert.equal(events.length, 2)
      assert.equal(events.at(-1).kind, 'turn_end')
    })
    await check('--raw is what the agent wrote itself', async () => {
      const raw = await home.drover(['session', 'tail', session.id, '--raw'])
      assert.match(raw.out, /"late words"/)
    })
    await check('--follow --json is one object a line', async () => {
      const ran = await home.watch(['session', 'tail', session.id, '--follow', '--json'], (out) =>
        /turn_end.*\n/.test(out),
      )
      const rows = ran.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number })
      assert.deepEqual(
        rows.map((row) => row.id),
        rows.map((_, index) => index + 1),
      )
    })
    await check('attach does the same', async () => {
      const ran = await home.watch(['session', 'attach', session.id, '--json'], (out) => /turn_end.*\n/.test(out))
      assert.equal(ran.code, 0, ran.err)
    })
  },
}
