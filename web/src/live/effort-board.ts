/** The efforts of the pages that show them: read once, then followed by the stream that the whole page has. Draws nothing. */
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { ApiError } from '../api/call.ts'
import { status } from '../api/calls.ts'
import * as api from '../api/effort-calls.ts'
import { type Follower, followChanges } from './cockpit.ts'
import { applyToEfforts, type Efforts, effortsOf, withEffort } from './reduce/effort.ts'
import { createStore } from './store.ts'

export interface EffortBoard {
  /** null until they were read. */
  readonly known: Efforts | null
  readonly problem: ApiError | null
}

export const effortBoard = createStore<EffortBoard>({ known: null, problem: null })

/** Which read counts, and what arrived while it was on its way. */
let reading = 0
let meanwhile: Change[] | null = null

export function openEfforts(): void {
  followChanges(follow)
  if (effortBoard.get().known === null && meanwhile === null) void readEfforts()
}

const follow: Follower = (changes) => {
  if (changes === 'out') {
    reading++
    meanwhile = null
    effortBoard.set({ known: null, problem: null })
  } else if (changes === 'all') void readEfforts()
  else {
    meanwhile?.push(...changes)
    const { known, problem } = effortBoard.get()
    if (known !== null) effortBoard.set({ known: applyToEfforts(known, changes), problem })
  }
}

/** The newest number first, then the list: what happens in between comes again by the stream and does no harm. */
export async function readEfforts(): Promise<void> {
  const mine = ++reading
  const arrived: Change[] = []
  meanwhile = arrived
  try {
    const { lastSeq } = await status()
    const efforts = await api.newestEfforts()
    if (mine !== reading) return
    effortBoard.set({ known: applyToEfforts(effortsOf(lastSeq, efforts), arrived), problem: null })
  } catch (cause) {
    if (mine === reading) effortBoard.set({ ...effortBoard.get(), problem: cause as ApiError })
  }
  if (mine === reading) meanwhile = null
}

export function noteEffort(effort: Effort): void {
  const { known, problem } = effortBoard.get()
  if (known !== null) effortBoard.set({ known: withEffort(known, effort), problem })
}
