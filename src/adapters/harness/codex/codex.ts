/** The harness for OpenAI's Codex. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openExec } from './exec-dialogue.ts'
import { lifetimeOf, passEnv, planCodex } from './plan.ts'
import { install, locateCodex, probeCodex, testedVersions } from './probe.ts'
import { codexQuietReason } from './quiet.ts'
import { openServer } from './server-dialogue.ts'
import { codexTerminal } from './terminal.ts'
import { readCodexTranscript } from './transcript.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  // Steer, interrupt and deltas: in a long-lived process (`ask`, or lifetime = "session"); `exec` hears and streams nothing.
  steer: true,
  interrupt: true,
  permissions: ['bypass', 'ask', 'read-only'],
  // Its question tool is switched off by default, so it is not promised; what is asked in a long-lived process is passed on.
  questions: false,
  usage: 'tokens',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  // What its thread began with stays; a text that has changed since goes before the prompts.
  instructions: 'flag',
  pictures: 'file',
  mcp: true,
  guard: true,
  terminal: true,
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
    readTranscript: readCodexTranscript,
    quietReason: codexQuietReason,
    early: (config) => ({ ...config, lifetime: 'session' }),
    plan: planCodex,
    open: (start, saved) => (lifetimeOf(start) === 'session' ? openServer : openExec)(start, saved),
    terminal: codexTerminal,
  }
}
