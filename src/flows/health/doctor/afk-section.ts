/** Whether the loop can run: a setting that cannot be read stops it, and is said here too. */
import { check } from '#core/doctor/checks'
import { parseAfk } from '#core/trip/settings'
import { attempt, type DoctorDeps, type Finding } from './finding.ts'

export function afk(deps: DoctorDeps): readonly Finding[] {
  // A file that does not hold is a check of its own.
  const table = attempt(() => deps.settings.of(null).afk.table)
  if (table === null) return []
  const parsed = parseAfk(table, deps.host.env)
  if (!parsed.ok)
    return [{ check: check('Forge', 'afk', 'FAIL', `the loop does not run: ${parsed.error}`, 'Mend the setting.') }]
  const { enabled, allow } = parsed.values
  const count = deps.journal.reads.enrolments().length + allow.length
  if (!enabled) return [{ check: check('Forge', 'afk', 'PASS', 'the loop is off') }]
  return [
    { check: check('Forge', 'afk', 'PASS', count === 0 ? 'the loop is on, nothing is enrolled' : 'the loop is on') },
  ]
}
