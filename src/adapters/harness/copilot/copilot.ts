/** The harness for GitHub Copilot CLI. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openCopilot } from './dialogue.ts'
import { passEnv, planCopilot } from './plan.ts'
import { install, locateCopilot, probeCopilot, testedVersions } from './probe.ts'
import { copilotTerminal } from './terminal.ts'

const can: Abilities = {
  resume: true,
  fork: false,
  steer: false,
  interrupt: false,
  // Without a terminal it refuses what it would ask for; `protocol = "acp"` asks.
  permissions: ['bypass', 'read-only'],
  questions: false,
  // It counts premium requests, never tokens.
  usage: 'none',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  instructions: 'file',
  pictures: 'file',
  mcp: true,
  guard: true,
  terminal: true,
}

export function createCopilot(): Harness {
  return {
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateCopilot,
    probe: probeCopilot,
    refuseModel: (model) =>
      /^[^-\s]\S*$/.test(model) ? null : 'A model name holds no spaces and begins with no dash.',
    plan: planCopilot,
    open: openCopilot,
    terminal: copilotTerminal,
  }
}
