/** Which route a task takes, and every error and warning of a project's routes. */
import { describe, expect, test } from 'vitest'
import { knownAgents } from './known-agents.ts'
import { checkRoutes, type HarnessFacts, type RouteFacts, routeFor } from './routes.ts'

const ready: HarnessFacts = { state: 'ready', message: 'Found.' }
const good: RouteFacts = {
  relay: { mix: [] },
  routes: { default: ['cc@2', 'cx'] },
  roles: {},
  providers: {},
  known: knownAgents({
    harnesses: ['claude-code', 'codex', 'opencode', 'rehearsal', 'mycode'],
    models: { fast: 'haiku-latest' },
    harnessModels: { mycode: { kimi: 'moonshot/kimi-k2' } },
  }),
  harness: () => ready,
  custom: [],
  untrusted: [],
  fileWarnings: [],
}
const check = (more: Partial<RouteFacts>) => checkRoutes({ ...good, ...more })
const role = (route: string | null) => ({ route, verify: [] })

describe('the route of a task', () => {
  const settings = {
    relay: { mix: ['cc'] },
    routes: { default: ['cx'], planner: ['cc:opus'], Reviewer: ['op'] },
    roles: { auditor: role('planner'), planner: role('reviewer'), lost: role('nowhere'), plain: role(null) },
  }
  test.each([
    [null, 'default'],
    ['auditor', 'planner'],
    ['Auditor', 'planner'],
    ['planner', 'Reviewer'],
    ['reviewer', 'Reviewer'],
    ['lost', 'default'],
    ['plain', 'default'],
    ['nobody', 'default'],
    ['constructor', 'default'],
  ])('of the role %s is %s', (name, wanted) => {
    expect(routeFor(name, settings)).toEqual({
      name: wanted,
      specs: settings.routes[wanted as keyof typeof settings.routes],
    })
  })
  test('without a default it is the mix', () => {
    expect(routeFor('nobody', { ...settings, routes: {} })).toEqual({ name: 'mix', specs: ['cc'] })
    expect(routeFor(null, { relay: { mix: [] }, routes: {}, roles: {} })).toEqual({ name: 'mix', specs: [] })
  })
})

describe('what is shown', () => {
  test('every route resolved, the routes of roles and the mix behind them', () => {
    const { routes, errors, warnings } = check({
      routes: { default: ['cc:2 cx'], planner: ['mycode:kimi@2-4', 'op:fast@*'] },
      roles: { reviewer: role('Planner'), tester: role(null) },
      relay: { mix: ['rh:a', 'rh:b'] },
      harness: (name) =>
        ({ codex: { state: 'missing', message: 'x' } as const, opencode: null, mycode: unknown })[name] ?? ready,
    })
    expect(errors).toEqual([])
    expect(warnings).toHaveLength(1)
    const planner = {
      entries: ['mycode:moonshot/kimi-k2@2-4', 'opencode:haiku-latest@*'],
      agents: [
        { agent: 'mycode:moonshot/kimi-k2', model: 'moonshot/kimi-k2', quota: '2-4', found: null },
        { agent: 'opencode:haiku-latest', model: 'haiku-latest', quota: '*', found: true },
      ],
    }
    expect(routes).toEqual([
      {
        name: 'default',
        entries: ['claude-code@2', 'codex'],
        agents: [
          { agent: 'claude-code', model: null, quota: '2', found: true },
          { agent: 'codex', model: null, quota: '1', found: false },
        ],
      },
      { name: 'planner', ...planner },
      { name: 'role.reviewer', ...planner },
      {
        name: 'mix',
        entries: ['rehearsal:a', 'rehearsal:b'],
        agents: [
          { agent: 'rehearsal:a', model: 'a', quota: '1', found: true },
          { agent: 'rehearsal:b', model: 'b', quota: '1', found: true },
        ],
      },
    ])
  })
  const unknown: HarnessFacts = { state: 'unknown', message: '?' }

  test('good routes have neither errors nor warnings', () => {
    expect(check({})).toMatchObject({ errors: [], warnings: [] })
    expect(check({ routes: {}, relay: { mix: ['cc cx'] } })).toMatchObject({ errors: [], warnings: [] })
  })
  test('one that was not looked at is neither found nor missing', () => {
    const { routes, warnings } = check({ harness: () => null })
    expect(routes[0]!.agents.map((agent) => agent.found)).toEqual([null, null])
    expect(warnings).toEqual([])
  })
})

