/** What each harness does with the instructions of a role and with Drover's tool server: argv, environment, files, first words. */
import { describe, expect, it } from 'vitest'
import type { LaunchPlan, McpServer, Start } from '#ports/harness'
import { createAcp } from './acp/acp.ts'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { createCopilot } from './copilot/copilot.ts'
import { createCustom } from './custom/custom.ts'
import { everyHarness, script } from './every-harness.suite.ts'
import { createGemini } from './gemini/gemini.ts'
import { createOpencode } from './opencode/opencode.ts'
import { createPi } from './pi/pi.ts'
import { createQwen } from './qwen/qwen.ts'
import { startWith } from './recorded.suite.ts'
import { createRehearsal } from './rehearsal/rehearsal.ts'

const mcp: McpServer = { name: 'drover', command: '/opt/drover', args: ['mcp'], env: ['DROVER_SOCKET', 'DROVER_TOKEN'] }
const instructions = 'You are a builder.\nReport with `mail_send`: "done" or $HOME.'
const file = '/drover/sessions/demo-1/launches/1/instructions.md'
const role = (over: Partial<Start> = {}): Start => startWith({ instructions, mcp, ...over })
const given = (plan: LaunchPlan, flag: string): string | undefined => plan.argv[plan.argv.indexOf(flag) + 1]
const json = (text: string | undefined): unknown => JSON.parse(text ?? 'null')
const before = `<instructions>\n${instructions}\n</instructions>\n\nthe prompt`

describe('every harness', () => {
  it.each(everyHarness)('%s: without a role its launch is as ever', (_, harness, over) => {
    const plan = harness.plan(startWith(over))
    const told = JSON.stringify([plan, harness.open(startWith(over), null).begin().writes])
    expect(told).not.toMatch(/instructions|mcp|drover_\*/i)
  })

  it.each(everyHarness)('%s: places nothing outside the launch directory', (_, harness, over) => {
    for (const { path } of harness.plan(role(over)).files) expect(path).not.toMatch(/^\/|\.\./)
  })

  it.each(everyHarness)('%s: names the server only where it says that it takes one', (_, harness, over) => {
    const opened = harness.open(role(over), null)
    const hello = opened.begin().writes
    const next = opened.hear('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}').writes
    expect(JSON.stringify([harness.plan(role(over)), hello, next]).includes('/opt/drover')).toBe(harness.can.mcp)
  })

  it.each(everyHarness)('%s: the instructions are in what it is given', (_, harness, over) => {
    const opened = harness.open(role(over), null)
    const lines = [
      '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}',
      '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"n"}}',
    ]
    const said = [...opened.begin().writes, ...lines.flatMap((line) => opened.hear(line).writes)]
    expect(JSON.stringify([harness.plan(role(over)), said])).toContain('You are a builder.')
  })
})

describe('claude-code', () => {
  const harness = createClaudeCode()
  it('takes a file that counts in this launch, whatever the conversation recorded', () => {
    const plan = harness.plan(role({ version: '2.1.325', resume: 'n1' }))
    expect(given(plan, '--append-system-prompt-file')).toBe(file)
    expect(given(plan, '--system-prompt-snapshot')).toBe('off')
    expect(plan.files).toEqual([{ path: 'instructions.md', content: `${instructions}\n` }])
  })
  it('is not given a switch that an older one would refuse', () => {
    expect(harness.plan(role({ version: '2.1.197' })).argv).not.toContain('--system-prompt-snapshot')
  })
  it('is told the server with names of variables in place of their values', () => {
    const env = Object.fromEntries(mcp.env.map((name) => [name, `\${${name}}`]))
    expect(json(given(harness.plan(role()), '--mcp-config'))).toEqual({
      mcpServers: { drover: { command: '/opt/drover', args: ['mcp'], env, alwaysLoad: true } },
    })
  })
  it.each([
    ['bypass', undefined],
    ['ask', 'mcp__drover'],
    ['read-only', 'mcp__drover'],
  ] as const)('%s: allows %s', (permissions, allowed) => {
    const plan = harness.plan(role({ permissions }))
    expect(plan.argv.includes('--allowedTools') ? given(plan, '--allowedTools') : undefined).toBe(allowed)
  })
})

