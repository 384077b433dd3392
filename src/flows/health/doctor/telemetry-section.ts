/** Whether telemetry that was asked for arrives. Off is no finding. */
import { check } from '#core/doctor/checks'
import type { SignalState } from '#flows/telemetry/export'
import type { DoctorDeps, Finding } from './finding.ts'

export function telemetry(deps: DoctorDeps): readonly Finding[] {
  const state = deps.telemetry()
  if (state === null) return []
  const hint = 'See docs/user/telemetry.md; the daemon reads the configuration again within seconds.'
  const problems = state.problems.map((problem) => ({ check: check('Core', 'telemetry', 'WARN', problem, hint) }))
  return [...problems, ...state.signals.map((signal) => ({ check: signalCheck(signal) }))]
}

function signalCheck({ signal, url, ok, why, lost }: SignalState) {
  const gone = lost === 0 ? '' : `; ${lost} let go`
  const name = `telemetry ${signal}`
  if (ok === false)
    return check(
      'Core',
      name,
      'WARN',
      `${url} does not take them: ${why}${gone}`,
      'Agents and turns are not touched by it; mend the collector or its address.',
    )
  return check('Core', name, 'PASS', `${url}${ok === null ? ', nothing was sent yet' : ''}${gone}`)
}
