/**
 * What each action does to the world, in its order, as one table. Each effect is idempotent and is written down before and after.
 * `tidy`: a turn that still runs is ended; a trip that is done, or withdrawn, ends its session, and what it needs no more goes by
 * the rules of cleanup.
 */
import type { TripAction, TripState } from '#contract/trip'

export const effectKinds = [
  'checklist',
  'close',
  'comment',
  'label_human',
  'unlabel_in_progress',
  'unclaim',
  'tidy',
  'doorbell',
  'turn',
  'land',
  'merge',
] as const
export type EffectKind = (typeof effectKinds)[number]

export type DoorbellKind = 'done' | 'needs-human' | 'frozen'

export interface ActionEffects {
  readonly effects: readonly EffectKind[]
  /** null: the trip goes on. */
  readonly ends: Extract<TripState, 'done' | 'escalated' | 'frozen' | 'withdrawn'> | null
  readonly doorbell: DoorbellKind | null
}

const toPerson: readonly EffectKind[] = [
  'checklist',
  'comment',
  'label_human',
  'unlabel_in_progress',
  'unclaim',
  'tidy',
  'doorbell',
]

export const effectsOf: Readonly<Record<TripAction, ActionEffects>> = {
  wait: { effects: ['checklist'], ends: null, doorbell: null },
  land: { effects: ['checklist', 'land'], ends: null, doorbell: null },
  merge: { effects: ['checklist', 'merge'], ends: null, doorbell: null },
  fix_forward: { effects: ['turn', 'checklist'], ends: null, doorbell: null },
  close_success: {
    effects: ['checklist', 'close', 'unlabel_in_progress', 'unclaim', 'tidy', 'doorbell'],
    ends: 'done',
    doorbell: 'done',
  },
  escalate_prepush: { effects: toPerson, ends: 'escalated', doorbell: 'needs-human' },
  escalate: { effects: toPerson, ends: 'escalated', doorbell: 'needs-human' },
  freeze_escalate: { effects: toPerson, ends: 'frozen', doorbell: 'frozen' },
  withdraw: { effects: ['checklist', 'unlabel_in_progress', 'unclaim', 'tidy'], ends: 'withdrawn', doorbell: null },
}
