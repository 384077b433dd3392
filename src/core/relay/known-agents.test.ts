/** Agents and short names of models out of a configuration. */
import { expect, test } from 'vitest'
import { parseMix, quotaScope } from './agent-spec.ts'
import { knownAgents, knownProviders, longName } from './known-agents.ts'

const known = knownAgents({
  harnesses: ['claude-code', 'opencode', 'pi', 'mycode', 'claude-code', '9lives'],
  models: { fast: 'haiku-latest', kimi: 'everywhere/kimi' },
  harnessModels: { mycode: { kimi: 'moonshot/kimi-k2' } },
})

test.each([
  ['mycode:kimi', 'mycode', 'moonshot/kimi-k2'],
  ['op:kimi', 'opencode', 'everywhere/kimi'],
  ['mycode:fast', 'mycode', 'haiku-latest'],
  ['cc:constructor', 'claude-code', 'constructor'],
  ['cc:__proto__', 'claude-code', '__proto__'],
])('%s is %s with %s', (text, harness, model) => {
  expect(parseMix([text], known).entries.map((entry) => entry.spec)).toEqual([{ harness, model }])
})

test('a harness that begins with a digit cannot be named, and is not offered', () => {
  expect(known.harnesses).toEqual(['claude-code', 'opencode', 'pi', 'mycode'])
  const [fault] = parseMix(['9lives'], known).faults
  expect(fault).toMatchObject({ code: 'UNKNOWN_AGENT_SPEC', message: expect.stringContaining('begins with a letter') })
})

test.each([
  [{ kimi: 'moonshot/kimi-k2' }, 'kimi', 'moonshot/kimi-k2'],
  [{ kimi: 'moonshot/kimi-k2' }, 'big', 'big'],
  [{ kimi: 3 }, 'kimi', 'kimi'],
  [{}, 'constructor', 'constructor'],
  [undefined, 'kimi', 'kimi'],
  [null, 'kimi', 'kimi'],
])('among %j %s is %s', (models, name, long) => expect(longName(models, name)).toBe(long))

test.each([
  ['mycod', 'mycode'],
  ['cladue', 'claude-code'],
  ['clude:opus@2', 'claude-code'],
  ['Claude', 'claude-code'],
  ['CC', 'cc'],
])('T19: the name nearest to %s is %s, among all of them, also custom ones and first halves', (word, near) => {
  expect(parseMix([word], known).faults[0]!.hint).toContain(`Did you mean "${near}"?`)
})

test('providers are compared by what their members mean', () => {
  const providers = knownProviders({ moon: ['mycode:kimi nobody'], work: ['cc', 'op:anthropic/*'] }, known)
  expect(providers).toEqual({ moon: ['mycode:moonshot/kimi-k2'], work: ['claude-code', 'opencode:anthropic/*'] })
  expect(quotaScope({ harness: 'mycode', model: 'moonshot/kimi-k2' }, providers)).toBe('provider:moon')
  expect(quotaScope({ harness: 'opencode', model: 'anthropic/opus' }, providers)).toBe('provider:work')
  expect(quotaScope({ harness: 'opencode', model: 'other/opus' }, providers)).toBe('opencode:other')
})
