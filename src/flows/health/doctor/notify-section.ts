/** Whether what should ring does. */
import { check } from '#core/doctor/checks'
import { attempt, type DoctorDeps, type Finding } from './finding.ts'

export function notify(deps: DoctorDeps): readonly Finding[] {
  // A configuration that does not hold is a check of its own.
  return (attempt(() => deps.notifyTargets()) ?? []).map(({ name, where, state, error }) => ({
    check:
      state === 'failing'
        ? check(
            'Core',
            `notify ${name}`,
            'WARN',
            `${where} does not ring: ${error}`,
            `Mend it, then: drover notify test --to ${name}`,
          )
        : check('Core', `notify ${name}`, 'PASS', state === 'ok' ? `${where} rings` : `${where}, nothing was sent yet`),
  }))
}
