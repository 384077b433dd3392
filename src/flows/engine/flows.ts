/**
 * The doors' view of the use cases: everything that HTTP may call, one method a use case or a read. Each subject declares
 * and makes its own part (`<subject>-flows`); the engine puts them together. Every method throws DroverError with the code of
 * its refusal; any other throw is a bug.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change, ChangeType } from '#contract/change'
import type { ActionFlows } from '#flows/action/action-flows'
import type { CostFlows } from '#flows/cost/cost-flows'
import type { DoorFlows } from '#flows/door/door-flows'
import type { TalkFlows } from '#flows/door/talk'
import type { EffortFlows } from '#flows/effort/effort-flows'
import type { ForgeFlows } from '#flows/forge/forge-flows'
import type { HarnessFlows } from '#flows/harness/harness-flows'
import type { HealthFlows } from '#flows/health/health-flows'
import type { HeatFlows } from '#flows/heat/heat-flows'
import type { JobFlows } from '#flows/job/run-jobs'
import type { MailFlows } from '#flows/mail/mail-flows'
import type { MergeFlows } from '#flows/merge/merge-flows'
import type { NotifyFlows } from '#flows/notify/notify-flows'
import type { ProjectFlows } from '#flows/project/project-flows'
import type { RouteFlows } from '#flows/relay/check-routes'
import type { RelayFlows } from '#flows/relay/relay-flows'
import type { ReviewFlows } from '#flows/review/review-flows'
import type { GuardFlows } from '#flows/role/guard-call'
import type { RoleFlows } from '#flows/role/role-flows'
import type { SessionFlows } from '#flows/session/session-flows'
import type { T3Flows } from '#flows/t3/t3-flows'
import type { TaskFlows } from '#flows/task/task-flows'
import type { ExportFlows } from '#flows/telemetry/export'
import type { TelemetryFlows } from '#flows/telemetry/meter'
import type { TerminalFlows } from '#flows/terminal/terminal-flows'
import type { TripFlows } from '#flows/trip/trip-flows'
import type { TurnFlows } from '#flows/turn/turn-flows'
import type { WorkspaceFlows } from '#flows/workspace/workspace-flows'

/** Subscriptions. `rows` come after commit, in order; `deltas` are live only. */
export interface Feed {
  session(sessionId: string, listener: { rows(rows: readonly EventRow[]): void; delta(delta: Delta): void }): () => void
  fleet(listener: (changes: readonly Change[]) => void): () => void
}

export interface EngineFlows {
  readonly feed: Feed
  ready(): boolean
  changes(after: number, limit: number, types?: readonly ChangeType[]): readonly Change[]
  lastSeq(): number
  firstSeq(): number
  /** Stops turns and launches, or leaves the agents running; resolves when nothing more will be written. */
  shutdown(agents: 'stop' | 'keep'): Promise<void>
}

export interface Flows
  extends EngineFlows,
    ProjectFlows,
    HarnessFlows,
    HealthFlows,
    SessionFlows,
    TurnFlows,
    TaskFlows,
    MergeFlows,
    ForgeFlows,
    RelayFlows,
    RouteFlows,
    RoleFlows,
    EffortFlows,
    HeatFlows,
    TripFlows,
    CostFlows,
    GuardFlows,
    MailFlows,
    DoorFlows,
    TalkFlows,
    NotifyFlows,
    ActionFlows,
    JobFlows,
    T3Flows,
    TelemetryFlows,
    ExportFlows,
    TerminalFlows,
    ReviewFlows,
    WorkspaceFlows {}
