import { describe, expect, it } from 'vitest'
import { createBuckets, createCounter, prometheusText } from './prometheus.ts'

describe('the text that Prometheus reads', () => {
  it('names, explains and types each family; labels are escaped', () => {
    const turns = createCounter()
    turns.add({ harness: 'cc', outcome: 'completed' })
    turns.add({ harness: 'cc', outcome: 'completed' }, 2)
    turns.add({ harness: 'a "b"\\\n' })
    expect(
      prometheusText([{ name: 'turns_total', help: 'Turns\nthat ended', type: 'counter', samples: turns.read() }]),
    ).toBe(
      '# HELP turns_total Turns\\nthat ended\n# TYPE turns_total counter\nturns_total{harness="cc",outcome="completed"} 3\nturns_total{harness="a \\"b\\"\\\\\\n"} 1\n',
    )
  })
  it('a histogram is cumulative and ends with everything', () => {
    const seconds = createBuckets([0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value)
    expect(prometheusText([{ name: 's', help: 'h', type: 'histogram', ...seconds.read() }])).toBe(
      '# HELP s h\n# TYPE s histogram\ns_bucket{le="0.1"} 2\ns_bucket{le="1"} 3\ns_bucket{le="+Inf"} 4\ns_sum 7.65\ns_count 4\n',
    )
  })
  it.each([
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NaN, 'NaN'],
    [1e-7, '1e-7'],
  ])('%s is %s', (value, text) =>
    expect(prometheusText([{ name: 'x', help: 'h', type: 'gauge', samples: [{ value }] }])).toContain(`x ${text}\n`),
  )
})
