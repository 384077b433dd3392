/**
 * The pages of the doors: every fenced line of theirs is run as it stands, in a world whose daemon was given their configuration.
 * What stands for something of the reader's own (the port, an agent that is not here, ssh) is replaced, and nothing else.
 */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Talk } from '#contract/talk'
import { type PageLines, pageLines } from '#test/support/page-lines'
import { tempRepo } from '#test/support/temp-repo'
import { bin, root, type World, world } from '#test/support/world'

const names = ['doors.md', 'talk.md', 'jobs.md', 'mcp.md', 'actions.md', 'metrics.md'] as const
const pages = Object.fromEntries(names.map((name) => [name, pageLines(name)])) as Record<
  (typeof names)[number],
  PageLines
>
/** No CLI of anybody is here: the rehearsal agent plays every agent. */
const played = (lines: string): string => lines.replace(/"(cc:haiku|cc:sonnet|cx|cc)"/g, '"rehearsal:fast"')
const configs = (['talk.md', 'doors.md', 'actions.md', 'metrics.md'] as const).map((name) =>
  played(pages[name].take('toml')),
)

let w: World
let tools: string
let env: Record<string, string>
const shim = (name: string, lines: string): void => {
  writeFileSync(join(tools, name), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(tools, name), 0o755)
}
const fit = (lines: string): string => played(lines).replaceAll('127.0.0.1:4180', `127.0.0.1:${w.daemon.port}`)
const sh = async (lines: string, more: Record<string, string> = {}): Promise<string> => {
  const run = promisify(execFile)('/bin/sh', ['-ec', fit(lines)], { env: { ...env, ...more }, timeout: 60_000 })
  return (await run).stdout
}
const config = (): string => join(w.env.HOME ?? '', '.config', 'drover', 'config.toml')

beforeAll(async () => {
  tools = mkdtempSync(join(tmpdir(), 'drover-tools-'))
  shim('ssh', 'echo "ssh: $*"')
  shim('drover', `exec "${process.execPath}" "${bin}" "$@"`)
  const PATH = `${tools}:${process.env.PATH}`
  w = await world({ config: `default_harness = "rehearsal"\n${configs.join('\n')}`, env: { PATH } })
  await w.addProject(w.repo, 'my-shop')
  await w.addProject(tempRepo(join(w.dir, 'garden')), 'garden')
  env = { ...w.env, PATH }
  mkdirSync(join(w.env.HOME ?? '', '.drover'), { recursive: true })
  writeFileSync(join(w.env.HOME ?? '', '.drover', 'token'), readFileSync(join(w.home, 'token')))
})
afterAll(async () => {
  await w?.end()
  if (tools !== undefined) rmSync(tools, { recursive: true })
})

