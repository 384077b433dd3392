/** The harness for OpenAI's Codex. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openCodex } from './dialogue.ts'
import { passEnv, planCodex } from './plan.ts'
import { install, locateCodex, probeCodex, testedVersions } from './probe.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  steer: false,
  interrupt: false,
  // `exec` never asks: its approval policy is fixed.
  permissions: ['bypass', 'read-only'],
  questions: false,
  usage: 'tokens',
  models: true,
  thinking: true,
  deltas: false,
  tools: true,
}

export function createCodex(): Harness {
  return {
    id: 'codex',
    name: 'Codex',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateCodex,
    probe: probeCodex,
    // An unknown name only makes it warn; the service refuses what it does not serve.
    refuseModel: (model) => (/^[^-\s]/.test(model) ? null : 'A model name begins with neither a dash nor a space.'),
    plan: planCodex,
    open: openCodex,
  }
}
