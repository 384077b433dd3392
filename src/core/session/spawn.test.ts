import { describe, expect, it } from 'vitest'
import type { Permissions, Phase, SessionKind } from '#contract/session'
import { isRefusal } from './decide.ts'
import {
  decideArchived,
  decideFork,
  decideHarness,
  decideKind,
  decideLimit,
  decideModel,
  decideName,
  decideOrchestrator,
  decidePermissions,
  decidePlace,
  decideReach,
  decideTrust,
} from './spawn.ts'

const word = (verdict: unknown): unknown => (isRefusal(verdict) ? verdict.refused : verdict)

describe('where and what', () => {
  it.each([
    ['shop', 'accept'],
    ['', 'NAME_REQUIRED'],
    [' \t', 'NAME_REQUIRED'],
    ['x'.repeat(200), 'accept'],
    ['x'.repeat(201), 'INVALID_NAME'],
  ])('the name %j: %s', (name, verdict) => expect(word(decideName(name))).toBe(verdict))

  it.each([
    ['shop', false, 'shop'],
    ['shop', true, null],
    [null, true, null],
    [null, false, 'PROJECT_NOT_FOUND'],
    ['', false, 'PROJECT_NOT_FOUND'],
  ])('the project %j, scratch %s: %s', (id, scratch, verdict) => expect(word(decidePlace(id, scratch))).toBe(verdict))

  it.each([
    ['worker', false, 'accept'],
    ['worker', true, 'accept'],
    ['orchestrator', false, 'accept'],
    ['orchestrator', true, 'FORBIDDEN_SCOPE'],
  ] as [SessionKind, boolean, string][])('a %s, asked by an agent %s: %s', (kind, byAgent, verdict) =>
    expect(word(decideKind(kind, byAgent))).toBe(verdict),
  )
})

describe('the harness', () => {
  it.each([
    ['codex', 'pi', 'codex'],
    [undefined, 'pi', 'pi'],
    [undefined, null, 'UNKNOWN_HARNESS'],
    ['theirs', null, 'SETUP_NOT_TRUSTED'],
    [undefined, 'theirs', 'SETUP_NOT_TRUSTED'],
  ])('asked %s, by default %s: %s', (asked, fallback, verdict) =>
    expect(word(decideHarness({ asked, fallback, installed: ['codex', 'pi'], untrusted: ['theirs'] }))).toBe(verdict),
  )

  it.each<[readonly string[], string]>([
    [['codex'], 'codex'],
    [[], 'rehearsal'],
    [['codex', 'pi'], 'UNKNOWN_HARNESS'],
  ])('where %s are installed and none is named: %s', (installed, verdict) =>
    expect(word(decideHarness({ asked: undefined, fallback: null, installed, untrusted: [] }))).toBe(verdict),
  )

  it.each([
    [null, true, null],
    ['opus', true, 'opus'],
    ['opus', false, 'ABILITY_MISSING'],
    [null, false, null],
    ['bad', true, 'UNSUPPORTED_MODEL'],
  ])('the model %s where models are taken %s: %s', (model, models, verdict) =>
    expect(word(decideModel({ id: 'pi', models }, model, (one) => (one === 'bad' ? 'unknown' : null)))).toBe(verdict),
  )
})

describe('permissions', () => {
  it.each([
    [['bypass', 'ask'], undefined, 'bypass'],
    [['ask', 'read-only'], undefined, 'ask'],
    [[], undefined, 'bypass'],
    [['bypass', 'ask'], 'ask', 'ask'],
    [['bypass'], 'read-only', 'ABILITY_MISSING'],
  ] as [Permissions[], Permissions | undefined, string][])('of %j asked for %s: %s', (permissions, asked, verdict) =>
    expect(word(decidePermissions({ id: 'pi', permissions }, asked))).toBe(verdict),
  )

  const all: Permissions[] = ['read-only', 'ask', 'bypass']
  it.each(all.flatMap((lead, held) => all.map((asked, wanted) => [lead, asked, wanted <= held] as const)))(
    'an agent with %s may give %s: %s',
    (lead, asked, may) =>
      expect(word(decideReach({ id: 'shop-1', permissions: lead }, asked))).toBe(may ? 'accept' : 'FORBIDDEN_SCOPE'),
  )
  it.each(all)('the operator may give %s', (asked) => expect(decideReach(null, asked)).toBe('accept'))
})

describe('limits', () => {
  it.each([
    [0, 1, 'accept'],
    [1, 1, 'SESSION_LIMIT'],
    [0, 0, 'SESSION_LIMIT'],
  ])('%s live of %s: %s', (live, limit, verdict) => expect(word(decideLimit('shop', live, limit))).toBe(verdict))

  it('one orchestrator a project', () => {
    expect(decideOrchestrator('shop', null)).toBe('accept')
    expect(word(decideOrchestrator('shop', 'shop-1'))).toBe('SESSION_LIMIT')
  })
})

it('asks for trust only where something needs it and nobody gave or waived it', () => {
  for (const needed of [true, false])
    for (const trusted of [true, false])
      for (const ignored of [true, false])
        for (const projectId of ['shop', null]) {
          const verdict = decideTrust({ projectId, needed, trusted, ignored, hash: 'h', commands: [] })
          const refused = needed && !trusted && !ignored && projectId !== null
          expect(word(verdict)).toBe(refused ? 'SETUP_NOT_TRUSTED' : 'accept')
        }
})

describe('a fork', () => {
  it.each([
    ['live', true, 'accept'],
    ['ended', true, 'accept'],
    ['starting', true, 'SESSION_STARTING'],
    ['live', false, 'SESSION_NOT_RESTORABLE'],
    ['ended', false, 'SESSION_NOT_RESTORABLE'],
    ['starting', false, 'SESSION_NOT_RESTORABLE'],
  ] as [Phase, boolean, string][])('of one that is %s, with a workspace %s: %s', (phase, hasWorkspace, verdict) =>
    expect(word(decideFork({ id: 'shop-1', phase, hasWorkspace }))).toBe(verdict),
  )
  it('not in a project that was put away', () => {
    expect(decideArchived(null)).toBe('accept')
    expect(decideArchived({ id: 'shop', path: '/shop', archivedAt: null })).toBe('accept')
    expect(word(decideArchived({ id: 'shop', path: '/shop', archivedAt: 'then' }))).toBe('SESSION_NOT_RESTORABLE')
  })
})