describe('errors', () => {
  const routes = (name: string, ...specs: string[]) => ({ routes: { ...good.routes, [name]: specs } })
  test.each<[string, Partial<RouteFacts>, string, string | null, string]>([
    ['an alias that begins with a digit', routes('a', '9x', 'cx'), 'UNKNOWN_AGENT_SPEC', 'a', 'begins with a letter'],
    ['an unknown alias', routes('a', 'codx', 'cc'), 'UNKNOWN_AGENT_SPEC', 'a', 'Did you mean "codex"?'],
    ['T19: gm', routes('a', 'gm', 'cc'), 'UNKNOWN_AGENT_SPEC', 'a', 'unknown agent alias "gm"'],
    ['an empty route', routes('a'), 'ROUTE_EMPTY', 'a', 'Route "a" names no agent'],
    ['a blank route', routes('a', '  '), 'ROUTE_EMPTY', 'a', 'names no agent'],
    ['an empty default', { routes: { default: [] } }, 'ROUTE_EMPTY', 'default', 'names no agent'],
    ['a blank mix', { relay: { mix: [' '] } }, 'ROUTE_EMPTY', 'mix', 'names no agent'],
    ['quota 0', routes('a', 'cc@0', 'cx'), 'INVALID_QUOTA', 'a', '"0"'],
    ['quota 0 in the older spelling', routes('a', 'cc:0', 'cx'), 'INVALID_QUOTA', 'a', '"0"'],
    ['a quota that ends before it begins', routes('a', 'cc@4-2', 'cx'), 'INVALID_QUOTA', 'a', '"4-2"'],
    ['a quota beyond all measure', routes('a', 'cc@1001', 'cx'), 'INVALID_QUOTA', 'a', '"1001"'],
    ['a fault in the mix', { relay: { mix: ['cc gm'] } }, 'UNKNOWN_AGENT_SPEC', 'mix', '"gm"'],
    ['names that differ only in case', routes('Default', 'cc', 'cx'), 'INVALID_CONFIG', 'Default', 'only in case'],
    [
      'roles that differ only in case',
      { roles: { a: role(null), A: role(null) } },
      'INVALID_CONFIG',
      null,
      'role.a and role.A differ only in case',
    ],
    ['a route called mix', routes('mix', 'cc', 'cx'), 'INVALID_CONFIG', 'mix', '[relay] mix'],
    [
      'a role whose route does not exist',
      { roles: { r: role('defalt') } },
      'ROUTE_NOT_FOUND',
      'defalt',
      'Did you mean "default"?',
    ],
    [
      'a harness whose name begins with a digit',
      { custom: [{ name: '9x', command: ['x'] }] },
      'INVALID_CONFIG',
      null,
      '[harness.9x]',
    ],
    [
      'a harness whose table does not hold',
      { harness: (name) => (name === 'codex' ? { state: 'wrong', message: 'command: is missing' } : ready) },
      'INVALID_CONFIG',
      'default',
      'command: is missing',
    ],
    ['a provider of nobody', { providers: { p: ['codx'] } }, 'UNKNOWN_AGENT_SPEC', null, 'providers.p: '],
    [
      'a harness that waits for trust',
      { ...routes('a', 'theirs:big@2', 'cc'), untrusted: ['theirs'] },
      'UNKNOWN_AGENT_SPEC',
      'a',
      'not trusted',
    ],
  ])('%s', (_, more, code, route, words) => {
    const { errors } = check(more)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ code, route })
    expect(`${errors[0]!.message} ${errors[0]!.hint}`).toContain(words)
    expect(errors[0]!.hint).not.toBe('')
  })

  test('every fault of every route at once, each route once; what is good is still shown', () => {
    const { errors, routes } = check({
      routes: { default: ['gm', 'cc@0', 'cx'], empty: [] },
      roles: { r: role('default') },
    })
    expect(errors.map(({ code, route }) => [code, route])).toEqual([
      ['UNKNOWN_AGENT_SPEC', 'default'],
      ['INVALID_QUOTA', 'default'],
      ['ROUTE_EMPTY', 'empty'],
    ])
    expect(routes.map(({ name, entries }) => [name, ...entries])).toEqual([
      ['default', 'codex'],
      ['empty'],
      ['role.r', 'codex'],
    ])
  })
})

describe('warnings', () => {
  const state = (name: string, facts: HarnessFacts) => (asked: string) => (asked === name ? facts : ready)
  test.each<[string, Partial<RouteFacts>, string | null, string]>([
    ['no default', { routes: { a: ['cc', 'cx'] } }, null, 'no default route: tasks of other roles have no agent'],
    ['no default, but a mix', { routes: { a: ['cc', 'cx'] }, relay: { mix: ['cc', 'cx'] } }, null, 'take [relay] mix'],
    ['nothing at all', { routes: {} }, null, 'There are no routes and no [relay] mix'],
    ['a single agent', { routes: { default: ['cc@2'] } }, 'default', 'single agent, claude-code'],
    ['a single agent twice', { routes: { default: ['cc@2', 'cc'] } }, 'default', 'single agent'],
    ['a mix of one', { relay: { mix: ['cc'] } }, 'mix', 'single agent'],
    [
      'a harness that is missing',
      { harness: state('codex', { state: 'missing', message: 'codex is not on PATH.' }) },
      'default',
      'codex (default) is missing here: codex is not on PATH.',
    ],
    [
      'one that is missing in two routes',
      {
        routes: { default: ['cc', 'cx'], b: ['cx', 'cc'] },
        harness: state('codex', { state: 'missing', message: 'x' }),
      },
      null,
      'codex (default, b) is missing here',
    ],
    [
      'one that is signed out',
      { harness: state('claude-code', { state: 'signed-out', message: 'Run claude login.' }) },
      'default',
      'claude-code (default) is signed out: Run claude login.',
    ],
    [
      'opencode without run',
      {
        routes: { default: ['mycode', 'cc'] },
        harness: state('mycode', { state: 'wrong', message: 'opencode without run' }),
        custom: [{ name: 'mycode', command: ['/usr/bin/opencode', '--model', '$MODEL'] }],
      },
      null,
      '[harness.mycode] command: opencode without "run"',
    ],
    ['an unknown schema_version', { fileWarnings: ['a.toml: schema_version 99'] }, null, 'schema_version 99'],
  ])('%s', (_, more, route, words) => {
    const { errors, warnings } = check(more)
    expect(errors).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]!.route).toBe(route)
    expect(warnings[0]!.message).toContain(words)
  })

  test('models of one harness are agents of their own; a role says nothing twice', () => {
    expect(check({ routes: { default: ['cc:a', 'cc:b'] } }).warnings).toEqual([])
    expect(check({ routes: { default: ['cc'] }, roles: { r: role('default') } }).warnings).toHaveLength(1)
  })
  test('opencode that runs is fine', () => {
    expect(check({ custom: [{ name: 'mycode', command: ['opencode', 'run', '$PROMPT'] }] }).warnings).toEqual([])
  })
})
