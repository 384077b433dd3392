/** The harness for Google's Gemini CLI. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openGemini } from './dialogue.ts'
import { passEnv, planGemini } from './plan.ts'
import { install, locateGemini, probeGemini, testedVersions } from './probe.ts'
import { geminiTerminal } from './terminal.ts'

const can: Abilities = {
  resume: true,
  fork: false,
  steer: false,
  interrupt: false,
  // Without a terminal it asks nobody; `protocol = "acp"` does.
  permissions: ['bypass', 'read-only'],
  questions: false,
  usage: 'tokens',
  models: true,
  thinking: false,
  deltas: true,
  tools: true,
  // Its variable for a system prompt replaces its own; no flag adds to it.
  instructions: 'prompt',
  pictures: 'file',
  // Servers come from its settings alone, and a token is kept from those that are named at a session's start.
  mcp: false,
  // It takes hooks from its settings alone, which are the user's.
  guard: false,
  terminal: true,
}

export function createGemini(): Harness {
  return {
    id: 'gemini',
    name: 'Gemini CLI',
    can,
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateGemini,
    probe: probeGemini,
    refuseModel: (model) =>
      /^[^-\s]\S*$/.test(model) ? null : 'A model name holds no spaces and begins with no dash.',
    plan: planGemini,
    open: openGemini,
    terminal: geminiTerminal,
  }
}
