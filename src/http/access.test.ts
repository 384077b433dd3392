/** The table of scopes, row by row. */
import { describe, expect, it } from 'vitest'
import type { Caller } from '#flows/access/caller'
import { refuseByProject, refuseByScope, type Scope } from './access.ts'

const operator: Caller = { type: 'operator', via: 'token', label: 'operator' }
const worker: Caller = { type: 'session', sessionId: 'shop-1', launchId: 'l', projectId: 'shop', kind: 'worker' }
const lead: Caller = { ...worker, sessionId: 'shop-2', kind: 'orchestrator' }

const passes = (scope: Scope, caller: Caller, sessionId: string | null, projectId: string | null): boolean =>
  refuseByScope(scope, caller, sessionId) === null && refuseByProject(scope, caller, { sessionId, projectId }) === null

describe('scopes', () => {
  it.each([
    // scope, about itself, about another of the project, about another project: worker / orchestrator
    ['operator', [false, false, false], [false, false, false]],
    ['self', [true, false, false], [true, false, false]],
    ['read', [true, false, false], [true, true, false]],
    ['lead', [false, false, false], [true, true, false]],
    ['member', [true, true, false], [true, true, false]],
  ] as const)('%s', (scope, forWorker, forLead) => {
    expect(passes(scope, operator, 'blog-1', 'blog')).toBe(true)
    const about = (caller: Caller, own: string) => [
      passes(scope, caller, own, 'shop'),
      passes(scope, caller, 'shop-9', 'shop'),
      passes(scope, caller, 'blog-1', 'blog'),
    ]
    expect(about(worker, 'shop-1')).toEqual(forWorker)
    expect(about(lead, 'shop-2')).toEqual(forLead)
  })

  it('takes a request about no project for one outside', () => {
    expect(passes('lead', lead, null, null)).toBe(false)
    expect(passes('lead', lead, null, 'shop')).toBe(true)
  })
})
