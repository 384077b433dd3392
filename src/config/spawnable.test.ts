/** What a spawn would refuse of a configuration that holds by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadEffective } from './effective.ts'
import { readLayer, warningsOf } from './layer.ts'
import { unspawnable } from './spawnable.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-config-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

let n = 0
function file(text: string): string {
  const path = join(dir, `${++n}.toml`)
  writeFileSync(path, text)
  return path
}
const refused = (text: string): readonly string[] =>
  unspawnable(loadEffective({ userFile: file(text), repoPath: null })).map(({ message }) => message)

describe('a configuration that a spawn would refuse', () => {
  it.each([
    ['default_harness = "claud-code"', 'there is no harness "claud-code"'],
    ['[harness.mine]\ncommand = ["mine"]\nprotocol = "a2a"', 'protocol: "a2a" is not spoken here'],
    ['[harness.mine]\nprotocol = "acp"', 'command: is missing'],
    ['[harness.mine]\ncommand = ["opencode"]', 'opencode without "run"'],
    ['[harness.mine]\ncommand = ["/opt/bin/opencode", "-m", "$MODEL", "$PROMPT"]', 'opencode without "run"'],
    ['[harness.mine]\ncommand = ["./agent"]', 'depends on where it is run'],
    ['[harness.mine]\ncommand = ["agent", "$PROMPT"]\nlifetime = "session"', 'needs output = "drover"'],
    ['[harness.mine]\ncommand = ["agent"]\noutput = "ndjson"', 'text_path: is needed'],
  ])('%j', (text, expected) => {
    expect(refused(text)).toEqual([expect.stringContaining(expected)])
  })

  it.each([
    '',
    'default_harness = "cc"',
    'default_harness = "aider"',
    'default_harness = "mine"\n[harness.mine]\ncommand = ["mine", "$PROMPT"]',
    '[harness.mine]\ncommand = ["opencode", "run", "$PROMPT"]',
    '[harness.mine]\ncommand = ["opencode", "acp"]\nprotocol = "acp"',
    '[harness.mine]\ncommand = ["~/bin/agent"]\noutput = "drover"\nlifetime = "session"',
  ])('takes %j', (text) => {
    expect(refused(text)).toEqual([])
  })
})

describe('schema_version', () => {
  it('is accepted in every file, and a number that is not known warns', () => {
    const look = (kind: 'user' | 'repository', text: string) => warningsOf(readLayer(kind, file(text))!)
    for (const kind of ['user', 'repository'] as const) {
      expect(look(kind, 'schema_version = 1\nports = 5')).toEqual([])
      expect(look(kind, 'schema_version = 7')).toEqual([expect.stringContaining('schema_version 7 is not known')])
      expect(() => look(kind, 'schema_version = "one"')).toThrow('schema_version must be a whole number')
    }
  })
})
