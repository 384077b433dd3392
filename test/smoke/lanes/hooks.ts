/** Hooks: an agent reports its activity with its own token, by the very `curl` line of docs/protocol.md. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Lane } from '../lane.ts'

/** The line a user would copy out of the documentation. */
function documented(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/protocol.md'), 'utf8').replace(/\n\s*/g, ' ')
  const line = /`(curl --unix-socket "\$DROVER_SOCKET"[^`]*)`/.exec(text)?.[1]
  if (line === undefined) throw new Error('docs/protocol.md shows no curl line for a hook')
  return line.replaceAll('  ', ' ')
}

export const hooksLane: Lane = {
  name: 'hooks',
  shows: "activity by the agent's own token, as docs/protocol.md says",
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const hook = documented()
    const report = (state: string) => hook.replace('"state":"idle"', `"state":"${state}"`)
    const agent = [
      '@say ready',
      `@sh ${report('blocked')} -sS -w ' %{http_code}' > blocked.out`,
      '@sh until [ -f go ]; do sleep 0.05; done',
      `@sh ${report('active')} -sS -w ' %{http_code}' > active.out`,
      `@sh ${report('dancing')} -sS -w ' %{http_code}' > wrong.out`,
      '@sh printf %s "$DROVER_TOKEN" > token.new; mv token.new token',
      '@hang',
    ].join('\n')
    const { session } = await home.json(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', agent])
    const file = (name: string) => readFileSync(join(session.workspace, name), 'utf8')
    await check('a hook inside the agent says blocked, and the fleet is told', async () => {
      const seen = await home.until(session.id, (one) => one.activity.state === 'blocked')
      assert.equal(seen.status, 'blocked')
      await home.run('touch', [join(session.workspace, 'go')])
    })
    await check('and active again; a word that is none is refused by name', async () => {
      await home.run('sh', ['-c', `until [ -f '${session.workspace}/token' ]; do sleep 0.05; done`])
      assert.match(file('blocked.out'), / 200$/)
      assert.match(file('active.out'), / 200$/)
      assert.match(file('wrong.out'), /INVALID_ACTIVITY_STATE.* 400$/s)
      assert.equal((await home.json(['session', 'get', session.id])).session.status, 'working')
    })
    await check('its token speaks for itself and for nothing else', async () => {
      const token = file('token')
      const path = `/api/v1/sessions/${session.id}`
      assert.equal((await home.curl('GET', path, { token, socket: true })).status, 200)
      const refused = [
        await home.curl('POST', `${path}/kill`, { token, socket: true, body: {} }),
        await home.curl('GET', '/api/v1/sessions', { token, socket: true }),
        await home.curl('POST', '/shutdown', { token, socket: true, body: {} }),
      ]
      assert.deepEqual(
        refused.map((one) => [one.status, one.json.code]),
        refused.map(() => [403, 'FORBIDDEN_SCOPE']),
      )
    })
    await check('the token dies with its launch', async () => {
      const token = file('token')
      await home.json(['cancel', session.id])
      const late = await home.curl('GET', `/api/v1/sessions/${session.id}`, { token, socket: true })
      assert.deepEqual([late.status, late.json.code], [401, 'UNAUTHORIZED'])
    })
  },
}
