/** Heats as the API shows them, what the fleet is told of them, and what each of their sessions came to. */
import { DroverError } from '#contract/error'
import { type Heat, type HeatBoard, type HeatSide, isHeatId } from '#contract/heat'
import { filesOf } from '#core/heat/files'
import type { Context } from '#flows/engine/context'
import { viewSession } from '#flows/session/views'
import { diffSession } from '#flows/workspace/keep-snapshots'
import type { HeatRecord } from '#ports/store/heat'
import type { Reads, Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'

export function needHeat(reads: Reads, id: string): HeatRecord {
  const found = isHeatId(id) ? reads.heat(id) : null
  if (found !== null) return found
  throw new DroverError('HEAT_NOT_FOUND', `There is no heat "${id}".`, { hint: 'List heats with: drover heat ls' })
}

export function viewHeat(record: HeatRecord, verifying: ReadonlySet<string>): Heat {
  const { name: _n, permissions: _p, ignoreConfig: _i, keepingSince: _k, ...shown } = record
  const ids = record.members.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]))
  return { ...shown, verifying: ids.filter((id) => verifying.has(id)) }
}

export function tellHeat(
  tx: Tx,
  id: string,
  verifying: ReadonlySet<string>,
  type: 'heat_started' | 'heat_updated' = 'heat_updated',
): HeatRecord {
  const record = needHeat(tx, id)
  tx.appendChange({ type, projectId: record.projectId, payload: viewHeat(record, verifying) })
  return record
}

const mostTurns = 100

function timeOf(context: Context, session: SessionRecord): number {
  let ms = 0
  for (let n = session.turn; n > 0 && n > session.turn - mostTurns; n--) {
    const turn = context.journal.reads.turn(session.id, n)
    if (turn === null) continue
    const running = turn.state === 'running' ? context.clock.now().getTime() - Date.parse(turn.startedAt) : 0
    ms += turn.endedAt === null ? running : Date.parse(turn.endedAt) - Date.parse(turn.startedAt)
  }
  return Math.max(0, ms)
}

async function sideOf(
  context: Context,
  session: SessionRecord,
  member: HeatRecord['members'][number],
): Promise<HeatSide> {
  const { reads } = context.journal
  const view = viewSession(context, reads, session)
  // A tree that is gone, or a git that fails, hides nothing else of what is known.
  const files = await diffSession(context, session.id, { stat: true }).then(
    (diff) => diff.files,
    (cause: unknown) => {
      context.log.debug('the changes of a session in a heat could not be read', { session: session.id, cause })
      return []
    },
  )
  const sum = (of: 'additions' | 'deletions'): number => files.reduce((all, file) => all + (file[of] ?? 0), 0)
  return {
    sessionId: session.id,
    agent: member.agent,
    name: view.name,
    status: view.status,
    durationMs: timeOf(context, session),
    ...view.totals,
    files: files.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions })),
    additions: sum('additions'),
    deletions: sum('deletions'),
    verify: member.verify,
  }
}

/** Asks git once for each of its sessions, for the one who looks. */
export async function boardOf(
  context: Context,
  record: HeatRecord,
  verifying: ReadonlySet<string>,
): Promise<HeatBoard> {
  const there = record.members.flatMap((member) => {
    const session = member.sessionId === null ? null : context.journal.reads.session(member.sessionId)
    return session === null ? [] : [{ member, session }]
  })
  const sides = await Promise.all(there.map(({ member, session }) => sideOf(context, session, member)))
  const paths = sides.map(({ sessionId, files }) => ({ sessionId, paths: files.map(({ path }) => path) }))
  return { heat: viewHeat(record, verifying), sides, files: filesOf(paths) }
}
