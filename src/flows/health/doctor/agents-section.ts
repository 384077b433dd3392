/** Which agents can run here. */
import { type Check, check, judgeMissing } from '#core/doctor/checks'
import type { HarnessView } from '#flows/harness/harness-flows'
import type { Host } from '#ports/harness'
import { attempt, type DoctorDeps, type Finding, words } from './finding.ts'

export async function agents(deps: DoctorDeps): Promise<readonly Finding[]> {
  const harnesses = attempt(() => deps.harnesses())
  if (harnesses === null) {
    const hint = 'Mend the configuration first; `drover config check` names the place.'
    return [{ check: check('Harnesses', 'all', 'WARN', 'not looked at: the configuration does not hold', hint) }]
  }
  const probed = await Promise.all(
    harnesses.map((known) =>
      deps.probeHarness(known.id).catch((error: unknown) => ({ failed: words(error), view: known })),
    ),
  )
  const there = probed.filter((found) => 'failed' in found || !isMissing(found))
  const absent = probed.filter((found): found is HarnessView => !('failed' in found) && isMissing(found))
  const folded = judgeMissing(
    absent,
    there.some((found) => !('failed' in found) && found.id !== 'rehearsal' && found.readiness?.state === 'ready'),
  )
  const looked = there.map((found) => ({
    check:
      'failed' in found
        ? check('Harnesses', found.view.id, 'WARN', `the probe failed: ${found.failed}`, 'See `drover logs`.')
        : harnessCheck(found, deps.host.env),
  }))
  return folded === null ? looked : [...looked, { check: folded }]
}

/** One that the user defined is meant to be here: its absence is told by itself. */
const isMissing = (view: HarnessView): boolean => view.readiness?.state === 'missing' && !view.custom

/** Says, too, which variables of the daemon's environment this agent would be given: names, never values. */
function harnessCheck(view: HarnessView, env: Host['env']): Check {
  const { readiness } = view
  const given = view.passEnv.filter((name) => env[name] !== undefined)
  const passes = given.length === 0 ? '' : `; is given ${given.join(', ')}`
  const install = `Install it: ${view.install}`
  if (readiness === null) return check('Harnesses', view.id, 'WARN', 'could not be probed', install)
  const version = readiness.version === null ? '' : ` ${readiness.version}`
  const name = view.id
  if (readiness.state === 'missing')
    return check('Harnesses', name, 'WARN', readiness.message, readiness.hint ?? install)
  if (readiness.state !== 'ready')
    return check('Harnesses', name, 'WARN', `${readiness.message}${version}${passes}`, readiness.hint)
  if (readiness.tested !== 'outside') return check('Harnesses', name, 'PASS', `ready${version}${passes}`)
  return check(
    'Harnesses',
    name,
    'WARN',
    `ready, but${version} is outside the tested range (${view.testedVersions})${passes}`,
    readiness.hint ?? 'It may work; the tested versions are known to.',
  )
}
