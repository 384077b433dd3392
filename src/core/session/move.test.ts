import { describe, expect, it } from 'vitest'
import type { ActivityState, Phase } from '#contract/session'
import { decideMove, type Move } from './move.ts'

const said = (activity: ActivityState): ActivityState => activity

/** What happens, and where a session that is blocked in each phase stands then. null: it may not happen. */
const table: [Move, starting: string | null, live: string | null, ended: string | null][] = [
  [{ type: 'turn_accepted' }, 'starting working', 'live working', null],
  [{ type: 'came_up', turnRunning: true }, 'live blocked', 'live blocked', null],
  [{ type: 'came_up', turnRunning: false }, 'live idle', 'live blocked', null],
  [{ type: 'heard', activity: said('working') }, 'starting working', 'live working', 'ended blocked'],
  [{ type: 'heard', activity: said('waiting_input') }, 'starting waiting_input', 'live waiting_input', 'ended blocked'],
  [{ type: 'answered', stillAsks: false }, 'starting working', 'live working', null],
  [{ type: 'answered', stillAsks: true }, 'starting waiting_input', 'live waiting_input', null],
  [{ type: 'reported', activity: said('idle') }, 'starting blocked', 'live idle', 'ended blocked'],
  [{ type: 'lost_sight' }, 'starting unknown', 'live unknown', 'ended blocked'],
  [{ type: 'found_again', turnRunning: true }, 'starting working', 'live working', 'ended blocked'],
  [{ type: 'found_again', turnRunning: false }, 'starting idle', 'live idle', 'ended blocked'],
  [{ type: 'turn_ended' }, 'starting blocked', 'live idle', 'ended blocked'],
  [{ type: 'ended' }, 'ended idle', 'ended idle', null],
  [{ type: 'restored' }, null, null, 'live idle'],
]

describe('what happens to a session', () => {
  const phases: readonly Phase[] = ['starting', 'live', 'ended']
  const rows = table.flatMap(([move, ...to]) => phases.map((phase, n) => [move, phase, to[n] ?? null] as const))
  it.each(rows)('%j while %s: %s (must never 23)', (move, phase, to) => {
    const moved = decideMove({ phase, activity: 'blocked' }, move)
    expect(moved === null ? null : `${moved.phase} ${moved.activity}`).toBe(to)
  })

  it('counts the time anew when the activity changes, and at each new turn and question', () => {
    const renewed = (activity: ActivityState, move: Move) => decideMove({ phase: 'live', activity }, move)?.renewed
    expect(renewed('working', { type: 'heard', activity: 'working' })).toBe(false)
    expect(renewed('unknown', { type: 'heard', activity: 'working' })).toBe(true)
    expect(renewed('working', { type: 'turn_accepted' })).toBe(true)
    expect(renewed('waiting_input', { type: 'answered', stillAsks: true })).toBe(true)
    expect(renewed('idle', { type: 'turn_ended' })).toBe(false)
    expect(renewed('idle', { type: 'came_up', turnRunning: true })).toBe(false)
  })
})
