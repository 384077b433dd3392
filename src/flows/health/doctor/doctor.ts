/**
 * The doctor: looks at the home, the tools, the agents, the forge and at whether rows, processes and directories agree.
 * Judging is in core; the sections look, and with `fix` mend what loses nothing.
 */
import { type Check, type Report, reportOf } from '#core/doctor/checks'
import { afk } from './afk-section.ts'
import { agents } from './agents-section.ts'
import { consistency } from './consistency-section.ts'
import { core } from './core-section.ts'
import type { DoctorDeps } from './finding.ts'
import { notify } from './notify-section.ts'
import { t3 } from './t3-section.ts'
import { telemetry } from './telemetry-section.ts'
import { forge, tools } from './tools-section.ts'

export function createDoctor(deps: DoctorDeps): (options: { fix: boolean; outside: boolean }) => Promise<Report> {
  return async ({ fix, outside }) => {
    const findings = (
      await Promise.all([
        core(deps),
        tools(deps),
        agents(deps),
        forge(deps, outside),
        afk(deps),
        consistency(deps),
        notify(deps),
        telemetry(deps),
        t3(deps),
      ])
    ).flat()
    const checks: Check[] = []
    for (const finding of findings) {
      checks.push(fix && finding.mend && finding.check.level !== 'PASS' ? await finding.mend() : finding.check)
    }
    return reportOf(checks)
  }
}
