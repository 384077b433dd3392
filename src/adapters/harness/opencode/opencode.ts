/** The harness for opencode. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openOpencode } from './dialogue.ts'
import { passEnv, planOpencode } from './plan.ts'
import { install, locateOpencode, probeOpencode, testedVersions } from './probe.ts'
import { opencodeQuietReason } from './quiet.ts'
import { opencodeTerminal } from './terminal.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  steer: false,
  interrupt: false,
  // `run` never asks: it refuses what it would have to ask for.
  permissions: ['bypass', 'read-only'],
  questions: false,
  usage: 'tokens+cost',
  models: true,
  thinking: true,
  deltas: false,
  tools: true,
  instructions: 'file',
  pictures: 'file',
  mcp: true,
  guard: true,
  terminal: true,
}

export function createOpencode(): Harness {
  return {
    id: 'opencode',
    name: 'opencode',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateOpencode,
    probe: probeOpencode,
    refuseModel: (model) =>
      /^[^-\s/][^/]*\/\S/.test(model)
        ? null
        : 'A model of opencode is written provider/model, for example opencode/grok-code.',
    quietReason: opencodeQuietReason,
    plan: planOpencode,
    open: openOpencode,
    terminal: opencodeTerminal,
  }
}
