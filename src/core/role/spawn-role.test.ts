/** Who may start whom, how deep and how many, and with what. */
import { describe, expect, it } from 'vitest'
import {
  capped,
  chooseAgent,
  decideRole,
  type EffortFacts,
  type ParentFacts,
  type RoleSpawnFacts,
  refuseGiven,
} from './spawn-role.ts'
import { builtInRoles } from './table.ts'

const parent: ParentFacts = { id: 'p-1', role: 'lead', depth: 1, phase: 'live', projectId: 'p', liveChildren: 0 }
const effort: EffortFacts = { id: 'e-1', projectId: 'p', running: true, permissions: 'bypass', live: 2, writers: [] }
const facts: RoleSpawnFacts = {
  role: 'builder',
  table: builtInRoles,
  projectId: 'p',
  parentAsked: 'p-1',
  parent,
  byParent: true,
  effortAsked: 'e-1',
  effort,
  files: [],
  allowOverlap: false,
  permissions: undefined,
  limits: { maxDepth: 2, maxChildren: 5, maxAgents: 25 },
}
const decide = (over: Partial<RoleSpawnFacts>) => decideRole({ ...facts, ...over })
const alone = { parentAsked: null, parent: null, byParent: false, effortAsked: null, effort: null }

describe('who may start whom', () => {
  const named = ['scout', 'builder', 'reviewer', 'merger', 'lead', 'coordinator']
  it.each([
    ['scout', []],
    ['builder', []],
    ['reviewer', []],
    ['merger', []],
    ['lead', ['scout', 'builder', 'reviewer', 'merger']],
    ['coordinator', ['lead', 'scout', 'builder', 'reviewer', 'merger']],
    [null, []],
  ])('%s', (role, may) => {
    const allowed = named.filter((asked) => !('refused' in decide({ role: asked, parent: { ...parent, role } })))
    expect(allowed.sort()).toEqual([...may].sort())
    const no = decide({ role: 'coordinator', parent: { ...parent, role } })
    expect(no).toMatchObject({ refused: 'ROLE_MAY_NOT_SPAWN' })
  })

  it('the operator may start any role, under any session or none', () => {
    for (const role of named) {
      expect(decide({ ...alone, role })).toMatchObject({ depth: 0, parentId: null })
      expect(decide({ role, byParent: false, parent: { ...parent, role: 'scout' } })).toMatchObject({ parentId: 'p-1' })
    }
  })

  it('names the nearest role for one that is not known', () => {
    expect(decide({ role: 'bilder' })).toMatchObject({ refused: 'ROLE_UNKNOWN', details: { nearest: 'builder' } })
    expect(decide({ role: 'xyzzy' })).toMatchObject({ refused: 'ROLE_UNKNOWN', details: { nearest: null } })
  })
})

describe('limits', () => {
  it.each([
    ['no such parent', { parent: null }, 'PARENT_NOT_FOUND'],
    ['an ended parent', { parent: { ...parent, phase: 'ended' } }, 'PARENT_NOT_FOUND'],
    ['a parent elsewhere', { parent: { ...parent, projectId: 'q' } }, 'PARENT_NOT_FOUND'],
    ['two deep below two', { parent: { ...parent, depth: 2 } }, 'DEPTH_EXCEEDED'],
    ['a sixth child', { parent: { ...parent, liveChildren: 5 } }, 'CHILDREN_LIMIT'],
    ['a twenty-sixth agent', { effort: { ...effort, live: 25 } }, 'EFFORT_LIMIT'],
    ['no such effort', { effort: null }, 'EFFORT_NOT_FOUND'],
    ['an effort elsewhere', { effort: { ...effort, projectId: 'q' } }, 'EFFORT_NOT_FOUND'],
    ['an effort that is over', { effort: { ...effort, running: false } }, 'EFFORT_ENDED'],
  ] as const)('%s', (_, over, refused) => {
    expect(decide(over as Partial<RoleSpawnFacts>)).toMatchObject({ refused, hint: expect.any(String) })
  })

  it('one below each is accepted', () => {
    expect(decide({ parent: { ...parent, liveChildren: 4 }, effort: { ...effort, live: 24 } })).toMatchObject({
      depth: 2,
    })
  })
})

describe('scopes of files', () => {
  const writers = [
    { id: 'p-3', name: 'api', files: ['src/api/**'] },
    { id: 'p-4', name: 'p-4', files: [] },
  ]
  const busy = { effort: { ...effort, writers } }
  it.each([
    [['src/api/x.ts'], ['p-3']],
    [['src/**'], ['p-3']],
    [['src/web/**'], []],
    [[], []],
  ])('%j meets %j', (files, ids) => {
    const found = decide({ ...busy, files })
    if (ids.length === 0) expect(found).toMatchObject({ overlaps: [] })
    else
      expect(found).toMatchObject({
        refused: 'FILE_SCOPE_OVERLAP',
        message: expect.stringContaining('p-3 (api)'),
        details: { sessions: [{ id: 'p-3' }] },
      })
    expect(decide({ ...busy, files, allowOverlap: true })).toMatchObject({ overlaps: ids })
  })
  it('are no matter of those who read', () => {
    expect(decide({ ...busy, role: 'scout', files: ['src/**'] })).toMatchObject({ overlaps: [] })
  })
})

describe('what it may do', () => {
  it.each([
    ['builder', 'bypass', 'bypass'],
    ['builder', 'ask', 'ask'],
    ['builder', 'read-only', 'read-only'],
    ['scout', 'bypass', 'read-only'],
  ] as const)('a %s in an effort of %s gets %s', (role, cap, wanted) => {
    expect(decide({ role, effort: { ...effort, permissions: cap } })).toMatchObject({ permissions: wanted })
    expect(capped('ask', cap)).toBe(cap === 'read-only' ? 'read-only' : 'ask')
  })
  it('the operator may say it', () => {
    expect(decide({ ...alone, role: 'scout', permissions: 'bypass' })).toMatchObject({ permissions: 'bypass' })
  })
  it.each(['permissions', 'branch', 'base', 'ignoreConfig'])('a session may not say %s', (key) => {
    expect(refuseGiven({ role: 'builder', [key]: 'x' })).toMatchObject({ refused: 'FORBIDDEN_SCOPE' })
    expect(refuseGiven({ role: 'builder', [key]: undefined, prompt: 'x' })).toBeNull()
  })
  it('an agent comes from the flag, the role, its route, the parent', () => {
    const all = { asked: 'a', own: 'b', route: ['c', 'd'], parent: 'e' }
    expect(chooseAgent(all)).toBe('a')
    expect(chooseAgent({ ...all, asked: null })).toBe('b')
    expect(chooseAgent({ ...all, asked: null, own: null })).toBe('c')
    expect(chooseAgent({ asked: null, own: null, route: [], parent: 'e' })).toBe('e')
    expect(chooseAgent({ asked: null, own: null, route: [], parent: null })).toBeNull()
  })
})
