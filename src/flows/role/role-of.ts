/** The role of a session as its project has it now: the row of the table, and the limits that hold. Reads only. */
import { builtInRoles, find, type RoleRow, type RoleTable, roleTable } from '#core/role/table'
import type { Context } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'

export interface RoleGround {
  readonly table: RoleTable
  /** null: a session without a role. */
  readonly row: RoleRow | null
  readonly policy: EffectiveSettings['coordination']
}

const fallback: EffectiveSettings['coordination'] = {
  reminders: 1,
  maxDepth: 2,
  maxChildren: 5,
  maxAgents: 25,
  maxWakesPerHour: 30,
  nativeSubagents: 'allow',
  watch: { showMs: 0, remindMs: 0, noticeMs: 0, stopMs: 0 },
}

export function roleGround(
  context: Context,
  session: Pick<SessionRecord, 'role' | 'projectId' | 'ignoreConfig'>,
): RoleGround {
  try {
    const project = context.journal.reads.project(session.projectId)
    const { settings } = settingsFor(context, project, session.ignoreConfig)
    const table = roleTable(settings.ownRoles)
    return { table, row: rowIn(table, session.role), policy: settings.coordination }
  } catch {
    // A configuration that does not hold ends nobody and releases nobody from what is owed.
    return { table: builtInRoles, row: rowIn(builtInRoles, session.role), policy: fallback }
  }
}

/** A role that the project no longer has owes what most of them owe. */
const rowIn = (table: RoleTable, role: string | null): RoleRow | null =>
  role === null ? null : (find(table, role) ?? { ...find(builtInRoles, 'builder')!, name: role })

/** The number of the newest mail with which this session ended its work since the one before; null: none. */
export const terminalOf = (reads: Reads, session: SessionRecord, row: RoleRow | null): number | null =>
  row === null || row.ends.length === 0
    ? null
    : (reads.newestMailFrom(session.id, row.ends, session.duties?.lastTerminal ?? 0)?.number ?? null)

/** What its next turn will carry. */
export const queuedFor = (reads: Reads, id: string): number => reads.countQueued(id)
