/** A call that an agent's hook asks about before it is made: judged by the session's role, and written down where it is refused. */
import { judgeCall } from '#core/role/guard'
import type { GuardFacts, Parse, Verdict } from '#core/role/guard-facts'
import { callsOf } from '#core/role/guard-tool'
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import { guardFacts } from './guard-facts.ts'

/** What a hook tells: its own words or those of its CLI. */
export interface GuardInput {
  readonly tool: string
  readonly input: unknown
  readonly cwd?: string
}

export type GuardAnswer = { readonly decision: 'allow' } | { readonly decision: 'deny'; readonly reason: string }

export interface GuardFlows {
  guardCall(id: string, input: GuardInput): GuardAnswer
}

export const guardFlows = (
  context: Context,
  factsOf: (context: Context, session: SessionRecord) => GuardFacts | null = guardFacts,
): GuardFlows => ({
  guardCall(id, { tool, input, cwd }) {
    const session = needSession(context, id)
    const facts = factsOf(context, session)
    if (facts === null) return { decision: 'allow' }
    const verdict = judgeAll(facts, { tool, input, cwd: cwd ?? facts.worktree }, context.shell.parse)
    if (verdict.verdict === 'allow') return { decision: 'allow' }
    const { reason } = verdict
    const message = `${tool} was refused: ${reason}`
    context.journal.command((tx) =>
      tx.appendEvents(id, session.turn, [{ kind: 'notice', code: 'guard_denied', message, tool, reason }]),
    )
    return { decision: 'deny', reason }
  },
})

function judgeAll(facts: GuardFacts, told: Required<GuardInput>, parse: Parse): Verdict {
  const calls = callsOf(told)
  if (calls === null) {
    return {
      verdict: 'deny',
      reason: `What ${told.tool} would do cannot be read from its arguments: use a plain command or file tool.`,
    }
  }
  for (const call of calls) {
    const verdict = judgeCall(facts, call, parse)
    if (verdict.verdict === 'deny') return verdict
  }
  return { verdict: 'allow' }
}
