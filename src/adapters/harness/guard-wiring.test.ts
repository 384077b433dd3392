/** What each CLI is launched with so that it asks first. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, expect, test } from 'vitest'
import { type GuardPlace, type GuardWiring, guardWiring } from './guard-wiring.ts'

const base = mkdtempSync(join(tmpdir(), 'drover-wiring-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const launchDir = join(base, "it's here")
const place: GuardPlace = { launchDir, cwd: '/work/tree', trusted: false, nativeSubagents: 'allow' }

function wired(id: string, changed: Partial<GuardPlace> = {}): GuardWiring {
  const wiring = guardWiring(id, { ...place, ...changed })
  if (wiring === 'unguarded') throw new Error(`${id} is unguarded`)
  return wiring
}

const file = (wiring: GuardWiring, path: string): string => {
  const found = wiring.files.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found.content
}

/** A hook's command line as the CLI runs it: through a shell. Without a daemon it refuses. */
function runs(wiring: GuardWiring, command: string) {
  for (const { path, content } of wiring.files) {
    mkdirSync(dirname(join(launchDir, path)), { recursive: true })
    writeFileSync(join(launchDir, path), content)
  }
  return spawnSync('/bin/sh', ['-c', command], { input: '{}', encoding: 'utf8', env: { PATH: process.env.PATH } })
}

interface Hooks {
  hooks: Record<string, [{ matcher: string; hooks: [{ type: string; command: string }] }]>
}

test('claude: a command hook for every tool in its settings, which refuses without a daemon', () => {
  const wiring = wired('claude-code')
  expect(wiring.argv[0]).toBe('--settings')
  const { hooks } = JSON.parse(wiring.argv[1]!) as Hooks
  expect(hooks.PreToolUse![0]).toMatchObject({ matcher: '*', hooks: [{ type: 'command' }] })
  expect(runs(wiring, hooks.PreToolUse![0].hooks[0].command)).toMatchObject({ status: 2, stdout: '' })
  expect(wired('claude-code', { nativeSubagents: 'deny' }).argv).toContain('--disallowedTools')
})

test('codex: a hook as configuration, and an untrusted repository has none of its own', () => {
  const { argv } = wired('codex')
  expect(argv[0]).toBe('--dangerously-bypass-hook-trust')
  const given = argv.filter((_, n) => argv[n - 1] === '-c').map((line) => parse(line) as Record<string, unknown>)
  const command = (given[0] as unknown as Hooks).hooks.PreToolUse![0].hooks[0].command
  expect(runs(wired('codex'), command)).toMatchObject({ status: 2 })
  expect(given[1]).toEqual({ projects: { '/work/tree': { trust_level: 'untrusted' } } })
  expect(wired('codex', { trusted: true }).argv.join(' ')).not.toContain('trust_level')
  expect(wired('codex', { nativeSubagents: 'deny' }).argv).toContain('agents.enabled=false')
})

test("opencode: a plugin beside the user's own, and rules that no rule of the user's undoes", () => {
  const own = { model: 'm', plugin: ['file:///own.js'], permission: { bash: 'allow', edit: 'ask' } }
  const wiring = wired('opencode', { opencodeConfig: JSON.stringify(own), nativeSubagents: 'deny' })
  const config = JSON.parse(wiring.env.OPENCODE_CONFIG_CONTENT!) as Record<string, never>
  expect(config).toMatchObject({
    model: 'm',
    plugin: ['file:///own.js', expect.stringContaining('guard-plugin.mjs')],
    permission: { edit: 'ask', task: 'deny', external_directory: 'deny', bash: { '*': 'allow', 'git push*': 'deny' } },
  })
})

test('opencode and pi: what they load asks the hook and refuses what it refuses', async () => {
  for (const [id, path] of [
    ['opencode', 'guard-plugin.mjs'],
    ['pi', 'guard-extension.ts'],
  ] as const) {
    const wiring = wired(id)
    runs(wiring, 'true')
    // As a plain module, whatever the CLI would have made of its name.
    const loaded = join(launchDir, `${id}.mjs`)
    writeFileSync(loaded, file(wiring, path))
    const module = (await import(loaded)) as Record<string, (given: unknown) => unknown>
    if (id === 'opencode') {
      const hooks = (await module.guard!({ directory: '/work/tree' })) as Record<
        string,
        (a: unknown, b: unknown) => Promise<void>
      >
      await expect(hooks['tool.execute.before']!({ tool: 'bash' }, { args: {} })).rejects.toThrow(/daemon is away/)
    } else {
      let ask: (event: unknown) => unknown = () => null
      module.default!({ on: (_: string, listener: typeof ask) => (ask = listener) })
      expect(ask({ toolName: 'bash', input: {} })).toMatchObject({
        block: true,
        reason: expect.stringContaining('daemon is away'),
      })
    }
  }
})

test('gemini: settings for whoever writes its file', () => {
  const { settings, argv, env } = wired('gemini', { nativeSubagents: 'deny' })
  expect({ argv, env }).toEqual({ argv: [], env: {} })
  expect(settings).toMatchObject({ hooks: { BeforeTool: [{ matcher: '*' }] }, tools: { exclude: ['invoke_agent'] } })
})

test('qwen: a settings file of the launch', () => {
  const wiring = wired('qwen')
  expect(wiring.env.QWEN_CODE_SYSTEM_SETTINGS_PATH).toBe(join(launchDir, 'guard-settings.json'))
  const { hooks } = JSON.parse(file(wiring, 'guard-settings.json')) as Hooks
  expect(runs(wiring, hooks.PreToolUse![0].hooks[0].command)).toMatchObject({ status: 2 })
})

test('copilot: a plugin whose hook answers in JSON', () => {
  const wiring = wired('copilot')
  expect(wiring.argv).toEqual(['--plugin-dir', join(launchDir, 'guard-plugin')])
  expect(JSON.parse(file(wiring, 'guard-plugin/plugin.json'))).toMatchObject({ hooks: 'hooks.json' })
  const { hooks } = JSON.parse(file(wiring, 'guard-plugin/hooks.json')) as { hooks: { preToolUse: [{ bash: string }] } }
  const ran = runs(wiring, hooks.preToolUse[0].bash)
  expect(ran.status).toBe(0)
  expect(JSON.parse(ran.stdout)).toMatchObject({ permissionDecision: 'deny' })
})

test('everybody else says that nothing guards it', () => {
  expect(guardWiring('rehearsal', place)).toBe('unguarded')
  expect(guardWiring('mycode', place)).toBe('unguarded')
})
