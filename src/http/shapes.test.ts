/** The schemas of the API and the interfaces of the contract say the same: held by the compiler, run as a formality. */
import { z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { payloads } from '#contract/api/change'
import { daemonStatus, type doctorReport, type harness } from '#contract/api/daemon'
import type { eventRow } from '#contract/api/event'
import type { configValue, project, trustView } from '#contract/api/project'
import type * as sessions from '#contract/api/session'
import type { ChangeType, Payload } from '#contract/change'
import type { ConfigValue, Project, TrustView } from '#contract/project'
import type { CleanupReport, Delivery, Session, Snapshot, Turn } from '#contract/session'
import type { Flows } from '#flows/engine/flows'
import type { HarnessView } from '#flows/harness/harness-flows'
import type { DoctorReport } from '#flows/health/health-flows'
import type { WorktreeView } from '#flows/session/session-flows'
import type { Frozen } from './route.ts'

/** Optional fields compare without `| undefined`, which schemas add and interfaces leave out. */
type Plain<T> = T extends readonly (infer U)[]
  ? readonly Plain<U>[]
  : T extends object
    ? { [K in keyof T]: Plain<Exclude<T[K], undefined>> }
    : T
type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : never) : never
type Wire<S extends z.ZodType> = Frozen<z.output<S>>
type Payloads<M extends Record<string, z.ZodType>> = { [T in keyof M]: Wire<M[T]> }

/** A line here fails to compile as soon as one side has a field, a word or a null that the other lacks. */
const held: readonly true[] = [
  true satisfies Same<Wire<typeof project>, Project>,
  true satisfies Same<Wire<typeof trustView>, TrustView>,
  true satisfies Same<Wire<typeof configValue>, ConfigValue>,
  true satisfies Same<Wire<typeof sessions.session>, Session>,
  true satisfies Same<Wire<typeof sessions.turn>, Turn>,
  true satisfies Same<Wire<typeof sessions.delivery>, Delivery>,
  true satisfies Same<Wire<typeof sessions.snapshot>, Snapshot>,
  true satisfies Same<Wire<typeof sessions.cleanupReport>, CleanupReport>,
  true satisfies Same<Wire<typeof sessions.worktree>, WorktreeView>,
  true satisfies Same<Wire<typeof sessions.diffView>, Awaited<ReturnType<Flows['diff']>>>,
  true satisfies Same<Wire<typeof harness>, HarnessView>,
  true satisfies Same<Wire<typeof doctorReport>, DoctorReport>,
  true satisfies Same<Payloads<typeof payloads>, { [T in ChangeType & keyof typeof payloads]: Payload<T> }>,
  true satisfies Same<Wire<typeof eventRow>['kind'], EventRow['kind']>,
]

describe('schemas and interfaces', () => {
  it('agree in both directions', () => {
    expect(held.every(Boolean)).toBe(true)
    expect(z.toJSONSchema(daemonStatus).type).toBe('object')
  })
})
