import { describe, expect, it } from 'vitest'
import { type Action, bounded, pickAction, refuseBeside, toldBytes } from './decide.ts'

const action = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  title: name,
  argv: ['true'],
  mutating: false,
  confirm: null,
  timeoutMs: 1000,
  before: null,
  ...more,
})
const actions = [action('status'), action('forensics'), action('reset', { mutating: true, before: 'forensics' })]

describe('an action by its name', () => {
  it('is found by the exact name, with what runs first', () => {
    expect(pickAction(actions, 'reset')).toEqual({ action: actions[2], before: actions[1] })
    expect(pickAction(actions, 'status')).toEqual({ action: actions[0], before: null })
  })

  it.each(['STATUS', 'status 103', '', 'status;reboot', '$(reset)', ' status', 'status\n', '../status', '__proto__'])(
    '%j is refused',
    (name) => expect(pickAction(actions, name)).toMatchObject({ refused: 'ACTION_UNKNOWN' }),
  )

  it('says what there is, or how to make one', () => {
    expect(pickAction(actions, 'x')).toMatchObject({ hint: expect.stringContaining('status, forensics, reset') })
    expect(pickAction([], 'x')).toMatchObject({ hint: expect.stringContaining('[actions.NAME]') })
  })
})

describe('beside what runs', () => {
  const [read, change] = [
    { name: 'status', mutating: false },
    { name: 'reset', mutating: true },
  ]
  it.each([
    [read, [], null],
    [change, [], null],
    [read, [change], null],
    [change, [read], null],
    [read, [read], 'ACTION_RUNNING'],
    [change, [{ name: 'stop', mutating: true }], 'ACTION_RUNNING'],
    [change, [change], 'ACTION_RUNNING'],
  ] as const)('%j beside %j: %s', (asked, running, code) =>
    expect(refuseBeside(asked, running)?.refused ?? null).toBe(code),
  )
})

it('a long output is cut, and says so', () => {
  expect(bounded('short')).toBe('short')
  const cut = bounded('x'.repeat(toldBytes + 1))
  expect(cut.length).toBeLessThan(toldBytes + 100)
  expect(cut).toContain('the rest is left out')
})
