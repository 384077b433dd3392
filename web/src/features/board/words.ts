/** How trips, their checks, phases and needs are told: the word and its sign. Pure. */
import type { SessionPr } from '#contract/session'
import type { EnrolmentNeed, LandingMode, Trip } from '#contract/trip'
import { renderChecklist } from '#core/trip/checklist'
import type { Word } from '../relay/words.ts'

const stateWord: Readonly<Record<Trip['state'], Word>> = {
  claiming: { word: 'claiming', sign: 'starting' },
  running: { word: 'under way', sign: 'working', tone: 'alive' },
  done: { word: 'landed', sign: 'reported' },
  escalated: { word: 'needs you', sign: 'needs_input', tone: 'need' },
  frozen: { word: 'frozen', sign: 'failed', tone: 'fault' },
  withdrawn: { word: 'withdrawn', sign: 'ended' },
}

const phaseWord: Readonly<Record<Trip['phase'], string>> = {
  worktree: 'begins',
  tests_red: 'writes the test',
  green: 'makes it pass',
  pushed: 'is to be pushed',
  ci: 'waits for checks',
  deployed: 'waits for the rollout',
  done: 'is being closed',
}

export const wordOfTrip = (trip: Pick<Trip, 'state' | 'phase' | 'ci'>): Word => {
  if (trip.state !== 'running') return stateWord[trip.state]
  if (trip.ci === 'red') return { word: 'fixes red checks', sign: 'working', tone: 'alive' }
  return { ...stateWord.running, word: phaseWord[trip.phase] }
}

/** null: nothing has checked it yet, or nobody knows. */
export function checksWord({ ci, red }: Pick<Trip, 'ci' | 'red'>): Word | null {
  if (ci === 'green') return { word: 'checks green', sign: 'reported' }
  if (ci === 'pending') return { word: 'checks run', sign: 'parked' }
  if (ci !== 'red') return null
  const more = red.length > 1 ? ` and ${red.length - 1} more` : ''
  return { word: red.length === 0 ? 'checks red' : `red: ${red[0]}${more}`, sign: 'failed', tone: 'fault' }
}

export const prWord = ({ number, status, state }: SessionPr): string =>
  `#${number} ${(status ?? state).replaceAll('_', ' ')}`

export const landingWord: Readonly<Record<LandingMode, string>> = {
  pr: 'Pull request',
  push: 'Push',
  agent: 'The agent itself',
}

export const landingAbout: Readonly<Record<LandingMode, string>> = {
  pr: 'Drover opens a pull request, waits for checks and reviews, merges it, and closes the issue once the default branch is green.',
  push: 'Drover merges and verifies in a tree of its own, then pushes to the default branch.',
  agent: 'The agent merges and pushes by itself; Drover only watches.',
}

export const needWord: Readonly<Record<EnrolmentNeed['state'], Word>> = {
  ok: { word: 'there', sign: 'reported' },
  missing: { word: 'missing', sign: 'failed', tone: 'fault' },
  unknown: { word: 'not known', sign: 'needs_input' },
}
/** What is missing and can wait is no fault. */
export const wordOfNeed = ({ state, required }: EnrolmentNeed): Word =>
  state === 'missing' && !required ? { word: 'missing', sign: 'parked' } : needWord[state]

/** What holds it up first, then what is missing or not known, then what is there. */
export const needsInOrder = (needs: readonly EnrolmentNeed[]): readonly EnrolmentNeed[] => {
  const weight = ({ state, required }: EnrolmentNeed): number =>
    state === 'ok' ? 3 : required ? 0 : state === 'missing' ? 1 : 2
  return [...needs].sort((a, b) => weight(a) - weight(b))
}

export interface Step {
  readonly mark: 'done' | 'now' | 'open'
  readonly text: string
}

const marks: Readonly<Record<string, Step['mark']>> = { x: 'done', '~': 'now', ' ': 'open' }

/** The comment on the issue as it stands, or what it will say. */
export function stepsOf(trip: Pick<Trip, 'phase'>, checklist: string | null): readonly Step[] {
  const lines = (checklist ?? renderChecklist(trip.phase)).matchAll(/^- \[([x~ ])\] (.+)$/gm)
  return [...lines].map(([, mark = ' ', text = '']) => ({ mark: marks[mark] ?? 'open', text }))
}

export const stepWord: Readonly<Record<Step['mark'], Word>> = {
  done: { word: 'done', sign: 'reported' },
  now: { word: 'now', sign: 'working', tone: 'alive' },
  open: { word: 'to come', sign: 'idle' },
}
