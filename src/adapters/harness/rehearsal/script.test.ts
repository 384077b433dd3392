/** Every directive as a step, and what is no directive. */
import { describe, expect, it } from 'vitest'
import { readLine, readScript, type Step } from './script.ts'

describe('script', () => {
  it.each<[string, Step]>([
    ['@say hi  there ', { do: 'say', text: 'hi  there' }],
    ['  @think x', { do: 'think', text: 'x' }],
    ['@write a.txt one  two', { do: 'write', path: 'a.txt', text: 'one  two' }],
    ['@append a.txt', { do: 'append', path: 'a.txt', text: '' }],
    ['@commit A message', { do: 'commit', text: 'A message' }],
    ['@sh echo hi | cat', { do: 'sh', text: 'echo hi | cat' }],
    ['@sleep 20', { do: 'sleep', n: 20 }],
    ['@flood 3', { do: 'flood', n: 3, bytes: 0 }],
    ['@flood 3 400', { do: 'flood', n: 3, bytes: 400 }],
    ['@tool Read {"a":1}', { do: 'tool', name: 'Read', input: { a: 1 } }],
    ['@usage 1 2 0.5', { do: 'usage', input: 1, output: 2, usd: 0.5 }],
    ['@remember two words', { do: 'remember', text: 'two words' }],
    ['@recall', { do: 'recall' }],
    ['@ask Why?', { do: 'ask', text: 'Why?' }],
    ['@fail rate_limit retry-after=3', { do: 'fail', category: 'rate_limit', retryAfter: 3 }],
    ['@fail usage_limit resets-in=60', { do: 'fail', category: 'usage_limit', resetsIn: 60 }],
    ['@fail crash', { do: 'fail', category: 'crash' }],
    ['@garbage 2', { do: 'garbage', n: 2 }],
    ['@hang', { do: 'hang' }],
    ['@ignore-term', { do: 'ignore-term' }],
    ['@orphan 5', { do: 'orphan', n: 5 }],
    ['@exit 3', { do: 'exit', n: 3 }],
    ['@inbox', { do: 'inbox' }],
    ['@mail @parent worker_done All\\ndone', { do: 'mail', to: '@parent', type: 'worker_done', text: 'All\ndone' }],
    ['@mail p-1 status', { do: 'mail', to: 'p-1', type: 'status', text: '' }],
    ['@wait children', { do: 'wait', what: 'children', deadline: null }],
    ['@wait task:t-1 2h', { do: 'wait', what: 'task:t-1', deadline: '2h' }],
    ['@merge-ready', { do: 'merge-ready', text: 'Ready to be merged' }],
    [
      '@spawn lead @spawn scout @say a\\\\n@say b\\n@wait mail',
      { do: 'spawn', role: 'lead', text: '@spawn scout @say a\\n@say b\n@wait mail' },
    ],
    ['plain @say words', { do: 'speak', text: 'plain @say words' }],
    ['@unknown x', { do: 'speak', text: '@unknown x' }],
    ['@', { do: 'speak', text: '@' }],
    ['@constructor', { do: 'speak', text: '@constructor' }],
  ])('%s', (line, step) => expect(readLine(line)).toEqual(step))

  it.each([
    '@say',
    '@sleep x',
    '@sleep -1',
    '@exit 256',
    '@flood',
    '@flood 1.5',
    '@usage 1',
    '@usage a b',
    '@fail',
    '@tool',
    '@mail @parent',
    '@spawn builder',
    '@wait',
    '@wait a b c',
  ])('%s is bad, with a reason', (line) =>
    expect(readLine(line)).toMatchObject({ do: 'bad', text: line, why: expect.stringContaining('needs') }),
  )
  it('never plays what is quoted', () =>
    expect(readScript('> @sh rm -rf x\n> > @say no\n@say yes\n>no quote').map((step) => step.do)).toEqual([
      'speak',
      'speak',
      'say',
      'speak',
    ]))
  it('skips empty lines and takes CRLF', () =>
    expect(readScript('a\r\n\r\n  \n@recall\r\n').map((step) => step.do)).toEqual(['speak', 'recall']))
})
