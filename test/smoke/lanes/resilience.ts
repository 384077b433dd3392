/** Resilience: kill -9 of the daemon, of an agent, of both; nothing is lost, nothing is said twice. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'

/** kill -9, and back only when it is gone. */
async function killHard(home: Home, pid: number): Promise<void> {
  await home.run('kill', ['-9', String(pid)])
  await home.run('sh', ['-c', `while kill -0 ${pid} 2>/dev/null; do sleep 0.05; done`])
}

/** Every row of a session, by pages. */
async function rowsOf(home: Home, id: string): Promise<{ id: number; kind: string; text?: string }[]> {
  const all: { id: number; kind: string; text?: string }[] = []
  for (;;) {
    const page = await home.curl('GET', `/api/v1/sessions/${id}/events?after=${all.at(-1)?.id ?? 0}&limit=1000`)
    all.push(...page.json.events)
    if (page.json.events.length < 1000) return all
  }
}

export const resilienceLane: Lane = {
  name: 'resilience',
  shows: 'kill -9 of the daemon under a streaming agent, of an agent, of both',
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const spawn = async (prompt: string) =>
      (await home.json(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--model', 'fast', '--prompt', prompt]))
        .session
    const daemon = async (): Promise<number> => (await home.json(['status'])).pid
    const gate = (word: string) => `@sh until [ -f ${word} ]; do sleep 0.05; done; rm ${word}`
    const open = (workspace: string, word: string) => home.run('touch', [join(workspace, word)])

    await check('the daemon dies under an agent that writes: the same process, every line once', async () => {
      const session = await spawn(`@flood 500 80\n${gate('one')}\n@flood 500 80\n${gate('two')}\n@flood 500 80`)
      const { launch } = await home.until(session.id, (one) => one.status === 'working' && one.launch !== null)
      for (const word of ['one', 'two']) {
        await killHard(home, await daemon())
        assert.equal((await home.json(['status'])).state, 'stale')
        await open(session.workspace, word)
        await home.json(['start'])
        const { session: now } = await home.json(['session', 'get', session.id])
        if (now.launch !== null) assert.equal(now.launch.pid, launch.pid)
      }
      await home.until(session.id, (one) => one.status === 'idle' && one.turn?.state === 'completed')
      const rows = await rowsOf(home, session.id)
      assert.deepEqual(
        rows.map((row) => row.id),
        rows.map((_, index) => index + 1),
      )
      const said = rows.flatMap((row) =>
        row.kind === 'text' && row.text?.startsWith('flood ') ? [row.text.split(' ')[1]] : [],
      )
      const burst = Array.from({ length: 500 }, (_, n) => `${n + 1}/500`)
      assert.deepEqual(said, [...burst, ...burst, ...burst])
      assert.equal(rows.filter((row) => row.kind === 'turn_end').length, 1)
    })
    await check('an agent is killed from outside: seen, told, and the session goes on', async () => {
      const session = await spawn('@remember plover\n@say up\n@hang')
      const { launch } = await home.until(session.id, (one) => one.lastText === 'up' && one.launch?.pid > 0)
      await killHard(home, launch.pid)
      const after = await home.until(session.id, (one) => one.status === 'failed')
      assert.deepEqual([after.turn.state, after.failure.code], ['error', 'AGENT_CRASHED'])
      await home.json(['send', '--session', session.id, '--message', '@recall'])
      const last = await home.until(session.id, (one) => one.turn?.n === 2 && one.status === 'idle')
      assert.match(last.lastText, /plover/)
    })
    await check('both die at once: the turn is lost, nothing shows working', async () => {
      const session = await spawn('@say up\n@hang')
      const { launch } = await home.until(session.id, (one) => one.lastText === 'up' && one.launch?.pid > 0)
      const file = join(home.home, 'sessions', session.id, 'launches', '1', 'pid')
      const wrapper = Number(readFileSync(file, 'utf8').split('\n')[0])
      await killHard(home, await daemon())
      await killHard(home, wrapper)
      await killHard(home, launch.pid)
      await home.json(['start'])
      const { session: now } = await home.json(['session', 'get', session.id])
      assert.deepEqual([now.status, now.turn.state, now.launch], ['failed', 'lost', null])
      const report = await home.json(['doctor'])
      assert.deepEqual(
        report.checks.filter((one: { level: string }) => one.level === 'FAIL'),
        [],
      )
    })
  },
}
