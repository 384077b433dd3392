import { describe, expect, it } from 'vitest'
import { presetsOf } from './presets.ts'

const config = (key: string, value: unknown) => [{ key, value, source: 'repository' as const }]

describe('presets', () => {
  it.each([
    ['words', config('presets', ['Run the tests', '', 3]), [{ label: 'Run the tests', prompt: 'Run the tests' }]],
    [
      'labels',
      config('presets', [{ label: 'Tests', prompt: 'Run them' }, { label: 'x' }]),
      [{ label: 'Tests', prompt: 'Run them' }],
    ],
    ['a table', config('presets', { tests: 'Run them' }), [{ label: 'tests', prompt: 'Run them' }]],
    ['a flattened table', config('presets.tests', 'Run them'), [{ label: 'tests', prompt: 'Run them' }]],
    ['nothing', config('setup.run', 'x'), []],
  ])('as %s', (_name, values, found) => expect(presetsOf(values)).toEqual(found))
})
