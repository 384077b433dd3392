/** Names, aliases, data-only entries, and the table in docs/harnesses.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Harness } from '#ports/harness'
import { abilityMatrix } from './ability-matrix.ts'
import { builtInHarnesses } from './built-in.ts'
import { createCustom } from './custom/custom.ts'
import { aliases, createRegistry } from './registry.ts'

const named = (id: string): Harness => ({ ...createCustom('x', { command: ['x'] }), id })
const ids = ['claude-code', 'codex', 'opencode', 'gemini', 'qwen', 'copilot', 'pi', 'crush', 'antigravity', 'rehearsal']
const registry = createRegistry(ids.map(named), createCustom)

describe('registry', () => {
  it.each([
    ['cc', 'claude-code'],
    ['cx', 'codex'],
    ['op', 'opencode'],
    ['ge', 'gemini'],
    ['qw', 'qwen'],
    ['cp', 'copilot'],
    ['pi', 'pi'],
    ['cr', 'crush'],
    ['ag', 'antigravity'],
    ['agy', 'antigravity'],
    ['rh', 'rehearsal'],
    ['codex', 'codex'],
  ])('%s is %s', (word, id) => expect(registry.get(word)?.id).toBe(id))

  it('names every word it answers to', () => {
    for (const name of registry.names()) expect(registry.get(name), name).not.toBeNull()
    expect(registry.names()).toEqual(expect.arrayContaining(['claude-code', 'cc']))
  })

  it('knows nobody by a word of the language or an alias without its harness', () => {
    expect(registry.get('constructor')).toBeNull()
    expect(registry.get('__proto__')).toBeNull()
    expect(createRegistry([named('codex')], createCustom).get('cc')).toBeNull()
  })
  it('refuses two of one name', () =>
    expect(() => createRegistry([named('a'), named('a')], createCustom)).toThrow('Two harnesses are called a'))
  it('makes custom harnesses', () => expect(registry.custom('mine', { command: ['sh'] }).id).toBe('mine'))
  it('holds data-only entries, marked untested, with the own table on top', () => {
    const template = {
      id: 'newcomer',
      name: 'Newcomer',
      install: 'npm i -g newcomer',
      config: { command: ['newcomer', '-p', '$PROMPT'], model_flag: '--model' },
    }
    const harness = createRegistry([], createCustom, [template]).get('newcomer')!
    expect(harness).toMatchObject({ name: 'Newcomer', proven: 'untested', testedVersions: 'none' })
    const start = {
      config: { model: 'm1' },
      prompt: 'hi',
      instructions: null,
      program: { binary: '/n', prefix: [] },
      launchDir: '/l',
    }
    const plan = harness.plan({ ...start, model: null, resume: null, freshId: 'f' } as never)
    expect(plan.argv).toEqual(['/n', '-p', 'hi', '--model', 'm1'])
  })
  it('every alias is a fair name', () =>
    expect(Object.keys(aliases).every((alias) => /^[a-z][a-z-]*$/.test(alias))).toBe(true))
})

describe('docs/harnesses.md', () => {
  const file = new URL('../../../docs/harnesses.md', import.meta.url)
  const markers = /(<!-- abilities:begin -->\n)[\s\S]*?(\n<!-- abilities:end -->)/
  const shipped = builtInHarnesses({ player: 'player', node: 'node' })

  it('shows what each harness declares (DROVER_WRITE_DOCS=1 writes it)', () => {
    const doc = readFileSync(file, 'utf8')
    expect(doc).toMatch(markers)
    const wanted = doc.replace(markers, (_, begin: string, end: string) => `${begin}${abilityMatrix(shipped)}${end}`)
    if (process.env.DROVER_WRITE_DOCS === '1') writeFileSync(file, wanted)
    else expect(doc).toBe(wanted)
  })
})
