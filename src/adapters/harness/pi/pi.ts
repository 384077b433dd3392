/** The harness for pi. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openPi } from './dialogue.ts'
import { passEnv, planPi } from './plan.ts'
import { install, locatePi, probePi, testedVersions } from './probe.ts'
import { piTerminal } from './terminal.ts'
import { readPiTranscript } from './transcript.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  steer: false,
  interrupt: false,
  // It has no permission system: its tools just run, or are not given to it.
  permissions: ['bypass', 'read-only'],
  questions: false,
  usage: 'tokens+cost',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  instructions: 'flag',
  pictures: 'file',
  // It knows no tool servers.
  mcp: false,
  guard: true,
  terminal: true,
}

export function createPi(): Harness {
  return {
    id: 'pi',
    name: 'pi',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locatePi,
    probe: probePi,
    refuseModel: (model) =>
      /^[^-\s]\S*$/.test(model) ? null : 'A model name holds no spaces and begins with no dash.',
    readTranscript: readPiTranscript,
    plan: planPi,
    open: openPi,
    terminal: piTerminal,
  }
}
