/**
 * May a role do this? One pure answer for a call of a tool, from what the role may do and what the call plainly says. Shell
 * commands are read by a grammar (`parse`), walked as a shell would run them, and refused where they cannot be read.
 */

import { judgeCommand } from './guard-command.ts'
import type { GuardFacts, Judging, Parse, Standing, ToolCall, Verdict } from './guard-facts.ts'
import { joinPath, refuseWrite, shownPath } from './guard-path.ts'
import { walk } from './guard-walk.ts'

/** Beyond these a command is no longer looked through. */
const mostCommands = 3_000
const deepest = 24

interface Findings {
  reason: string | null
  readonly unguarded: Set<string>
  commands: number
  depth: number
}

const tooLong = 'That command is too long to be looked through: do it in several steps.'

function judgingOf(facts: GuardFacts, parse: Parse, found: Findings): Judging {
  const judging: Judging = {
    facts,
    deny: (reason) => {
      found.reason ??= reason
    },
    unseen: (program) => {
      found.unguarded.add(shownPath(program))
    },
    script(text, at, input) {
      const script = text === null ? null : parse(text)
      if (script === null) judging.deny('A command inside that one is known only when it runs: write it out.')
      else if (script === 'unparsable')
        judging.deny('No shell could read that command: write it in plain shell grammar.')
      else if (found.depth >= deepest) judging.deny(tooLong)
      else if (found.reason === null) {
        found.depth++
        const after = walk(judging, script.body, at, input)
        found.depth--
        return after
      }
      return at
    },
    command(argv, at, input) {
      found.commands++
      if (found.commands > mostCommands || found.depth >= deepest) judging.deny(tooLong)
      if (found.reason !== null) return at
      found.depth++
      const after = judgeCommand(judging, argv, at, input)
      found.depth--
      return after
    },
    wouldDeny(text, at) {
      const script = parse(text)
      if (script === 'unparsable') return false
      const trial: Findings = { reason: null, unguarded: new Set(), commands: found.commands, depth: found.depth }
      walk(judgingOf(facts, parse, trial), script.body, at)
      return trial.reason !== null
    },
  }
  return judging
}

export function judgeCall(facts: GuardFacts, call: ToolCall, parse: Parse): Verdict {
  if (call.tool === 'other') return { verdict: 'allow' }
  if (call.tool === 'subagent') {
    if (facts.nativeSubagents === 'allow') return { verdict: 'allow' }
    return {
      verdict: 'deny',
      reason: 'Agents are started by Drover here: use `drover spawn --role …` or its spawn tool.',
    }
  }
  if (call.tool === 'write') {
    const reason = refuseWrite(facts, joinPath(call.cwd ?? facts.worktree, call.path))
    return reason === null ? { verdict: 'allow' } : { verdict: 'deny', reason }
  }
  const found: Findings = { reason: null, unguarded: new Set(), commands: 0, depth: 0 }
  const at: Standing = {
    places: [joinPath('/', call.cwd)],
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
  }
  judgingOf(facts, parse, found).script(call.command, at)
  if (found.reason !== null) return { verdict: 'deny', reason: found.reason }
  return found.unguarded.size === 0 ? { verdict: 'allow' } : { verdict: 'allow', unguarded: [...found.unguarded] }
}
