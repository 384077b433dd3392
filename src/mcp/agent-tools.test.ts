/** The tools of an agent: the one request that each becomes. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tools, toolsInWords } from './agent-tools.ts'

const self = { sessionId: 'my-shop-12' }
const call = (name: string, input: object) => {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool.call(z.object(tool.input).parse(input), self)
}

describe('tools', () => {
  it.each([
    [
      'mail_send',
      { to: '@parent', subject: 's', body: 'b' },
      { method: 'POST', path: '/api/v1/mail', body: { to: '@parent', subject: 's', body: 'b' } },
    ],
    ['mail_check', {}, { method: 'GET', path: '/api/v1/mail', query: { to: 'my-shop-12', state: 'queued' } }],
    [
      'mail_check',
      { state: 'read', limit: 3 },
      { method: 'GET', path: '/api/v1/mail', query: { to: 'my-shop-12', state: 'read', limit: 3 } },
    ],
    ['mail_reply', { id: 'm/1', body: 'b' }, { method: 'POST', path: '/api/v1/mail/m%2F1/reply', body: { body: 'b' } }],
    ['task_get', {}, { method: 'GET', path: '/api/v1/tasks/current' }],
    [
      'task_done',
      { summary: 's' },
      { method: 'POST', path: '/api/v1/tasks/current/done', body: { summary: 's', followups: [] } },
    ],
    [
      'task_handoff',
      { summary: 's', followups: ['f'] },
      { method: 'POST', path: '/api/v1/tasks/current/handoff', body: { summary: 's', followups: ['f'] } },
    ],
    [
      'progress',
      { summary: 's', complete: true },
      { method: 'POST', path: '/api/v1/progress', body: { projectId: 'my-shop', summary: 's', complete: true } },
    ],
    [
      'wait',
      { for: 'task:t-3', deadline: '2h' },
      { method: 'POST', path: '/api/v1/sessions/my-shop-12/wait', body: { for: 'task:t-3', deadline: '2h' } },
    ],
    [
      'spawn',
      { role: 'builder', prompt: 'p', files: ['src/**'] },
      {
        method: 'POST',
        path: '/api/v1/sessions',
        body: { projectId: 'my-shop', role: 'builder', prompt: 'p', files: ['src/**'] },
      },
    ],
    ['children', {}, { method: 'GET', path: '/api/v1/sessions/my-shop-12/children' }],
    [
      'merge_ready',
      {},
      {
        method: 'POST',
        path: '/api/v1/mail',
        body: { to: '@parent', type: 'merge_ready', subject: 'Ready to be merged', body: '' },
      },
    ],
    ['session_status', {}, { method: 'GET', path: '/api/v1/sessions/my-shop-12' }],
    ['session_status', { id: 'my-shop-3' }, { method: 'GET', path: '/api/v1/sessions/my-shop-3' }],
  ] as const)('%s %j', (name, input, wanted) => {
    expect(call(name, input)).toEqual(wanted)
  })

  it('refuses what no route would take', () => {
    expect(() => call('wait', { for: 'rain' })).toThrow()
    expect(() => call('mail_send', { to: '@parent', subject: 's', body: 'b', type: 'gossip' })).toThrow()
  })

  it('says every name where tools are hidden behind a search', () => {
    for (const { name } of tools) expect(toolsInWords).toContain(name)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(12)
  })
})