describe('the lines of the pages of the doors', () => {
  it('their configuration holds, each by itself too, and makes the personas that they name', async () => {
    const models = (await w.call('GET', '/v1/models')).body.data.map(({ id }: { id: string }) => id)
    for (const name of ['chef', 'gardener', 'waiter', 'conversational']) expect(models).toContain(name)
    const held = readFileSync(config(), 'utf8')
    for (const lines of configs) {
      writeFileSync(config(), lines)
      expect(await w.cli(['config', 'check']), lines).toMatchObject({ code: 0 })
    }
    writeFileSync(config(), held)
  })

  it('doors.md: curl', async () => {
    expect(JSON.parse(await sh(pages['doors.md'].take('sh')))).toMatchObject({
      choices: [{ message: { content: 'User: How many legs has a sheep?' } }],
    })
    const spoken = JSON.parse(await sh(pages['doors.md'].take('sh')))
    expect(spoken).toEqual({ session_id: 'kitchen', reply: 'And a hen?' })
  })

  it('doors.md: the openai package', async () => {
    const argv = ['--input-type=module', '-e', fit(pages['doors.md'].take('js'))]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: root, env, timeout: 60_000 })
    expect(stdout).toBe('User: How many legs has a sheep?')
  })

  it('doors.md: Home Assistant', async () => {
    const { url, method, headers, content_type, payload } = parse(fit(pages['doors.md'].take('yaml'))).rest_command
      .ask_drover
    const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: headers.authorization.replace('!secret drover_token', token),
        'content-type': content_type,
      },
      body: payload.replace('{{ text | tojson }}', JSON.stringify('Включи "свет"')),
    })
    expect(await answer.json()).toEqual({ session_id: 'home', reply: 'Включи "свет"' })
  })

  it('talk.md: who there is, words under an id, and a new conversation', async () => {
    const out = await sh(pages['talk.md'].take('sh'))
    expect(out).toContain('"label":"Tonight"')
    expect(out).toContain('"delivery":{"state":"started","turn":1},"repeated":false')
    const { talk }: { talk: Talk } = (await w.call('GET', '/api/v1/talk/waiter')).body
    expect(talk.session).toBeNull()
    expect(out.trimEnd().endsWith('"session":null}}')).toBe(true)
  })

  it('talk.md: the example for a machine in trouble has five prompts, and actions in both groups', async () => {
    const held = readFileSync(config(), 'utf8')
    const example = readFileSync(join(root, 'docs', 'user', 'breakglass.example.toml'), 'utf8')
    writeFileSync(config(), example)
    try {
      expect(await w.cli(['config', 'check'])).toMatchObject({ code: 0 })
      const { talk }: { talk: Talk } = (await w.call('GET', '/api/v1/talk/breakglass')).body
      expect(talk.presets.map(({ label }) => label)).toEqual([
        'Triage',
        'Memory / OOM',
        'Disk',
        'Services',
        'QEMU wedged?',
      ])
      const { actions } = (await w.call('GET', '/api/v1/actions')).body
      const of = (mutating: boolean) =>
        actions.flatMap((one: { name: string; mutating: boolean }) => (one.mutating === mutating ? [one.name] : []))
      expect([of(false), of(true)]).toEqual([
        ['status', 'forensics'],
        ['start', 'stop', 'reset', 'cycle'],
      ])
    } finally {
      writeFileSync(config(), held)
    }
  })

  it('jobs.md: started, listed, looked at, followed to its end, cancelled too late', async () => {
    const out = await sh(pages['jobs.md'].take('sh'))
    expect(out).toContain('"metadata":{"ticket":7}')
    expect(out).toContain('event: end')
    expect(out).toContain('"cancelled":false')
    expect((await w.call('GET', '/jobs')).body.jobs).toMatchObject([{ status: 'completed' }])
  })

  it('mcp.md: installed and taken out again, Claude Desktop’s entry, and over HTTP', async () => {
    const out = await sh(pages['mcp.md'].take('sh'))
    expect(out).toMatch(/claude-code|\.claude\.json/)
    expect(readFileSync(join(w.env.HOME ?? '', '.codex', 'config.toml'), 'utf8')).toContain('drover')
    const { command, args } = JSON.parse(pages['mcp.md'].take('json')).mcpServers.drover
    const client = new Client({ name: 'desktop', version: '1' })
    await client.connect(new StdioClientTransport({ command, args, env }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('sessions')
    await client.close()
    expect(await sh(pages['mcp.md'].take('sh'))).toContain('sessions')
  })

  it('actions.md: listed, run by the command line and by curl, and the danger behind its forensics', async () => {
    const out = await sh(pages['actions.md'].take('sh'))
    expect(out).toMatch(/reset +changes +forensics/)
    expect(out.match(/ssh: -o BatchMode=yes -o ConnectTimeout=10 root@pve status/g)).toHaveLength(2)
    const reset = (await w.call('POST', '/api/v1/actions/reset')).body
    expect(reset).toMatchObject({ exitCode: 0, before: { name: 'forensics', exitCode: 0 } })
  })

  it('metrics.md: what Prometheus is told opens the metrics', async () => {
    const [job] = parse(pages['metrics.md'].take('yaml')).scrape_configs
    const [target] = job.static_configs[0].targets
    const answer = await fetch(`http://${fit(target)}/metrics`, {
      headers: { authorization: `Bearer ${job.authorization.credentials}` },
    })
    expect([answer.status, (await answer.text()).includes('# HELP drover_')]).toEqual([200, true])
  })

  it('no page has a line that was not run', () => {
    expect(names.flatMap((name) => pages[name].left)).toEqual([])
  })
})
