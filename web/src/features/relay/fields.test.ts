import { expect, it } from 'vitest'
import { emptyRelayDraft, idsOf, relayInput, whyNotYet, withAgent } from './fields.ts'

it('reads ids as people write them', () => {
  expect(idsOf(' t-1, t-2\tt-1 ')).toEqual(['t-1', 't-2'])
  expect(idsOf('')).toEqual([])
})

it('leaves out what nobody filled in', () => {
  expect(relayInput('shop', emptyRelayDraft)).toEqual({ projectId: 'shop' })
  expect(
    relayInput('shop', {
      what: 'prompt',
      prompt: 'Go on.',
      mix: ' cc@2 cx ',
      iterations: '3',
      parallel: '2',
      land: true,
      base: 'dev',
    }),
  ).toEqual({
    projectId: 'shop',
    prompt: 'Go on.',
    mix: ['cc@2 cx'],
    iterations: 3,
    parallel: 2,
    land: true,
    base: 'dev',
  })
  expect(relayInput('shop', { ...emptyRelayDraft, prompt: 'kept from before', iterations: 'many' })).toEqual({
    projectId: 'shop',
  })
})

it('adds agents behind each other and says what is missing', () => {
  expect(withAgent(withAgent('', 'cc'), 'cx')).toBe('cc cx')
  expect(whyNotYet(emptyRelayDraft, 0)).toContain('add one')
  expect(whyNotYet(emptyRelayDraft, 1)).toBeNull()
  expect(whyNotYet({ ...emptyRelayDraft, what: 'prompt' }, 0)).toBe('Write the prompt.')
})
