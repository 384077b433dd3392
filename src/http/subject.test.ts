import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

const session = { id: 'shop-2', projectId: 'shop', launch: { id: 'l_1' } }
const idle = { ...session, launch: null }

test.each([
  ['/api/v1/sessions', {}, { session }, { project: 'shop', session: 'shop-2', launch: 'l_1' }],
  ['/api/v1/sessions/{id}/kill', { id: 'shop-2' }, { session: idle }, { project: 'shop', session: 'shop-2' }],
  ['/api/v1/sessions/{id}/send', { id: 'my-shop-2' }, null, { project: 'my-shop', session: 'my-shop-2' }],
  ['/api/v1/projects/{id}', { id: 'shop-2' }, undefined, { project: 'shop-2' }],
  ['/api/v1/projects', {}, { project: { id: 'shop' } }, { project: 'shop' }],
  ['/api/v1/orchestrators', {}, { orchestrator: idle }, { project: 'shop', session: 'shop-2' }],
  ['/api/v1/harnesses/{id}/probe', { id: 'codex' }, {}, {}],
  ['/api/v1/sessions/{id}', { id: '../../etc' }, null, {}],
] as const)('%s %j', (path, params, answer, subject) => {
  expect(subjectOf(path, params, answer)).toEqual(subject)
})
