/**
 * An agent's door to Drover on the real CLIs: the scripted model calls a tool of `drover mcp` as it is built, the call reaches
 * the daemon's socket with the launch's token, and its answer reaches the model. In every permission mode nobody is asked for
 * it, and nothing else is let in by it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAcp } from '#adapters/harness/acp/acp'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import { createCodex } from '#adapters/harness/codex/codex'
import { createCopilot } from '#adapters/harness/copilot/copilot'
import { createOpencode } from '#adapters/harness/opencode/opencode'
import { createQwen } from '#adapters/harness/qwen/qwen'
import { nativeIdOf } from '#flows/harness/check/hear'
import type { Harness, McpServer, Start } from '#ports/harness'
import { textOf } from '../conformance/fixtures.suite.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { bin as drover } from '../support/world.ts'
import { type Bench, openBench } from './bench.ts'
import { onCached } from './cached.ts'
import { cliNamed, settle } from './clis.ts'

const server: McpServer = {
  name: 'drover',
  command: process.execPath,
  args: [drover, 'mcp'],
  env: ['DROVER_SOCKET', 'DROVER_TOKEN', 'DROVER_SESSION_ID', 'DROVER_LAUNCH_ID'],
}
const token = 'token-of-this-launch'
/** No word of it begins with a sign that some CLIs take for a file. */
const mail = { to: 'operator', subject: 'done', body: 'all of it' }
const acp = (name: string, ...command: string[]): Harness => createAcp(`${name}-acp`, { protocol: 'acp', command })

const rows: readonly [string, Harness, readonly Start['permissions'][], Partial<Start>][] = [
  ['claude-code', createClaudeCode(), ['bypass', 'ask', 'read-only'], {}],
  ['codex', createCodex(), ['bypass', 'ask', 'read-only'], {}],
  ['codex', createCodex(), ['read-only'], { config: { lifetime: 'session' } }],
  ['opencode', createOpencode(), ['bypass', 'read-only'], {}],
  ['opencode', acp('opencode', 'opencode', 'acp'), ['bypass'], {}],
  ['qwen', createQwen(), ['bypass', 'read-only'], {}],
  ['qwen', acp('qwen', 'qwen', '--acp'), ['bypass', 'ask'], {}],
  ['copilot', acp('copilot', 'copilot', '--acp'), ['bypass', 'ask'], {}],
  ['copilot', createCopilot(), ['bypass', 'read-only'], {}],
  // What keeps a stranger's servers out lets Drover's in.
  ['claude-code', createClaudeCode(), ['read-only'], { trusted: false }],
  ['codex', createCodex(), ['read-only'], { trusted: false }],
  ['opencode', createOpencode(), ['read-only'], { trusted: false }],
  ['qwen', createQwen(), ['read-only'], { trusted: false }],
  ['copilot', createCopilot(), ['read-only'], { trusted: false }],
]

for (const [name, harness, modes, over] of rows) {
  const cli = cliNamed(name)
  onCached(name, cli.version, (bin) => {
    describe(`the door of ${harness.id} ${cli.version} ${JSON.stringify(over)}`, () => {
      let bench: Bench
      let daemon: Loopback
      let env: Record<string, string>
      beforeAll(async () => {
        bench = await openBench(harness, bin, cli.version, ({ home, model }) => settle(cli, home, model.url))
        const socket = join(bench.root, 'd.sock')
        daemon = await loopback(socket, (_, n) => ({ status: 201, body: { mail: { id: `m-${100 + n}` } } }))
        env = { DROVER_SOCKET: socket, DROVER_TOKEN: token }
      })
      afterAll(async () => {
        await daemon.down()
        await bench.close()
      })

      it.each(modes)('%s: a call reaches Drover, its answer the model, and nobody is asked', async (permissions) => {
        const before = daemon.asked.length
        const prompt = `MODEL door mail_send ${JSON.stringify(mail)}`
        const run = await bench.turn(prompt, { ...over, permissions, mcp: server }, env)
        expect(daemon.asked.slice(before)).toEqual([
          { method: 'POST', path: '/api/v1/mail', key: expect.any(String), token, body: mail },
        ])
        expect(run.all.filter((event) => event.kind === 'request')).toEqual([])
        expect(run.all.filter((event) => event.kind === 'tool_result')).toMatchObject([{ ok: true }])
        expect(textOf(run.all)).toContain('done 1')
        const told = bench.model.requests.findLast((request) => !request.helper && request.prompt === prompt)
        expect(JSON.stringify(told?.body)).toContain(`m-${101 + before}`)
        expect(JSON.stringify([run.plan, run.lines])).not.toContain(token)
      })

      it.each(modes.filter((mode) => mode === 'read-only'))('%s: stays so beside the door', async (permissions) => {
        await bench.turn('MODEL run echo no > no.txt', { ...over, permissions, mcp: server }, env)
        expect(existsSync(join(bench.work, 'no.txt'))).toBe(false)
      })
    })
  })
}

onCached('codex', cliNamed('codex').version, (bin) => {
  it('codex: instructions in a thread that goes from `exec` to its server and back, with other ones on the way', async () => {
    const cli = cliNamed('codex')
    const bench = await openBench(createCodex(), bin, cli.version, ({ home, model }) => settle(cli, home, model.url))
    const words = (word: string) => `The codeword of your role is ${word}.`
    const session = { config: { lifetime: 'session' } }
    const first = await bench.turn('MODEL role', { ...session, instructions: words('avocet') })
    const resume = nativeIdOf(first)
    const again = await bench.turn('MODEL role', { instructions: words('avocet'), resume, previous: first.saved })
    const other = await bench.turn('MODEL role', {
      ...session,
      instructions: words('curlew'),
      resume,
      previous: again.saved,
    })
    const back = await bench.turn('MODEL role', {
      ...session,
      instructions: words('avocet'),
      resume,
      previous: other.saved,
    })
    await bench.close()
    const heard = [first, again, other, back].map((run) => textOf(run.all))
    expect(heard).toEqual(['role avocet', 'role avocet', 'role curlew', 'role avocet'])
    // The same text is not said twice: once by the developer, and once in the answer to the first prompt.
    const asked = bench.model.requests.filter((request) => !request.helper)
    expect(JSON.stringify(asked[1]?.body).split('avocet')).toHaveLength(3)
  })
})