describe('codex', () => {
  const harness = createCodex()
  const settings = (plan: LaunchPlan) => plan.argv.filter((_, at) => plan.argv[at - 1] === '-c')
  const stdin = (over: Partial<Start>) => harness.plan(role(over)).stdin
  const after1 = (over: Partial<Start> = {}) => {
    const dialogue = harness.open(role(over), null)
    dialogue.hear('{"type":"thread.started","thread_id":"t1"}')
    return dialogue.save()
  }
  const afterOther = () => {
    const over = { instructions: 'another', resume: 't1', previous: after1() }
    const dialogue = harness.open(role(over), null)
    dialogue.hear('{"type":"thread.started","thread_id":"t1"}')
    return dialogue.save()
  }
  it('exec: both by settings of the launch', () => {
    expect(settings(harness.plan(role()))).toEqual(
      expect.arrayContaining([
        `developer_instructions=${JSON.stringify(instructions)}`,
        'mcp_servers.drover.command="/opt/drover"',
        'mcp_servers.drover.args=["mcp"]',
        'mcp_servers.drover.env_vars=["DROVER_SOCKET","DROVER_TOKEN"]',
        'mcp_servers.drover.default_tools_approval_mode="approve"',
        'mcp_servers.drover.required=true',
      ]),
    )
  })
  it('quotes what TOML reads otherwise than JSON', () => {
    expect(settings(harness.plan(role({ instructions: 'a\u007fb' })))).toContain('developer_instructions="a\\u007fb"')
  })
  it.each([
    ['a new thread', {}, 'the prompt'],
    ['the same text after a resume', { resume: 't1', previous: after1() }, 'the prompt'],
    ['another text after a resume', { resume: 't1', previous: after1({ instructions: 'old' }) }, before],
    ['a thread that nobody knows', { resume: 't1' }, before],
    ['none at first', { resume: 't1', previous: after1({ instructions: null }) }, before],
    ['the first text once more, after another', { resume: 't1', previous: afterOther() }, before],
    ['a fork', { resume: 't1', fork: true, previous: after1() }, 'the prompt'],
  ] as const)('exec: %s', (_, over, text) => {
    expect(stdin(over)).toEqual({ mode: 'file', text })
  })
  it('a text too long for an argument goes before the prompt, in every turn', () => {
    const long = 'x'.repeat(120_000)
    expect(harness.plan(role({ instructions: long })).argv.join(' ')).not.toContain('xxx')
    const over = { instructions: long, resume: 't1', previous: after1({ instructions: long }) }
    expect(stdin(over)).toMatchObject({ text: expect.stringContaining(long) })
  })
  it('app-server: told whenever a thread is opened, and before the prompts of a thread that began with another text', () => {
    const words = (over: Partial<Start>): readonly string[] => {
      const dialogue = harness.open(role({ config: { lifetime: 'session' }, ...over }), null)
      const hello = dialogue.begin().writes
      const thread = dialogue.hear('{"id":1,"result":{}}').writes
      const turn = dialogue.hear('{"id":2,"result":{"thread":{"id":"t1"}}}').writes
      return [...hello, ...thread, ...turn]
    }
    const fresh = words({})
    expect(JSON.parse(fresh[2] ?? '')).toMatchObject({
      method: 'thread/start',
      params: {
        developerInstructions: instructions,
        config: { mcp_servers: { drover: { env_vars: ['DROVER_SOCKET', 'DROVER_TOKEN'], required: true } } },
      },
    })
    const said = (lines: readonly string[]) => JSON.parse(lines[3] ?? '').params.input[0].text
    expect(said(fresh)).toBe('the prompt')
    expect(said(words({ resume: 't1', previous: after1() }))).toBe('the prompt')
    expect(said(words({ resume: 't1', previous: after1({ instructions: 'old' }) }))).toBe(before)
  })
})

describe('opencode', () => {
  const harness = createOpencode()
  const config = (over: Partial<Start>) => json(harness.plan(role(over)).env.OPENCODE_CONFIG_CONTENT)
  it("adds to the user's own inline configuration", () => {
    const own = { instructions: ['mine.md'], mcp: { other: { type: 'local' } }, plugin: ['p'], share: 'disabled' }
    expect(config({ hostEnv: { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) } })).toEqual({
      share: 'disabled',
      instructions: ['mine.md', file],
      mcp: {
        other: { type: 'local' },
        drover: { type: 'local', command: ['/opt/drover', 'mcp'], enabled: true, timeout: 60_000 },
      },
      plugin: ['p', expect.stringContaining('retries.mjs')],
    })
  })
  it('refuses a launch whose role could not be told', () => {
    expect(() => config({ hostEnv: { OPENCODE_CONFIG_CONTENT: '// mine' } })).toThrow(/OPENCODE_CONFIG_CONTENT/)
  })
  it('read-only: allows its tools and no others besides', () => {
    const allowed = (over: Partial<Start>) =>
      json(harness.plan(startWith({ permissions: 'read-only', ...over })).env.OPENCODE_PERMISSION) as object
    expect(allowed({ mcp })).toEqual({ ...allowed({}), 'drover_*': 'allow' })
    expect(Object.keys(allowed({ mcp })).at(-1)).toBe('drover_*')
  })
})

