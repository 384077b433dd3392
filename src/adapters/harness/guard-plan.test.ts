/** What each harness's launch of a role takes along so that its CLI asks first, and that nothing else is lost by it. */
import { describe, expect, it } from 'vitest'
import type { LaunchPlan, Start } from '#ports/harness'
import { createAcp } from './acp/acp.ts'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { threadRole } from './codex/role.ts'
import { createCopilot } from './copilot/copilot.ts'
import { everyHarness, script } from './every-harness.suite.ts'
import { createOpencode } from './opencode/opencode.ts'
import { createPi } from './pi/pi.ts'
import { createQwen } from './qwen/qwen.ts'
import { startWith } from './recorded.suite.ts'
import { createRehearsal } from './rehearsal/rehearsal.ts'

const role = (over: Partial<Start> = {}): Start =>
  startWith({ instructions: 'You build.', guard: { nativeSubagents: 'allow', judge: () => null }, ...over })
const deny: Pick<Start, 'guard'> = { guard: { nativeSubagents: 'deny', judge: () => null } }
const given = (plan: LaunchPlan, flag: string): string => plan.argv[plan.argv.indexOf(flag) + 1] ?? ''
const times = (plan: LaunchPlan, flag: string): number => plan.argv.filter((word) => word === flag).length
const hook = '/drover/sessions/demo-1/launches/1/guard-hook.sh'
const placed = (plan: LaunchPlan): readonly string[] => plan.files.map(({ path }) => path)

/** The player asks by itself. */
const byHook = everyHarness.filter(([name]) => name !== 'rehearsal')

describe('every harness', () => {
  it.each(byHook)(
    '%s: the hook is among its files exactly where it says `guard` (must never 13)',
    (_, harness, over) => {
      expect(placed(harness.plan(role(over))).includes('guard-hook.sh')).toBe(harness.can.guard)
      expect(placed(harness.plan(startWith(over)))).not.toContain('guard-hook.sh')
    },
  )

  it.each(everyHarness)('%s: what its launch has without a guard is there with one', (_, harness, over) => {
    const [bare, guarded] = [harness.plan(role({ ...over, guard: null })), harness.plan(role(over))]
    expect(guarded.argv).toEqual(expect.arrayContaining([...bare.argv]))
    expect(Object.keys(guarded.env)).toEqual(expect.arrayContaining(Object.keys(bare.env)))
    expect(placed(guarded)).toEqual(expect.arrayContaining([...placed(bare)]))
  })
})

describe('claude-code', () => {
  const harness = createClaudeCode()
  it.each(['bypass', 'ask', 'read-only'] as const)('%s: one flag for settings, one for denied tools', (permissions) => {
    const plan = harness.plan(role({ permissions, ...deny }))
    expect([times(plan, '--settings'), times(plan, '--disallowedTools')]).toEqual([1, 1])
    expect(JSON.stringify(JSON.parse(given(plan, '--settings')))).toContain(hook)
    const denied = given(plan, '--disallowedTools').split(',')
    expect(denied).toEqual(expect.arrayContaining(['Task', 'Agent']))
    expect(denied.includes('Bash')).toBe(permissions === 'read-only')
    expect(new Set(denied).size).toBe(denied.length)
  })
  it('its own sub-agents are left to it by default', () =>
    expect(times(harness.plan(role()), '--disallowedTools')).toBe(0))
})

describe('codex', () => {
  const trust = '--dangerously-bypass-hook-trust'
  it('exec: the flags come right after the command', () => {
    const { argv } = createCodex().plan(role(deny))
    expect(argv[argv.indexOf('exec') + 1]).toBe(trust)
    expect(argv.join(' ')).toContain(hook)
    expect(argv).toContain('agents.enabled=false')
  })

  it('app-server: the hook is a setting, and its trust is told with the thread', () => {
    const start = role({ permissions: 'ask', ...deny })
    const { argv } = createCodex().plan(start)
    expect(argv).not.toContain(trust)
    expect(argv.slice(argv.indexOf('app-server')).join(' ')).toContain(hook)
    expect(argv).toContain('agents.enabled=false')
    expect(threadRole(start).config).toEqual({ bypass_hook_trust: true })
    expect(threadRole({ ...start, guard: null }).config).toBeUndefined()
  })
})

describe('opencode', () => {
  it.each([
    ['run', createOpencode()],
    ['acp', createAcp('o', { protocol: 'acp', command: ['opencode', 'acp'] })],
  ] as const)("%s: the plugin beside the user's own, the role's words and the rules", (_, harness) => {
    const own = JSON.stringify({ plugin: ['file:///own.js'], permission: { edit: 'ask' } })
    const plan = harness.plan(role({ hostEnv: { OPENCODE_CONFIG_CONTENT: own }, ...deny }))
    expect(JSON.parse(plan.env.OPENCODE_CONFIG_CONTENT ?? '')).toMatchObject({
      plugin: expect.arrayContaining(['file:///own.js', expect.stringContaining('guard-plugin.mjs')]),
      permission: { edit: 'ask', task: 'deny', bash: { 'git push*': 'deny' } },
      instructions: [expect.stringContaining('instructions.md')],
    })
  })
})

describe('qwen', () => {
  const harness = createQwen()
  const start = (over: Partial<Start>) => role({ program: script, trusted: true, ...over })
  it('asks by a settings file of the launch', () => {
    const plan = harness.plan(start({}))
    expect(plan.env.QWEN_CODE_SYSTEM_SETTINGS_PATH).toMatch(/guard-settings\.json$/)
    expect(plan.unguarded).toBeUndefined()
  })
  it.each([
    ['a repository that nobody trusts', { trusted: false }, /safe mode/],
    ['a settings file in that place', { hostEnv: { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/etc/q' } }, /is set already/],
  ] as const)('%s: says that it is not guarded', (_, over, why) => {
    const plan = harness.plan(start(over))
    expect(plan.unguarded).toMatch(why)
    expect(placed(plan)).not.toContain('guard-hook.sh')
    expect(harness.plan(start({ ...over, guard: null })).unguarded).toBeUndefined()
  })
})

it('copilot and pi: what is loaded is named before the model and the conversation', () => {
  const copilot = createCopilot().plan(role(deny))
  expect(given(copilot, '--plugin-dir')).toMatch(/guard-plugin$/)
  expect(copilot.argv).toContain('--excluded-tools=task')
  const pi = createPi().plan(role({ program: script, trusted: false }))
  expect(given(pi, '-e')).toMatch(/guard-extension\.ts$/)
  expect(pi.argv).toContain('--no-extensions')
})

it('rehearsal: the player is told to ask', () => {
  const harness = createRehearsal({ player: '/player', node: '/node' })
  expect([harness.plan(role()), harness.plan(startWith())].map(({ argv }) => argv.includes('--guarded'))).toEqual([
    true,
    false,
  ])
})
