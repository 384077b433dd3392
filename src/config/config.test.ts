/** Configuration files: layers, sources, strictness with the nearest key, refused tables, units, the template, the schema. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DroverError } from '#contract/error'
import { type Effective, loadEffective, loadUserConfig, userConfigFile } from './effective.ts'
import { keyDocs, keyTable } from './keys.ts'
import { configJsonSchema, knownKeys } from './schema.ts'
import { createSettings } from './settings.ts'
import { spellings } from './spellings.ts'
import { initTemplate } from './template.ts'
import { parseDuration, parseSize } from './units.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-config-'))
  mkdirSync(join(dir, 'repo', '.drover'), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const userFile = (): string => join(dir, 'user.toml')
const repoFile = (): string => join(dir, 'repo', '.drover', 'config.toml')

function load(user: string, repository = '', projectSettings: Record<string, unknown> = {}): Effective {
  writeFileSync(userFile(), user)
  writeFileSync(repoFile(), repository)
  return loadEffective({ userFile: userFile(), repoPath: join(dir, 'repo'), projectSettings })
}
function refusal(...layers: Parameters<typeof load>): DroverError {
  try {
    load(...layers)
  } catch (error) {
    return error as DroverError
  }
  throw new Error('it was accepted')
}
const sourceOf = (effective: Effective, key: string) => effective.sources.find((value) => value.key === key)

describe('layers', () => {
  it('hold the documented defaults without any file', () => {
    const { values, sources, trust } = loadEffective({ userFile: join(dir, 'none'), repoPath: join(dir, 'none') })
    for (const { key, fallback } of keyDocs) {
      if (key.includes('*')) continue
      const found = key.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], values)
      expect([key, found ?? null]).toEqual([key, fallback])
    }
    expect(sources.every((value) => value.source === 'default')).toBe(true)
    expect(values.server).toMatchObject({ host: '127.0.0.1', port: 4180, trusted_proxy: null })
    expect(values.retention).toEqual({ snapshots_days: 30, changes_days: 90, events_days: 0 })
    expect([values.cancel_grace, values.snapshot_max_file]).toEqual([5, 50 * 2 ** 20])
    expect(trust.needed).toBe(false)
  })

  it('merge tables and replace scalars and arrays, each value with its source', () => {
    const effective = load(
      'ports = 5\nlink = ["a", "b"]\n[env]\nA = "user"\nB = "user"\n[harness.mine]\ncommand = ["x"]\nenv = { K = "1" }',
      'link = ["c"]\ndefault_model = "repo"\n[env]\nB = "repo"\n[harness.mine]\nmodel = "m"\nenv = { L = "2" }',
      { default_model: 'project', 'setup.timeout': '2m' },
    )
    expect(effective.values).toMatchObject({
      ports: 5,
      link: ['c'],
      env: { A: 'user', B: 'repo' },
      default_model: 'project',
    })
    expect(effective.values.setup.timeout).toBe(120)
    expect(effective.harness('mine')).toEqual({ command: ['x'], env: { K: '1', L: '2' }, model: 'm' })
    expect(effective.harness('other')).toEqual({})
    expect(effective.harness('constructor')).toEqual({})
    expect(effective.customHarnesses).toEqual(['mine'])
    expect(sourceOf(effective, 'ports')).toEqual({ key: 'ports', value: 5, source: 'user', file: userFile() })
    expect(sourceOf(effective, 'env.B')).toMatchObject({ source: 'repository', file: repoFile() })
    expect(sourceOf(effective, 'default_model')).toEqual({ key: 'default_model', value: 'project', source: 'project' })
    expect(sourceOf(effective, 'cancel_grace')).toEqual({ key: 'cancel_grace', value: 5, source: 'default' })
  })

  it('see a file that changed since it was read', () => {
    expect(load('ports = 1').values.ports).toBe(1)
    expect(load('ports = 2').values.ports).toBe(2)
    rmSync(userFile())
    expect(loadEffective({ userFile: userFile(), repoPath: null }).values.ports).toBe(10)
  })

  it('are put together once while nothing changes, and anew for any part that does', () => {
    const ask = (projectSettings?: Record<string, unknown>, env = {}) =>
      loadEffective({
        userFile: userFile(),
        repoPath: join(dir, 'repo'),
        env,
        ...(projectSettings === undefined ? {} : { projectSettings }),
      })
    const first = load('ports = 1', 'copy = []', { max_sessions: 3 })
    expect(ask({ max_sessions: 3 })).toBe(first)
    expect(ask({ max_sessions: 4 }).values).toMatchObject({ ports: 1, max_sessions: 4 })
    expect(ask().values.max_sessions).not.toBe(4)
    expect(ask({}, { DROVER_PORT: '7' }).values.server.port).toBe(7)
    expect(ask({}).values.server.port).toBe(4180)
    writeFileSync(repoFile(), 'ports = 2')
    expect(ask({}).values.ports).toBe(2)
    rmSync(repoFile())
    expect(ask({}).values.ports).toBe(1)
    expect(() => ask({ ports: 'many' })).toThrow('ports')
    expect(() => ask({ ports: 'many' })).toThrow('ports')
    writeFileSync(userFile(), 'link = ["in"]')
    expect(ask({}).values.link).toEqual(['in'])
    symlinkSync(join(tmpdir(), 'elsewhere'), join(dir, 'repo', 'in'))
    expect(() => ask({})).toThrow('link')
  })

  it('find the user file by XDG_CONFIG_HOME, else HOME, and let DROVER_PORT win', () => {
    expect(userConfigFile({ XDG_CONFIG_HOME: '/x', HOME: '/h' })).toBe('/x/drover/config.toml')
    expect(userConfigFile({ HOME: '/h' })).toBe('/h/.config/drover/config.toml')
    mkdirSync(join(dir, 'drover'))
    writeFileSync(join(dir, 'drover', 'config.toml'), '[server]\nport = 5000')
    expect(loadUserConfig({ XDG_CONFIG_HOME: dir }).values.server.port).toBe(5000)
    const won = loadUserConfig({ XDG_CONFIG_HOME: dir, DROVER_PORT: '0' })
    expect(won.values.server.port).toBe(0)
    expect(sourceOf(won, 'server.port')?.source).toBe('environment')
    expect(() => loadUserConfig({ XDG_CONFIG_HOME: dir, DROVER_PORT: '70000' })).toThrow('DROVER_PORT')
  })

  it('read project settings as texts or as TOML values', () => {
    const { values } = load('', '', {
      max_sessions: '3',
      default_model: '123',
      link: '["a"]',
      'setup.run': 'npm ci',
      'env.A': '1',
      'server.nothing': null,
    })
    expect(values).toMatchObject({ max_sessions: 3, default_model: '123', link: ['a'], env: { A: '1' } })
    expect(values.setup.run).toEqual(['npm ci'])
  })

  it('take ready at the top as setup.ready, once', () => {
    expect(load('', 'ready = "curl x"').values.setup.ready).toEqual(['curl x'])
    expect(refusal('', 'ready = "a"\n[setup]\nready = "b"').message).toContain('twice')
  })

  it('hide the values of secret variables from those who look', () => {
    const effective = load('[env]\nAPI_TOKEN = "very secret"\nPLAIN = "x"')
    expect(sourceOf(effective, 'env.API_TOKEN')?.value).toBe('[redacted]')
    expect(sourceOf(effective, 'env.PLAIN')?.value).toBe('x')
    expect(effective.values.env.API_TOKEN).toBe('very secret')
  })
})

describe('strictness', () => {
  it.each([
    ['max_sesions = 3', 'max_sesions', 'max_sessions'],
    ['[sever]\nport = 1', 'sever', 'server'],
    ['[server]\nprot = 1', 'server.prot', 'server.port'],
    ['[setup]\nrnu = "x"', 'setup.rnu', 'setup.run'],
    ['[setup]\nlink = ["x"]', 'setup.link', 'link'],
    ['snapshots_days = 3', 'snapshots_days', 'retention.snapshots_days'],
    ['[harness.mine]\ncomand = ["x"]', 'harness.mine.comand', 'harness.mine.command'],
    ['[harness.codex]\nbinray = "x"', 'harness.codex.binray', 'harness.codex.binary'],
  ])('names file, key and nearest known key: %j', (text, key, near) => {
    const error = refusal(text)
    expect(error.code).toBe('INVALID_CONFIG')
    expect(error.message).toContain(userFile())
    expect(error.message).toContain(`unknown key ${key}`)
    expect(error.message).toContain(near)
    expect(error.hint).toBe(`Did you mean "${near}"?`)
    expect(error.details).toMatchObject({ file: userFile(), faults: [{ key, nearest: near }] })
  })

  it.each([
    ['ports = "many"', 'ports must be a whole number from 0 to 1000 (found "many")'],
    ['ports = -1', 'ports must be'],
    ['max_sessions = 0', 'max_sessions must be'],
    ['snapshot_max_file = "5 parsecs"', 'snapshot_max_file must be a size'],
    ['turn_timeout = "soon"', 'turn_timeout must be a duration'],
    ['link = ["../x"]', 'link.0 must be'],
    ['copy = ["/etc/passwd"]', 'copy.0 must be'],
    ['link = ["a/../../b"]', 'link.0 must be'],
    ['[env]\nA = 1', 'env.A must be a text'],
    ['[env]\nDROVER_TOKEN = "x"', 'env.DROVER_TOKEN has a name'],
    ['[env]\n"A=B" = "x"', 'env.A=B has a name'],
    ['[log]\nlevel = "loud"', 'log.level must be debug'],
    ['[server]\nport = 70000', 'server.port must be'],
    ['[server]\ntrusted_proxy = { peer = "10.0.0.1" }', 'needs both peer and header'],
    ['presets = [{ label = "x" }]', 'presets.0.prompt must be'],
    ['[harness.codex]\ncommand = ["x"]', 'not for the built-in harness codex'],
    ['[harness.claud-code]\nmodel = "x"', 'neither command nor protocol'],
    ['[harness."No Good"]\ncommand = ["x"]', 'harness.No Good has a name'],
    [
      '[harness.m]\ncommand = ["x"]\nfails = [{ match = "a", category = "nope" }]',
      'harness.m.fails.0.category must be',
    ],
  ])('refuses %j', (text, message) => {
    const error = refusal(text)
    expect(error.code).toBe('INVALID_CONFIG')
    expect(error.message).toContain(message)
    expect(error.hint).toBeTruthy()
  })

  it('refuses what is no plain file of a sane size', () => {
    load('')
    for (const make of [
      () => symlinkSync('/dev/zero', repoFile()),
      () => mkdirSync(repoFile()),
      () => writeFileSync(repoFile(), '#'.repeat(2 ** 20 + 1)),
    ]) {
      rmSync(repoFile(), { recursive: true })
      make()
      expect(() => loadEffective({ userFile: userFile(), repoPath: join(dir, 'repo') })).toThrow(
        `${repoFile()}: is no plain file`,
      )
    }
  })

  it('names the place of a TOML mistake', () => {
    expect(refusal('a = 1\nb = = 2').message).toMatch(new RegExp(`^${userFile()}:2:\\d+: `))
  })

  it.each(['server', 'limits', 'retention', 'log'])('refuses [%s] in a repository and in project settings', (table) => {
    const key = { server: 'port', limits: 'max_sessions', retention: 'events_days', log: 'level' }[table]
    expect(refusal('', `[${table}]\n${key} = 1`)).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`${repoFile()}: [${table}] is for the user's own config.toml`),
    })
    expect(refusal('', '', { [`${table}.${key}`]: 1 }).message).toContain('refused in project settings')
  })

  it('tells a misspelt harness which one it may be', () => {
    expect(refusal('[harness.claud-code]\nmodel = "x"').hint).toBe('Did you mean "harness.claude-code"?')
    expect(load('[harness.gemini]\nmodel = "x"').customHarnesses).toEqual([])
    expect(load('[harness.rehearsal]\nlifetime = "session"').harness('rehearsal')).toEqual({ lifetime: 'session' })
  })

  it('takes every key of a custom harness', () => {
    const effective = load(`[harness.mine]
      command = ["agent", "$PROMPT"]
      model_flag = "--model"
      resume = ["--resume", "$SESSION"]
      output = "ndjson"
      text_path = ["message.text", "delta"]
      session_path = "id"
      usage_path = "usage"
      cost_path = "cost"
      error_path = "error.message"
      usage_totals = true
      tail_lines = 5
      success_exit = [0, 3]
      pass_env = ["MY_KEY"]
      lifetime = "turn"
      binary = "/opt/agent"
      model = "big one"
      env = { A = "b" }
      fails = [{ match = "quota", category = "usage_limit" }]`)
    expect(effective.harness('mine')).toMatchObject({
      fails: [{ match: 'quota', channel: 'stderr', category: 'usage_limit' }],
      text_path: ['message.text', 'delta'],
    })
    expect(effective.customHarnesses).toEqual(['mine'])
  })
})

describe('relays', () => {
  const settings = (user: string) => {
    mkdirSync(join(dir, 'drover'), { recursive: true })
    writeFileSync(join(dir, 'drover', 'config.toml'), user)
    return createSettings({ env: { XDG_CONFIG_HOME: dir }, home: dir }).of(null)
  }

  it('have their numbers without any file', () => {
    expect(settings('')).toMatchObject({
      relay: {
        mix: [],
        tries: 5,
        backoffMs: 5_000,
        backoffMaxMs: 300_000,
        pauseMs: 3_600_000,
        freezeMs: 18_000_000,
        probes: 5,
        commit: 'leftovers',
        land: false,
        autoResume: true,
        stall: { stallMs: 900_000, toolStallMs: 7_200_000, connectedIdleMs: 300_000, connectedKillMs: 3_600_000 },
      },
      routes: {},
      models: {},
      providers: {},
      roles: {},
    })
  })

  it('take every key, durations as text or seconds, lists as text or list', () => {
    const of = settings(`stall_threshold = 60
      [relay]
      mix = "cc:2 cx"
      tries = 2
      backoff = "10ms"
      backoff_max = 1
      pause = "2m"
      freeze = 5
      probes = 1
      connected_idle = 7
      commit = "agent"
      land = true
      auto_resume = false
      [routes]
      default = ["cc@2", "cx"]
      Planner = "cc@*"
      [models]
      kimi = "moonshot/kimi-k2"
      [providers]
      work = ["cc", "op:anthropic/*"]
      [role.reviewer]
      route = "Planner"
      [role.tester]
      verify = "npm test"`)
    expect(of.relay).toEqual({
      mix: ['cc:2 cx'],
      tries: 2,
      backoffMs: 10,
      backoffMaxMs: 1_000,
      pauseMs: 120_000,
      freezeMs: 5_000,
      probes: 1,
      commit: 'agent',
      land: true,
      autoResume: false,
      stall: { stallMs: 60_000, toolStallMs: 7_200_000, connectedIdleMs: 7_000, connectedKillMs: 3_600_000 },
    })
    expect(of.stall.connectedIdleMs).toBe(300_000)
    expect(of.routes).toEqual({ default: ['cc@2', 'cx'], Planner: ['cc@*'] })
    expect(of.models).toEqual({ kimi: 'moonshot/kimi-k2' })
    expect(of.providers).toEqual({ work: ['cc', 'op:anthropic/*'] })
    expect(of.roles).toEqual({
      reviewer: { route: 'Planner', verify: [] },
      tester: { route: null, verify: ['npm test'] },
    })
  })

  it.each([
    ['[relay]\nretry_budget = 3', { tries: 3 }],
    ['[relay]\nfreeze_threshold_secs = 60', { stall: { stallMs: 60_000 } }],
    ['[relay]\nstall_threshold_secs = 60', { stall: { stallMs: 60_000 } }],
    ['auto_resume = false', { autoResume: false }],
  ])('take the other spelling %j', (text, relay) => expect(settings(text).relay).toMatchObject(relay))

  it.each([
    ['[relay]\nretry_budget = 3\ntries = 3', 'relay.retry_budget is given twice, also as relay.tries'],
    ['[relay]\nstall_threshold_secs = 3\nfreeze_threshold_secs = 3', 'given twice'],
    ['[relay]\ntries = 0', 'relay.tries must be a whole number from 1 to 100 (found 0)'],
    ['[relay]\nretry_budget = 0', 'relay.retry_budget must be a whole number from 1 to 100 (found 0)'],
    ['[relay]\ncommit = "me"', 'relay.commit must be "leftovers" or "agent"'],
    ['[relay]\npause = "soon"', 'relay.pause must be a duration'],
    ['[routes]\ndefault = 3', 'routes.default must be a text or a list of agent specs'],
    ['[routes]\n"a b" = ["cc"]', 'routes.a b has a name'],
    ['[models]\nkimi = []', 'models.kimi must be the name of a model'],
    ['[role.a]\nroute = []', 'role.a.route must be the name of a route'],
    ['[relay]\nbackof = 3', 'nearest known key: relay.backoff'],
    ['[relay]\nrety_budget = 3', 'nearest known key: relay.retry_budget'],
    ['[role.a]\nverfy = "x"', 'nearest known key: role.a.verify'],
    ['[models]\n2 = "x"', 'models.2 has a name'],
    ['[harness.m]\ncommand = ["x"]\n[harness.m.models]\n"1-2" = "x"', 'harness.m.models.1-2 has a name'],
    ['[harness.m]\ncommand = ["x"]\noutput_strategy = "head"', 'harness.m.output_strategy must be "tail"'],
    ['[harness.m]\ncommand = ["x"]\ntail_stream = "x"', 'harness.m.tail_stream must be "stdout"'],
    ['[harness.m]\ncommand = ["x"]\noutput_lines = -1', 'harness.m.output_lines must be a whole number'],
    ['[harness.m]\ncommand = ["x"]\noutput_lines = 1\ntail_lines = 1', 'also as harness.m.tail_lines'],
    ['[harness.m]\ncommand = ["x"]\noutput_line = 1', 'nearest known key: harness.m.output_lines'],
    ['[rotues]\nx = ["cc"]', 'nearest known key: routes'],
  ])('refuse %j', (text, message) => expect(refusal(text).message).toContain(message))
})

describe('units', () => {
  it.each([
    [4096, 4096],
    ['512MB', 512 * 2 ** 20],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['50 mb', 50 * 2 ** 20],
    ['10k', 10_240],
    ['7', 7],
    ['7B', 7],
    ['-1MB', null],
    ['MB', null],
    ['1 XB', null],
    [-1, null],
    [1.5, null],
  ])('size %j is %j', (text, bytes) => expect(parseSize(text)).toBe(bytes))

  it.each([
    [90, 90],
    ['90', 90],
    ['90s', 90],
    ['1h30m', 5400],
    ['2 h', 7200],
    ['500ms', 0.5],
    ['1d', 86_400],
    ['', null],
    ['1x', null],
    ['m', null],
    [-1, null],
    [Number.NaN, null],
  ])('duration %j is %j', (text, wanted) => expect(parseDuration(text)).toBe(wanted))
})

describe('personas', () => {
  it('without tools neither bypass permissions nor have a project', () => {
    expect(refusal('[personas.a]\npermissions = "bypass"').message).toContain('personas.a.permissions')
    expect(refusal('[personas.a]\ntools = "none"\nproject = "shop"').message).toContain('personas.a.project')
    expect(refusal('[personas.a]\ntools = "all"\nwarm = 1').message).toContain('personas.a.warm')
    expect(load('[personas.a]\nwarm = 2').values.personas).toEqual({ a: { warm: 2 } })
    expect(refusal('[personas."a b"]\nsystem = "x"').message).toContain('personas')
    const { values } = load('[personas.a]\ntools = "all"\npermissions = "bypass"\nproject = "shop"\ntimeout = "2m"')
    expect(values.personas).toEqual({
      a: { tools: 'all', permissions: 'bypass', project: 'shop', timeout: 120 },
    })
  })

  it('are the user’s alone', () => {
    expect(refusal('', '[personas.a]\nsystem = "x"').code).toBe('INVALID_CONFIG')
    expect(refusal('', '[doors]\nmax_concurrency = 2').code).toBe('INVALID_CONFIG')
  })
})

describe('what is published', () => {
  it('documents every key of the schema and no other', () => {
    const tables =
      /^(setup|merge|env|cache|relay|routes|models|providers|role|roles|budget|coordination|harness|server|limits|retention|log|editor|notify|notify\.to|server\.trusted_proxy|forge|forge\.(github|forgejo)|personas|doors|actions|telemetry|afk|afk\.t3)$/
    const leaves = knownKeys().filter((key) => !tables.test(key) && !Object.hasOwn(spellings, key))
    const documented = keyDocs
      .map((doc) => doc.key)
      .filter((key) => !/^(env|cache|routes|models|providers)\.\*$/.test(key))
    expect([...leaves].sort()).toEqual([...documented].sort())
    for (const { key } of keyDocs) expect(keyTable()).toContain(`\`${key}\``)
  })

  it('is a JSON Schema with sentences and defaults', () => {
    const schema = configJsonSchema() as { properties: Record<string, Record<string, unknown>> }
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(schema.properties.ports).toMatchObject({ default: 10, maximum: 1000 })
    expect(schema.properties.ports?.description).toBeTruthy()
    expect(JSON.stringify(schema)).toContain('text_path')
  })

  it('has a template that changes nothing, and whose examples all hold', () => {
    expect(parse(initTemplate())).toEqual({})
    const active = initTemplate()
      .split('\n')
      .map((line) => line.replace(/^# (?=(\[|[a-zA-Z_]+ = ))/, ''))
      .join('\n')
    const { values, customHarnesses, trust } = load('', active)
    expect(values).toMatchObject({ default_harness: 'claude-code', turn_timeout: 7200, ports: 10, cancel_grace: 5 })
    expect(customHarnesses).toEqual(['my-agent'])
    expect(trust.needed).toBe(true)
  })
})