describe('qwen', () => {
  const harness = createQwen()
  it('by flags; the words that follow a list are flags', () => {
    const plan = harness.plan(role({ program: script }))
    expect(given(plan, '--append-system-prompt')).toBe(instructions)
    expect(json(given(plan, '--mcp-config'))).toEqual({
      mcpServers: { drover: { command: '/opt/drover', args: ['mcp'], trust: true } },
    })
    expect(plan.argv[plan.argv.indexOf('--exclude-tools') + 2]).toMatch(/^--/)
    expect(plan.stdin).toEqual({ mode: 'file', text: 'the prompt' })
  })
  it('too long for an argument: before the prompt', () => {
    const plan = harness.plan(role({ program: script, instructions: 'y'.repeat(120_000) }))
    expect(plan.argv).not.toContain('--append-system-prompt')
    expect(plan.stdin).toMatchObject({ text: expect.stringContaining('yyy') })
  })
})

describe('copilot', () => {
  const harness = createCopilot()
  it('reads a folder of the launch beside the folders of the user', () => {
    const plan = harness.plan(role({ config: { env: { COPILOT_CUSTOM_INSTRUCTIONS_DIRS: '/mine' } } }))
    const folder = '/drover/sessions/demo-1/launches/1/instructions'
    expect(plan.env.COPILOT_CUSTOM_INSTRUCTIONS_DIRS).toBe(`/mine,${folder}`)
    expect(plan.files).toEqual([
      {
        path: 'instructions/.github/instructions/drover.instructions.md',
        content: `---\napplyTo: "**"\n---\n${instructions}\n`,
      },
    ])
    expect(json(given(plan, '--additional-mcp-config'))).toEqual({
      mcpServers: { drover: { type: 'local', command: '/opt/drover', args: ['mcp'], tools: ['*'] } },
    })
    expect(plan.argv).not.toContain('--allow-tool=drover')
    expect(harness.plan(role({ permissions: 'read-only' })).argv).toContain('--allow-tool=drover')
  })
})

describe('the others', () => {
  it('pi: its flag takes a file', () => {
    expect(given(createPi().plan(role({ program: script })), '--append-system-prompt')).toBe(file)
  })
  it('gemini and a custom harness: before the words of each prompt', () => {
    expect(createGemini().plan(role({ program: script })).stdin).toEqual({ mode: 'file', text: before })
    expect(createCustom('mine', { command: ['mine'] }).plan(role()).stdin).toEqual({ mode: 'file', text: before })
  })
  it('a custom harness for the whole session: also before later prompts, and not before an answer', () => {
    const config = { command: ['mine'], output: 'drover', lifetime: 'session' }
    const dialogue = createCustom('mine', config).open(role({ config }), null)
    const prompt = { type: 'prompt', text: 'the prompt', source: 'operator', model: null } as const
    const lines = [...dialogue.begin().writes, ...dialogue.say(prompt).writes]
    expect(lines.map((line) => JSON.parse(line).text)).toEqual([before, before])
    expect(dialogue.say({ type: 'steer', text: 'left' }).writes.join('')).not.toContain('builder')
  })
  it('rehearsal: a file that is named by a variable, and the prompt alone is played', () => {
    const harness = createRehearsal({ player: '/player', node: '/node' })
    const plan = harness.plan(role())
    expect(plan.env).toEqual({ DROVER_INSTRUCTIONS_FILE: file })
    expect(plan.files).toEqual([{ path: 'instructions.md', content: `${instructions}\n` }])
    expect(harness.open(role(), null).begin().writes.join('')).not.toContain('builder')
  })
  it('acp: opencode is told the server when its session is opened, with no value of a variable', () => {
    const harness = createAcp('o', { protocol: 'acp', command: ['opencode', 'acp'] })
    const dialogue = harness.open(role(), null)
    dialogue.begin()
    const [line] = dialogue.hear('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}').writes
    expect(JSON.parse(line ?? '').params.mcpServers).toEqual([
      { name: 'drover', command: '/opt/drover', args: ['mcp'], env: [] },
    ])
    expect(json(harness.plan(role()).env.OPENCODE_CONFIG_CONTENT)).toEqual({ instructions: [file] })
  })
})
