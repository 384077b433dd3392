/** Daemon control: start, status, restart, stop, a second start, what happens without it. */
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'

export const daemonLane: Lane = {
  name: 'daemon',
  shows: 'start, status, health by curl, restart, doctor, logs, stop',
  async run({ home, check }) {
    await check('nothing runs before anyone asked', async () => {
      assert.equal((await home.json(['status'])).state, 'not_running')
      const ran = await home.drover(['project', 'ls', '--no-start'])
      assert.equal(ran.code, 1)
      assert.match(ran.err, /\(DAEMON_NOT_RUNNING\)/)
    })
    const first = await check('start answers when it is ready, a second start names the same daemon', async () => {
      const started = await home.json(['start'])
      assert.equal(started.state, 'ready')
      assert.equal((await home.json(['start'])).pid, started.pid)
      return started
    })
    await check('files of the home are private', () => {
      for (const name of ['token', 'drover.sock', 'drover.db', 'running.json'])
        assert.equal(statSync(join(home.home, name)).mode & 0o777, 0o600, name)
    })
    await check('curl finds it healthy and ready on both doors, without a token', async () => {
      for (const socket of [false, true]) {
        const [health, ready] = [
          await home.curl('GET', '/healthz', { token: null, socket }),
          await home.curl('GET', '/readyz', { token: null, socket }),
        ]
        assert.deepEqual([health.status, health.json.service, health.json.pid], [200, 'drover', first.pid])
        assert.equal(ready.status, 200)
      }
    })
    await check('doctor finds no failure', async () => {
      const report = await home.json(['doctor'])
      assert.deepEqual([report.ok, report.failures], [true, 0])
    })
    await check('restart gives another process', async () => {
      const next = await home.json(['restart'])
      assert.notEqual(next.pid, first.pid)
      assert.match((await home.drover(['logs'])).out, /ready/)
    })
    await check('stop returns when it is gone, and may be said twice', async () => {
      assert.equal((await home.json(['stop'])).state, 'not_running')
      assert.equal(existsSync(join(home.home, 'running.json')), false)
      assert.equal((await home.drover(['stop'])).code, 0)
    })
  },
}
