/** Basic run: the first steps of the user's guide, from an empty home to a committed change. */
import assert from 'node:assert/strict'
import type { Lane } from '../lane.ts'

export const runLane: Lane = {
  name: 'run',
  shows: 'up, spawn --wait, ls, diff, an agent that fails',
  async run({ home, check }) {
    const path = home.repository('my-repository')
    await check('up starts, registers and prints the link', async () => {
      const ran = await home.drover(['up'], { cwd: path })
      assert.equal(ran.code, 0, ran.err)
      assert.match(ran.out, /http:\/\/127\.0\.0\.1:\d+\/#code=/)
    })
    await check('an agent writes, commits and is waited for', async () => {
      const prompt = '@say Hello\n@write hello.txt Hello from an agent\n@commit Say hello\n@usage 5 7 0.01'
      const ran = await home.drover(['spawn', '--harness', 'rehearsal', '--prompt', prompt, '--wait'], { cwd: path })
      assert.equal(ran.code, 0, ran.err)
      assert.match(ran.out, /turn 1 completed/)
      const log = await home.run('git', ['-C', path, 'log', '--oneline', 'drover/my-repository-1/root'])
      assert.match(log.out, /Say hello/)
    })
    await check('the session tells its tokens, its cost and its last words', async () => {
      const { session } = await home.json(['session', 'get', 'my-repository-1'])
      assert.deepEqual(session.totals, { inputTokens: 5, outputTokens: 7, costUsd: 0.01 })
      assert.equal(session.lastText, 'Hello')
      assert.match((await home.drover(['session', 'ls'])).out, /my-repository-1 +idle/)
      assert.match((await home.drover(['session', 'diff', 'my-repository-1'])).out, /\+Hello from an agent/)
    })
    await check('the checkout of the user is as it was', async () => {
      const status = await home.run('git', ['-C', path, 'status', '--porcelain', '--branch'])
      assert.equal(status.out, '## main\n')
    })
    await check('a failed turn is an exit code and a name, not a success', async () => {
      const args = ['spawn', '--harness', 'rehearsal', '--prompt', '@fail rate_limit retry-after=5', '--wait', '--json']
      const ran = await home.drover(args, { cwd: path })
      assert.equal(ran.code, 1)
      assert.equal(JSON.parse(ran.out).session.turn.state, 'error')
      const { events } = await home.json(['session', 'tail', 'my-repository-2'])
      const found = events.find((row: { kind: string }) => row.kind === 'error')
      assert.equal(found.category, 'rate_limit')
    })
  },
}
