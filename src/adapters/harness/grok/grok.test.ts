/** Recorded lines of grok 0.0.34: what it prints when it is done, and its error that looks like an answer. */
import { expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { evidenceOf, type Fixture, fixtureSuite, replay } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createGrok } from './grok.ts'

const harness = createGrok()
const recorded = recordedBeside(import.meta.url)
const fixture = (name: string, expected: Fixture['expect']): Fixture => ({
  name,
  start: startWith(),
  steps: recorded(name),
  expect: expected,
})

fixtureSuite('grok', harness, [
  fixture('simple', { kinds: ['text', 'result'], result: 'ok', failure: null }),
  fixture('tool', { kinds: ['tool', 'tool_result', 'text', 'result'], text: 'done 1', result: 'ok' }),
  fixture('400', { kinds: ['failure', 'result'], failure: { status: 400 } }),
  fixture('429', { kinds: ['failure', 'result'], failure: { status: 429 } }),
  // Exit 0 with nothing said.
  fixture('tool-sigterm', { result: 'error' }),
])

it('tells its few abilities', () => {
  expect(harness.can).toMatchObject({
    resume: false,
    usage: 'none',
    permissions: ['bypass'],
    tools: true,
    deltas: false,
  })
  expect(harness.proven).toBe('tested')
})

it('names the cause behind its sentence', () => {
  const line = (content: string) => JSON.stringify({ role: 'assistant', content })
  const category = (content: string) => classify(evidenceOf(replay(harness, startWith(), [line(content)]).events))
  expect(category('Sorry, I encountered an error: Grok API error: 401 Incorrect API key provided: fake.')).toBe('auth')
  expect(category('Sorry, I encountered an error: Grok API error: Connection error.')).toBe('transient')
})

it('keeps a prompt that begins with a dash a prompt, and an untrusted address out', () => {
  const program = { binary: '/usr/bin/node', prefix: ['/lib/grok.js'] }
  const { argv, env, files } = harness.plan(
    startWith({ prompt: '--help me', trusted: false, model: 'grok-4', program }),
  )
  expect(argv.slice(3)).toEqual(['/lib/grok.js', '-p', ' --help me', '-m', 'grok-4'])
  expect(files.map((file) => file.content).join()).toContain('/repo/.grok/settings.json')
  expect(env.GROK_BASE_URL).toBe('')
})
