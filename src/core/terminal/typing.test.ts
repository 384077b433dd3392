/** May words be typed? Every fact in every combination: what stands in the way wins, and nothing is sent behind it. */
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#core/session/decide'
import { decideAgain, decideEnter, decidePaste, type TypingFacts, typingMs } from './typing.ts'

const facts = (more: Partial<TypingFacts> = {}): TypingFacts => ({
  id: 'shop-1',
  screen: 'seen',
  look: { ready: true, working: false, dialog: null, draft: '' },
  dialog: false,
  opened: true,
  keyAgoMs: null,
  holdsOurs: false,
  midTurn: false,
  ...more,
})
const codeOf = (step: unknown): unknown => (isRefusal(step) ? step.refused : step)

const screens = ['seen', 'dead', 'gone', 'unknown'] as const
const booleans = [true, false] as const

describe.each(screens)('a screen that is %s, in every combination of the other facts', (screen) => {
  it('types into no dialog, behind no draft, and sends nothing but our own words', () => {
    for (const given of combinations(screen)) {
      const [paste, enter, again] = [codeOf(decidePaste(given)), codeOf(decideEnter(given)), decideAgain(given)]
      const blocked = whatStands(given)
      const said = JSON.stringify(given)
      if (blocked !== null) {
        expect([paste, enter, again], said).toEqual([blocked, blocked, false])
        continue
      }
      const mine = given.look.draft === 'mine'
      if (paste === 'paste') expect([mine, given.keyAgoMs === 0], said).toEqual([false, false])
      if (enter === 'enter') expect(given.holdsOurs, said).toBe(true)
      if (mine && !given.holdsOurs) expect([paste, enter], said).toEqual(['TERMINAL_IN_USE', 'TERMINAL_IN_USE'])
      expect(again, said).toBe(given.holdsOurs)
    }
  })
})

function* combinations(screen: TypingFacts['screen']): Generator<TypingFacts> {
  for (const dialog of booleans)
    for (const shown of booleans)
      for (const draft of [null, '', 'mine'])
        for (const ready of booleans)
          for (const working of booleans)
            for (const holdsOurs of booleans)
              for (const midTurn of booleans)
                for (const keyAgoMs of [null, 0, typingMs]) {
                  const look = { ready, working, dialog: shown ? 'Proceed?' : null, draft }
                  yield facts({ screen, dialog, look, holdsOurs, midTurn, keyAgoMs })
                }
}

function whatStands({ screen, dialog, look }: TypingFacts): string | null {
  if (screen === 'dead' || screen === 'gone') return 'AGENT_EXITED'
  if (screen === 'unknown') return 'TERMINAL_UNREACHABLE'
  return dialog || look.dialog !== null ? 'SESSION_AWAITING_DECISION' : null
}

it('waits for an interface that starts and for the end of a turn that it does not speak into', () => {
  const starts = facts({ look: { ready: false, working: false, dialog: null, draft: null } })
  expect(decidePaste(starts)).toBe('wait')
  const works = facts({ look: { ready: true, working: true, dialog: null, draft: '' } })
  expect(decidePaste(works)).toBe('wait')
  expect(decidePaste({ ...works, midTurn: true })).toBe('paste')
})

it('a screen that is still being drawn is waited for, whatever it seems to show', () => {
  const drawn = facts({ opened: false, look: { ready: true, working: false, dialog: null, draft: 'Welcome' } })
  expect(decidePaste(drawn)).toBe('wait')
})

it('words that stand there since before a crash only want Enter', () => {
  const left = facts({ look: { ready: true, working: false, dialog: null, draft: 'hello' }, holdsOurs: true })
  expect(decidePaste(left)).toBe('enter')
})
