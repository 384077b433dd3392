/** What is found in the commits of a trip. */
import { expect, it } from 'vitest'
import { violationOf } from './guardrails.ts'

const fine = { messages: ['Add it\n\nCloses #4'], paths: ['src/a.ts', 'docs/ci.md'], forced: false }

it.each([
  ['nothing', fine, null],
  ['a force push', { ...fine, forced: true }, 'force push'],
  ['[skip ci]', { ...fine, messages: ['a', 'b [Skip CI]'] }, 'skip'],
  ['skip-checks', { ...fine, messages: ['a\n\nskip-checks: true'] }, 'skip'],
  ['***NO_CI***', { ...fine, messages: ['***NO_CI***'] }, 'skip'],
  ['a workflow', { ...fine, paths: ['.github/workflows/ci.yml'] }, '.github/workflows/ci.yml'],
  ['a pipeline', { ...fine, paths: ['.woodpecker.yml'] }, '.woodpecker.yml'],
  ['a folder of that name elsewhere', { ...fine, paths: ['docs/.github/workflows/ci.yml'] }, null],
] as const)('%s', (_name, facts, wanted) => {
  const found = violationOf(facts)
  if (wanted === null) expect(found).toBeNull()
  else expect(found).toContain(wanted)
})
