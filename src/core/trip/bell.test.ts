/** What rings when a trip is over, by the names that its predecessor's tests have. */
import { describe, expect, it } from 'vitest'
import { isNotifyKind } from '#contract/notify'
import { type TripState, tripStates } from '#contract/trip'
import { messageOf } from '../notify/batch.ts'
import { bellOf } from './bell.ts'

const trip = (state: TripState) => ({
  ...{ id: 'trip-3', repo: 'ada/shop', issue: 12, state, reason: 'landed', title: 'Dark mode' },
})
const message = (state: TripState) => messageOf([{ id: 1, batch: null, ...bellOf(trip(state))! }])

describe('the doorbell', () => {
  it('terminal_kinds_are_exactly_the_three_terminal_states', () => {
    expect(tripStates.flatMap((state) => bellOf(trip(state))?.kind ?? [])).toEqual(['done', 'needs-human', 'frozen'])
  })
  it('unknown_kind_raises_and_sends_nothing: a kind that is not known is none', () => {
    for (const state of tripStates) {
      const kind = bellOf(trip(state))?.kind
      if (kind !== undefined) expect(isNotifyKind(kind)).toBe(true)
    }
    expect(isNotifyKind('landed')).toBe(false)
    expect(bellOf(trip('running'))).toBeNull()
  })
  it('notify_calls_sender_exactly_once_and_returns_none: one item with one key, however often it is told', () => {
    expect(bellOf(trip('done'))).toEqual(bellOf(trip('done')))
    expect(bellOf(trip('done'))?.key).toBe('trip-3/done')
  })
  it('notify_does_not_post_anything_itself: it is a value', () => {
    expect(Object.keys(bellOf(trip('frozen'))!).sort()).toEqual(['body', 'key', 'kind', 'path', 'title'])
  })
  it('done_payload_is_informational', () => {
    expect(message('done')).toMatchObject({ priority: 'low', title: '[DONE] ada/shop#12 landed' })
  })
  it.each([
    ['needs_human_payload_is_an_escalation', 'escalated', '[NEEDS-HUMAN] ada/shop#12 needs a human'],
    ['frozen_payload_is_an_escalation', 'frozen', '[FROZEN] ada/shop#12 frozen — budget exhausted'],
  ] as const)('%s', (_name, state, title) => expect(message(state)).toMatchObject({ priority: 'high', title }))
  it('titles_distinguish_the_three_kinds', () => {
    const first = (['done', 'escalated', 'frozen'] as const).map((state) => message(state).title.split(' ')[0])
    expect(new Set(first).size).toBe(3)
  })
  it('payload_deep_links_to_the_t3_thread; no_thread_id_means_no_link: to the trip, which links to its session or thread where it has one', () => {
    expect(JSON.stringify(bellOf(trip('done')))).not.toContain('thread')
    expect(message('done').path).toBe('/trips/trip-3')
  })
  it('render_notification_is_pure_and_matches_notify', () => {
    const given = Object.freeze(trip('escalated'))
    expect(bellOf(given)).toEqual(bellOf(given))
  })
})
