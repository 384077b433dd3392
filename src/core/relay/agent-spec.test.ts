/** The grammar of agent specs: every form that people write, and what is refused with its code. */
import { describe, expect, test } from 'vitest'
import { entryText, type KnownAgents, parseMix, type Quota, quotaScope } from './agent-spec.ts'

const known: KnownAgents = {
  harnesses: ['claude-code', 'codex', 'opencode', 'gemini', 'antigravity', 'rehearsal', 'mycode', 'pi'],
  models: { mycode: { kimi: 'moonshot/kimi-k2' }, '*': { fast: 'haiku-latest' } },
  nearest: (word, words) => words.find((one) => one.replace('-', '') === word) ?? null,
}
const times = (least: number, most = least): Quota => ({ kind: 'times', least, most })
const star: Quota = { kind: 'until-fails' }
const read = (...values: string[]) =>
  parseMix(values, known).entries.map(({ spec, quota }) => [spec.harness, spec.model, quota])

describe('specs', () => {
  test.each([
    ['cc', [['claude-code', null, times(1)]]],
    ['claude-code', [['claude-code', null, times(1)]]],
    ['cc:claude-haiku-4-5', [['claude-code', 'claude-haiku-4-5', times(1)]]],
    ['op:zai-coding-plan/glm-5.1', [['opencode', 'zai-coding-plan/glm-5.1', times(1)]]],
    ['cc@2', [['claude-code', null, times(2)]]],
    ['cc:opus@2-4', [['claude-code', 'opus', times(2, 4)]]],
    ['cc@*', [['claude-code', null, star]]],
    ['cc:2', [['claude-code', null, times(2)]]],
    ['cc:2-3', [['claude-code', null, times(2, 3)]]],
    ['cc:opus:3', [['claude-code', 'opus', times(3)]]],
    ['op:ollama/llama3:8b', [['opencode', 'ollama/llama3:8b', times(1)]]],
    ['"op:ollama/qwen:7"', [['opencode', 'ollama/qwen:7', times(1)]]],
    ['op:ollama/qwen:7@1', [['opencode', 'ollama/qwen:7', times(1)]]],
    ['"ag:Gemini 3 Pro"@2', [['antigravity', 'Gemini 3 Pro', times(2)]]],
    ["ag:'Gemini 3 Pro'", [['antigravity', 'Gemini 3 Pro', times(1)]]],
    ["cc:'claude@20241022'", [['claude-code', 'claude@20241022', times(1)]]],
    ['mycode:kimi', [['mycode', 'moonshot/kimi-k2', times(1)]]],
    ['pi:fast', [['pi', 'haiku-latest', times(1)]]],
    [
      'cc ge op',
      [
        ['claude-code', null, times(1)],
        ['gemini', null, times(1)],
        ['opencode', null, times(1)],
      ],
    ],
    [
      '  rh:a   rh:b@2 ',
      [
        ['rehearsal', 'a', times(1)],
        ['rehearsal', 'b', times(2)],
      ],
    ],
    ['', []],
  ] as const)('%s', (text, wanted) => {
    expect(parseMix([text], known).faults).toEqual([])
    expect(read(text)).toEqual(wanted)
  })

  test('what is written is read again the same', () => {
    const values = ['cc:2', '"ag:Gemini 3 Pro"@2-5', 'rh:a@*', '"op:ollama/qwen:7"', "cc:'claude@20241022'@3"]
    const { entries } = parseMix(values, known)
    expect(parseMix(entries.map(entryText), known).entries).toEqual(entries)
  })
})

describe('refusals', () => {
  test.each([
    ['gm', 'UNKNOWN_AGENT_SPEC', 'unknown agent alias "gm"'],
    ['claudecode', 'UNKNOWN_AGENT_SPEC', 'claude-code'],
    ['cp', 'UNKNOWN_AGENT_SPEC', 'unknown agent alias "cp"'],
    ['cc:', 'UNKNOWN_AGENT_SPEC', 'cc:'],
    ['cc@0', 'INVALID_QUOTA', '"0"'],
    ['cc:0', 'INVALID_QUOTA', '"0"'],
    ['cc@3-2', 'INVALID_QUOTA', '"3-2"'],
    ['cc@', 'INVALID_QUOTA', '""'],
    ['cc@x', 'INVALID_QUOTA', '"x"'],
    ['cc@5000', 'INVALID_QUOTA', '"5000"'],
    ['cc@1.5', 'INVALID_QUOTA', '"1.5"'],
  ])('%s is %s', (text, code, words) => {
    const { entries, faults } = parseMix([text], known)
    expect(entries).toEqual([])
    expect(faults).toHaveLength(1)
    expect(faults[0]!.code).toBe(code)
    expect(`${faults[0]!.message} ${faults[0]!.hint}`).toContain(words)
  })

  test('every fault of a mix is told at once, and the good ones are read', () => {
    const { entries, faults } = parseMix(['cc gm', 'op@0'], known)
    expect(entries.map(entryText)).toEqual(['claude-code'])
    expect(faults.map((fault) => fault.code)).toEqual(['UNKNOWN_AGENT_SPEC', 'INVALID_QUOTA'])
  })
})

test.each([
  ['claude-code', null, 'claude-code'],
  ['claude-code', 'opus', 'claude-code'],
  ['opencode', 'opencode-go/kimi', 'opencode:opencode-go'],
  ['opencode', 'plain', 'opencode'],
  ['rehearsal', 'a', 'rehearsal:a'],
  ['codex', 'gpt-5', 'provider:work'],
  ['gemini', 'pro-2', 'provider:work'],
  ['gemini', 'flash', 'gemini'],
])('%s:%s shares the account %s', (harness, model, scope) => {
  expect(quotaScope({ harness, model }, { work: ['cx', 'ge:pro*'] })).toBe(scope)
})
