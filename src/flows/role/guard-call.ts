/**
 * A call that an agent's hook asks about before it is made: judged by the session's role, and written down where it is refused
 * or runs what nobody can look into.
 */
import { judgeCall } from '#core/role/guard'
import type { GuardFacts, Parse, Verdict } from '#core/role/guard-facts'
import { callsOf } from '#core/role/guard-tool'
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import { guardFacts } from './guard-facts.ts'
import { dutiesOf } from './say-end.ts'

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
    if (verdict.verdict === 'allow') {
      tellUnguarded(context, session, tool, verdict.unguarded ?? [])
      return { decision: 'allow' }
    }
    const { reason } = verdict
    const message = `${tool} was refused: ${reason}`
    context.journal.command((tx) =>
      tx.appendEvents(id, session.turn, [{ kind: 'notice', code: 'guard_denied', message, tool, reason }]),
    )
    return { decision: 'deny', reason }
  },
})

/** The same judgement without a trace, for a harness that hears of calls by itself. */
export function refusalOf(context: Context, id: string, call: Required<GuardInput>): string | null {
  const facts = guardFacts(context, needSession(context, id))
  const verdict = facts === null ? null : judgeAll(facts, call, context.shell.parse)
  return verdict?.verdict === 'deny' ? verdict.reason : null
}

function judgeAll(facts: GuardFacts, told: Required<GuardInput>, parse: Parse): Verdict {
  const calls = callsOf(told)
  if (calls === null) {
    return {
      verdict: 'deny',
      reason: `What ${told.tool} would do cannot be read from its arguments: use a plain command or file tool.`,
    }
  }
  const unguarded: string[] = []
  for (const call of calls) {
    const verdict = judgeCall(facts, call, parse)
    if (verdict.verdict === 'deny') return verdict
    unguarded.push(...(verdict.unguarded ?? []))
  }
  return { verdict: 'allow', unguarded }
}

/** A session is not told of more commands than these. */
const mostTold = 200

/** Once per command and session: what it does inside is seen by nobody. */
function tellUnguarded(context: Context, { id }: SessionRecord, tool: string, commands: readonly string[]): void {
  const freshIn = (session: SessionRecord | null): readonly string[] => {
    const told = session === null ? null : dutiesOf(session).unguarded
    if (told === null || told.length >= mostTold) return []
    return [...new Set(commands)].filter((command) => !told.includes(command))
  }
  if (commands.length === 0 || freshIn(context.journal.reads.session(id)).length === 0) return
  context.journal.command((tx) => {
    const session = tx.session(id)
    const fresh = freshIn(session)
    if (session === null || fresh.length === 0) return
    const duties = dutiesOf(session)
    tx.updateSession(id, { duties: { ...duties, unguarded: [...duties.unguarded, ...fresh] } })
    tx.appendEvents(
      id,
      session.turn,
      fresh.map((command) => ({
        kind: 'notice',
        code: 'unguarded_command',
        message: `What ${command} does inside is not guarded.`,
        tool,
        command,
      })),
    )
  })
}
