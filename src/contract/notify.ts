/**
 * Telling a person who is not at the page: what rings, where it rings, and what became of each ring. Words on the wire; what
 * needs a person is decided in `core/attention`, when to ring in `core/notify`.
 */

/**
 * What may ring. The first are the items of Needs you; `done`, `needs-human` and `frozen` are how longer work ended, `talk` the end of a
 * turn of somebody's conversation with a persona.
 */
export const notifyKinds = [
  'question',
  'approval',
  'failed',
  'blocked',
  'unknown',
  'trouble',
  'silent',
  'parked',
  'merge',
  'gate',
  'escalation',
  'task',
  'trust',
  'done',
  'needs-human',
  'frozen',
  'talk',
] as const
export type NotifyKind = (typeof notifyKinds)[number]

export const isNotifyKind = (word: string): word is NotifyKind => (notifyKinds as readonly string[]).includes(word)

/** Routine is not told unless it is asked for. */
export const defaultNotifyKinds: readonly NotifyKind[] = notifyKinds.filter(
  (kind) => kind !== 'done' && kind !== 'talk',
)

/** What rings at a page: who took Web Push there waits for answers too, unless the configuration chose less. */
export const pageKinds = (kinds: readonly NotifyKind[]): readonly NotifyKind[] =>
  defaultNotifyKinds.every((kind) => kinds.includes(kind)) && !kinds.includes('talk') ? [...kinds, 'talk'] : kinds

export const notifyTypes = ['slack', 'ntfy', 'webhook', 'desktop', 'push'] as const
export type NotifyType = (typeof notifyTypes)[number]

/**
 * queued: waits for its time. sending: given to the sender, and not known to have arrived. sent: the receiver took it.
 * failed: given up. unsure: the daemon ended while it was being sent, and a second ring could not be told from the first.
 */
export const ringStates = ['queued', 'sending', 'sent', 'failed', 'unsure'] as const
export type RingState = (typeof ringStates)[number]

/** One item on its way to one place. */
export interface Ring {
  readonly id: number
  /** Names the occurrence: it rings once at each place, whatever happens to the daemon. */
  readonly key: string
  readonly to: string
  readonly kind: NotifyKind | 'test'
  readonly title: string
  readonly body: string
  /** Where the cockpit shows it. */
  readonly path: string
  readonly state: RingState
  readonly attempts: number
  readonly error: string | null
  readonly createdAt: string
  readonly sentAt: string | null
}

/** What is sent: one ring, or several told together. */
export interface Message {
  /** The same at every attempt: a receiver can tell a second try from a second message. */
  readonly id: string
  readonly kind: NotifyKind | 'test' | 'several'
  readonly title: string
  readonly body: string
  readonly path: string
  /** Rings it stands for. */
  readonly count: number
  readonly priority: 'low' | 'normal' | 'high'
}

/** A place that rings. */
export interface NotifyTarget {
  readonly name: string
  readonly type: NotifyType
  /** The host, or the page; never the whole address, which is a secret of its own. */
  readonly where: string
  readonly kinds: readonly NotifyKind[]
  /** idle: nothing was sent yet. */
  readonly state: 'idle' | 'ok' | 'failing'
  readonly lastSentAt: string | null
  readonly error: string | null
  readonly waiting: number
  /** The number of its subscription, for Web Push. */
  readonly subscription: number | null
}
