/**
 * What happened to the things of the home: the rows of the change log, which is the fleet stream. Each subject names its
 * own changes, and what each carries, in its own file; here they become one union.
 */
import type { Carried } from './carries.ts'
import { effortChanges } from './effort.ts'
import { heatChanges } from './heat.ts'
import { mailChanges } from './mail.ts'
import { mergeChanges } from './merge.ts'
import { prChanges } from './pr.ts'
import { projectChanges } from './project.ts'
import { relayChanges } from './relay.ts'
import { reviewChanges } from './review.ts'
import { sessionChanges } from './session.ts'
import { taskChanges } from './task.ts'
import { tripChanges } from './trip.ts'

/** One line a subject. */
const changes = {
  ...projectChanges,
  ...sessionChanges,
  ...mergeChanges,
  ...prChanges,
  ...taskChanges,
  ...relayChanges,
  ...mailChanges,
  ...effortChanges,
  ...reviewChanges,
  ...heatChanges,
  ...tripChanges,
}

export type ChangeType = keyof typeof changes

export const changeTypes = Object.keys(changes) as readonly ChangeType[]

export type Payload<T extends ChangeType> = (typeof changes)[T] extends Carried<infer P> ? P : never

export interface NewChangeOf<T extends ChangeType> {
  readonly type: T
  readonly projectId: string | null
  readonly sessionId?: string
  readonly payload: Payload<T>
}

export interface ChangeOf<T extends ChangeType> extends NewChangeOf<T> {
  readonly seq: number
  readonly at: string
}

export type NewChange = { readonly [T in ChangeType]: NewChangeOf<T> }[ChangeType]
export type Change = { readonly [T in ChangeType]: ChangeOf<T> }[ChangeType]
