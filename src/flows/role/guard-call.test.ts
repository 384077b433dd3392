/** The door of the hooks: who is judged, by what, and what is written down. */
import { beforeEach, expect, test } from 'vitest'
import { shellParser } from '#adapters/shell/parse'
import type { Context } from '#flows/engine/context'
import { guardFlows, refusalOf } from './guard-call.ts'

let rows: { turn: number | null; events: unknown[] }[]
let role: { role: string | null; files?: string[]; permissions?: string; workspaceId?: null }
let duties: unknown

/** Only what the flow asks for. */
const context: Context = {
  shell: shellParser,
  journal: {
    reads: {
      session: (id: string) =>
        id === 'demo-1' ? { id, turn: 3, workspaceId: 1, permissions: 'bypass', files: [], duties, ...role } : null,
      workspace: () => ({ path: '/work/tree', branch: 'mine' }),
      liveSessions: () => [],
    },
    command: (work: (tx: unknown) => unknown) =>
      work({
        session: context.journal.reads.session,
        updateSession: (_: string, patch: { duties: unknown }) => {
          duties = patch.duties
        },
        appendEvents: (_: string, turn: number | null, events: unknown[]) => rows.push({ turn, events }),
      }),
  },
} as unknown as Context
const ask = (tool: string, input: unknown, cwd?: string) =>
  guardFlows(context).guardCall('demo-1', { tool, input, ...(cwd === undefined ? {} : { cwd }) })

beforeEach(() => {
  rows = []
  duties = null
  role = { role: 'builder', files: ['src/**'] }
})

test('a session without a role is not guarded', () => {
  role = { role: null }
  expect(ask('Bash', { command: 'git push' })).toEqual({ decision: 'allow' })
})

test('what is allowed leaves no trace', () => {
  expect(ask('Bash', { command: 'git status && git log' })).toEqual({ decision: 'allow' })
  expect(ask('Write', { file_path: '/work/tree/src/a.ts' })).toEqual({ decision: 'allow' })
  expect(rows).toEqual([])
})

test('a command that hides what it does is told once', () => {
  const told = () => rows.flatMap(({ events }) => events as { code: string; command: string }[])
  expect(ask('Bash', { command: 'make && make test' })).toEqual({ decision: 'allow' })
  expect(ask('Bash', { command: 'make' })).toEqual({ decision: 'allow' })
  expect(told()).toMatchObject([{ kind: 'notice', code: 'unguarded_command', command: 'make', tool: 'Bash' }])
  expect(ask('Bash', { command: './do.sh; make' })).toEqual({ decision: 'allow' })
  expect(told().map(({ command }) => command)).toEqual(['make', './do.sh'])
  // A refused command did not run.
  expect(ask('Bash', { command: 'python3 x.py; git push' })).toMatchObject({ decision: 'deny' })
  expect(told().map(({ code }) => code)).toEqual(['unguarded_command', 'unguarded_command', 'guard_denied'])
})

test.each([
  ['a permission mode that only reads', { permissions: 'read-only' }],
  ['no place of its own', { workspaceId: null }],
])('%s: a builder writes nothing', (_, changed) => {
  role = { role: 'builder', files: [], ...changed }
  expect(ask('Write', { file_path: '/work/tree/src/a.ts' })).toMatchObject({ decision: 'deny' })
  expect(ask('Read', { file_path: '/work/tree/src/a.ts' })).toEqual({ decision: 'allow' })
})

test('a refusal is one row with the tool and the reason', () => {
  const answer = ask('Bash', { command: 'git -C . push' })
  expect(answer).toMatchObject({ decision: 'deny', reason: expect.stringContaining('pushed') })
  expect(rows).toEqual([
    {
      turn: 3,
      events: [
        expect.objectContaining({
          kind: 'notice',
          code: 'guard_denied',
          tool: 'Bash',
          reason: (answer as { reason: string }).reason,
        }),
      ],
    },
  ])
})

test.each([
  ['builder', ['src/**'], 'Write', { file_path: 'README.md' }, 'deny'],
  ['builder', [], 'Write', { file_path: 'README.md' }, 'allow'],
  ['merger', [], 'Bash', { command: 'git commit -am x' }, 'allow'],
  ['scout', [], 'Write', { file_path: 'README.md' }, 'deny'],
  ['reviewer', [], 'Bash', { command: 'touch a' }, 'deny'],
  ['lead', [], 'Bash', { command: 'git log' }, 'allow'],
  ['coordinator', [], 'Bash', { command: 'git commit -am x' }, 'deny'],
  ['painter', [], 'Bash', { command: 'touch a' }, 'allow'],
  ['builder', [], 'Write', {}, 'deny'],
  ['builder', ['src/**'], 'apply_patch', { command: '*** Update File: src/a.ts\n*** Update File: b.ts\n' }, 'deny'],
] as const)('%s with %j calls %s %j: %s', (name, files, tool, input, decision) => {
  role = { role: name, files: [...files] }
  expect(ask(tool, input)).toMatchObject({ decision })
  expect(rows).toHaveLength(decision === 'deny' ? 1 : 0)
})

test('a relative path counts from where the tool stands', () => {
  expect(ask('Bash', { command: 'touch a.ts' }, '/work/tree/src')).toEqual({ decision: 'allow' })
  expect(ask('Bash', { command: 'touch a.ts' }, '/work/other/src')).toMatchObject({ decision: 'deny' })
})

test('a harness that hears of calls by itself gets the same judgement, and writes it down itself', () => {
  const judge = (command: string) =>
    refusalOf(context, 'demo-1', { tool: 'shell', input: { command }, cwd: '/work/tree' })
  expect([judge('git push'), judge('touch ../x'), judge('make')]).toEqual([
    expect.stringContaining('pushed'),
    expect.any(String),
    null,
  ])
  expect(rows).toEqual([])
  role = { role: null }
  expect(judge('git push')).toBeNull()
})

test('an unknown session is an error, which a hook takes for a deny', () => {
  expect(() => guardFlows(context).guardCall('demo-9', { tool: 'Read', input: {} })).toThrow(/no session/)
})
