/**
 * Whether snapshot refs and snapshot rows agree. A ref whose objects are gone holds nothing and makes git complain: mending
 * removes it and its row says what is lost. A whole ref without a row is work that a crash left unrecorded: mending writes
 * the row. A whole ref of a session that this store does not know is told and left alone: it may be the last copy.
 */
import { type Check, check } from '#core/doctor/checks'
import { rowOf } from '#flows/workspace/adopt-snapshots'
import type { SnapshotRef } from '#ports/workspace'
import { type DoctorDeps, type Finding, some } from './finding.ts'

const name = 'snapshots'

interface Placed extends SnapshotRef {
  readonly repoPath: string
}

export async function snapshots(deps: DoctorDeps): Promise<Finding> {
  const { broken, unrecorded, foreign, all } = await look(deps)
  const shown = (list: readonly Placed[]) => some(list.map((one) => `${one.sessionId}/${one.n}`))
  if (broken.length > 0)
    return {
      check: check(
        'Consistency',
        name,
        'FAIL',
        `objects are missing for ${shown(broken)}`,
        'Run `drover doctor --fix`: it removes these refs, which hold nothing any more, and marks the snapshots as lost.',
      ),
      mend: () => mend(deps),
    }
  if (unrecorded.length > 0)
    return {
      check: check(
        'Consistency',
        name,
        'WARN',
        `no row names ${shown(unrecorded)}`,
        'Run `drover doctor --fix`: it writes the rows, so that they can be recovered.',
      ),
      mend: () => mend(deps),
    }
  if (foreign.length > 0)
    return {
      check: check(
        'Consistency',
        name,
        'WARN',
        `of sessions that this store does not know: ${some(foreign.map((one) => one.ref))}`,
        'They are kept. Look at one with `git show <ref>`; remove it with `git update-ref -d <ref>` when nothing is left to keep.',
      ),
    }
  return { check: check('Consistency', name, 'PASS', `${all} refs, each whole and with its row`) }
}

async function look(deps: DoctorDeps) {
  const { reads } = deps.journal
  const rows = reads.sessions({ includeEnded: true, limit: 100_000 }).sessions.flatMap((one) => reads.snapshots(one.id))
  const paths = new Set([...reads.projects(true).map((project) => project.path), ...rows.map((row) => row.repoPath)])
  const found: Placed[] = []
  for (const repoPath of paths) {
    const known = rows.filter((row) => row.repoPath === repoPath).map((row) => row.ref)
    // A repository that moved is `degraded`, said elsewhere; a scratch that was removed took its refs along.
    const refs = await deps.workspaces.surveySnapshots(repoPath, known).catch(() => [])
    found.push(...refs.map((ref) => ({ ...ref, repoPath })))
  }
  const whole = found.filter((one) => one.whole && reads.snapshot(one.sessionId, one.n)?.ref !== one.ref)
  return {
    all: found.length,
    broken: found.filter((one) => !one.whole),
    unrecorded: whole.filter(
      (one) => reads.session(one.sessionId) !== null && reads.snapshot(one.sessionId, one.n) === null,
    ),
    foreign: whole.filter((one) => reads.session(one.sessionId) === null),
  }
}

async function mend(deps: DoctorDeps): Promise<Check> {
  const { broken, unrecorded } = await look(deps)
  for (const one of broken) await deps.workspaces.dropBrokenSnapshots(one.repoPath, [one])
  const at = deps.clock.now().toISOString()
  deps.journal.command((tx) => {
    for (const one of broken) {
      const row = tx.snapshot(one.sessionId, one.n)
      if (row !== null && row.ref === one.ref) tx.putSnapshot({ ...row, lostAt: at })
    }
  })
  const adopted = []
  for (const one of unrecorded) if (await adopt(deps, one)) adopted.push(one)
  const said = [
    ...(broken.length > 0
      ? [`removed broken refs; lost: ${some(broken.map((one) => `${one.sessionId}/${one.n}`))}`]
      : []),
    ...(adopted.length > 0 ? [`recorded ${some(adopted.map((one) => `${one.sessionId}/${one.n}`))}`] : []),
  ]
  return check('Consistency', name, 'PASS', said.join('; ') || 'nothing was left to mend')
}

/** Of which turn it is nobody knows any more. */
async function adopt(deps: DoctorDeps, one: Placed): Promise<boolean> {
  const row = await rowOf(deps, one, null)
  if (row !== null) deps.journal.command((tx) => tx.putSnapshot(row))
  return row !== null
}
