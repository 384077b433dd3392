/** The harness for Anthropic's Claude Code. Owns its abilities; the parts beside it own the launch, the words and the probe. */
import type { Abilities, Harness } from '#ports/harness'
import { openClaude } from './dialogue.ts'
import { passEnv, planClaude } from './plan.ts'
import { install, locateClaude, probeClaude, testedVersions } from './probe.ts'
import { claudeQuietReason } from './quiet.ts'
import { claudeTerminal } from './terminal.ts'
import { readClaudeTranscript } from './transcript.ts'

const can: Abilities = {
  resume: true,
  fork: true,
  // Steer and interrupt: in a long-lived process (`ask`, or lifetime = "session").
  steer: true,
  interrupt: true,
  permissions: ['bypass', 'ask', 'read-only'],
  // Its question tool reaches the operator in a long-lived process only, so it is not promised.
  questions: false,
  usage: 'tokens+cost',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  instructions: 'flag',
  pictures: 'words',
  mcp: true,
  guard: true,
  terminal: true,
}

export function createClaudeCode(): Harness {
  return {
    id: 'claude-code',
    name: 'Claude Code',
    can,
    // Its own way; a path with blanks would end early and is told as a plain line.
    attach: (path) => (/\s/.test(path) ? `Attached file: ${path}` : `@${path}`),
    passEnv,
    install,
    proven: 'tested',
    testedVersions,
    locate: locateClaude,
    probe: probeClaude,
    // Aliases and new names come and go with the service: the CLI itself refuses what it does not know.
    refuseModel: (model) => (/^[^-\s]/.test(model) ? null : 'A model name begins with neither a dash nor a space.'),
    readTranscript: readClaudeTranscript,
    quietReason: claudeQuietReason,
    early: (config) => ({ ...config, lifetime: 'session' }),
    plan: (start) => planClaude(start, process.getuid?.() === 0),
    open: openClaude,
    terminal: claudeTerminal,
  }
}
