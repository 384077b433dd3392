/** The words of T3's HTTP contract that Drover understands, of its versions 0.0.27 and 0.0.33. */

export const t3Versions = ['0.0.27', '0.0.33'] as const
export type T3Version = (typeof t3Versions)[number]

/** What a controller may send and Drover does. */
export const t3Offered = [
  'project.create',
  'thread.create',
  'thread.turn.start',
  'thread.turn.interrupt',
  'thread.session.stop',
  'thread.archive',
  'thread.unarchive',
  'thread.delete',
] as const

/** What T3 knows besides: said to be not offered, instead of unknown. */
export const t3Known: readonly string[] = [
  ...['project.meta.update', 'project.delete', 'thread.settle', 'thread.unsettle', 'thread.snooze', 'thread.unsnooze'],
  ...['thread.pin', 'thread.unpin', 'thread.pin.reorder', 'thread.meta.update', 'thread.runtime-mode.set'],
  ...['thread.interaction-mode.set', 'thread.approval.respond', 'thread.user-input.respond'],
  'thread.checkpoint.revert',
]

/** What T3 says to itself. */
export const t3Internal: readonly string[] = [
  ...['thread.session.set', 'thread.message.assistant.delta', 'thread.message.assistant.complete'],
  ...['thread.proposed-plan.upsert', 'thread.turn.diff.complete', 'thread.activity.append', 'thread.revert.complete'],
  'thread.title.regeneration.complete',
]
