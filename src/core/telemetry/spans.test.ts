/** Names and ids of spans: the same for the same turn, always; a caller's trace is taken only where it is one; log lines are plain. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { metricOf } from './figures.ts'
import { logLineOf } from './log-line.ts'
import { parseTraceparent, providerOf, toolSpanId, traceIdOf, turnSpan, turnSpanId } from './spans.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const trace = '0af7651916cd43dd8448eb211c80319c'
const span = 'b7ad6b7169203331'

it.each([
  [`00-${trace}-${span}-01`, true],
  [`00-${trace}-${span}-00`, true],
  [`01-${trace}-${span}-01-more`, true],
  [`ff-${trace}-${span}-01`, false],
  [`00-${'0'.repeat(32)}-${span}-01`, false],
  [`00-${trace}-${'0'.repeat(16)}-01`, false],
  [`00-${trace.toUpperCase()}-${span}-01`, false],
  [`00-${trace}-${span}`, false],
  ['', false],
  [undefined, false],
])('traceparent %s', (text, taken) =>
  expect(parseTraceparent(text)).toEqual(taken ? { traceId: trace, parentId: span } : null),
)

it('ids have their lengths and differ by what they name', () => {
  const at = '2030-01-01T00:00:00Z'
  const ids = [turnSpanId(hash, 'p-1', 1), turnSpanId(hash, 'p-1', 2), toolSpanId(hash, 'p-1', 1, 'c')]
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/)
  expect(traceIdOf(hash, 'p-1', 1, at)).toMatch(/^[\da-f]{32}$/)
  expect(traceIdOf(hash, 'p-1', 1, at)).not.toBe(traceIdOf(hash, 'p-1', 1, '2031-01-01T00:00:00Z'))
})

const agent = { sessionId: 'p-1', projectId: 'p', harness: 'claude-code', model: null }
const turn = { agent, n: 1, askedModel: 'opus', source: 'operator', startMs: 1, endMs: 2, used: null }
const words = { prompt: null, answer: null }

it.each([
  ['completed', null, null],
  ['cancelled', null, null],
  ['error', 'RATE_LIMIT', 'RATE_LIMIT'],
  ['lost', null, 'lost'],
] as const)('a turn that is %s', (outcome, code, error) => {
  const made = turnSpan(span, { traceId: trace, parentId: null }, { ...turn, ...words, outcome, code })
  expect([made.name, made.error, made.attributes['error.type']]).toEqual([
    'invoke_agent claude-code',
    error,
    error ?? undefined,
  ])
  expect(Object.keys(made.attributes).filter((key) => /messages|usage/.test(key))).toEqual([])
  expect(made.attributes['gen_ai.request.model']).toBe('opus')
})

it('names who answers as far as the harness tells', () =>
  expect(['claude-code', 'codex', 'gemini', 'opencode'].map(providerOf)).toEqual([
    'anthropic',
    'openai',
    'gcp.gemini',
    'opencode',
  ]))

it('figures have dots and units, and what is no number is left out', () => {
  const family = { name: 'drover_cost_usd_total', help: 'h', type: 'counter' as const }
  const samples = [{ labels: { harness: 'x' }, value: 0.5 }, { value: Number.NaN }]
  expect(metricOf({ ...family, samples })).toEqual({
    ...{ name: 'drover.cost.usd', unit: '{USD}', description: 'h', type: 'sum' },
    points: [{ attributes: { 'drover.harness': 'x' }, value: 0.5 }],
  })
})

it('a line of the log keeps plain fields, its cause, and has an end', () => {
  const cause = { name: 'DroverError', code: 'NOT_READY', message: 'no', stack: 'at home' }
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n]))
  const line = logLineOf('warn', 'x'.repeat(5000), { session: 'p-1', cause, deep: { a: 1 }, list: [1], ...many }, 7)
  expect(line.attributes).toMatchObject({
    'drover.session.id': 'p-1',
    'exception.type': 'NOT_READY',
    'exception.message': 'no',
  })
  expect(JSON.stringify(line)).not.toContain('at home')
  expect([line.message.length, Object.keys(line.attributes).length < 31]).toEqual([1000, true])
})
