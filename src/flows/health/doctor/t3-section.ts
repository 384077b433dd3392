/** Whether the doors for T3's controllers are open, and whether a thread could not be begun. Closed is no finding. */
import { check } from '#core/doctor/checks'
import { attempt, type DoctorDeps, type Finding, some } from './finding.ts'

const recent = 100

export function t3(deps: DoctorDeps): readonly Finding[] {
  const version = attempt(() => deps.settings.of(null).doors.t3)
  if (version === null) return []
  const failed = deps.journal.reads
    .t3Threads(recent)
    .filter(({ failure, deletedAt }) => failure !== null && deletedAt === null)
  const open = `controllers of T3 ${version} may dispatch`
  if (failed.length === 0) return [{ check: check('Core', 't3 doors', 'PASS', open) }]
  const shown = some(failed.map(({ title, failure }) => `"${title}": ${failure}`))
  return [{ check: check('Core', 't3 doors', 'WARN', `${open}; not begun: ${shown}`, 'Mend it, then say it again.') }]
}
