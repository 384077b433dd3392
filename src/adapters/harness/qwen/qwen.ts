/** The harness for Qwen Code. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openQwen } from './dialogue.ts'
import { passEnv, planQwen } from './plan.ts'
import { install, locateQwen, probeQwen, testedVersions } from './probe.ts'
import { qwenTerminal } from './terminal.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  steer: false,
  interrupt: false,
  // Without a terminal it asks nobody; `protocol = "acp"` does.
  permissions: ['bypass', 'read-only'],
  questions: false,
  usage: 'tokens',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  instructions: 'flag',
  pictures: 'file',
  mcp: true,
  guard: true,
  terminal: true,
}

export function createQwen(): Harness {
  return {
    id: 'qwen',
    name: 'Qwen Code',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateQwen,
    probe: probeQwen,
    refuseModel: (model) =>
      /^[^-\s]\S*$/.test(model) ? null : 'A model name holds no spaces and begins with no dash.',
    plan: planQwen,
    open: openQwen,
    terminal: qwenTerminal,
  }
}
