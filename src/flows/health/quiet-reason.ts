/**
 * Asks the files that a silent agent's CLI keeps whether its quota is spent: several CLIs go on waiting behind an open
 * connection and tell only their log. Owns when an answer counts; what the files mean is the harness's, what the evidence
 * means is core's, what follows is `watch-health`'s.
 */
import type { AgentEvent } from '#contract/agent-event'
import { classify } from '#core/failure/classify'
import type { Active, Context } from '#flows/engine/context'
import { groundOf } from '#flows/session/ground'
import { readingEnvironment } from '#flows/turn/launch-environment'

/** The last words may come a little after the refusal that made it fall silent. */
const beforeSilenceMs = 30_000

/** The error that ends the turn; null: nothing is known against it. A look that fails is no reason to end anybody. */
export async function spentQuota(context: Context, active: Active, turn: number): Promise<AgentEvent | null> {
  const { harness, sessionId } = active
  if (harness.quietReason === undefined) return null
  try {
    const ground = groundOf(context, sessionId)
    const { session, workspace, config } = ground
    const began = Date.parse(context.journal.reads.turn(sessionId, turn)?.startedAt ?? '')
    const evidence = await harness.quietReason(context.files, {
      nativeId: session.nativeId,
      cwd: workspace.path,
      sessionDir: context.paths.session(sessionId),
      launchDir: active.launch.ref.dir,
      env: readingEnvironment(context, ground),
      config,
      sinceMs: Math.max(began, Date.parse(session.lastActivityAt) - beforeSilenceMs),
    })
    if (evidence.length === 0 || classify(evidence) !== 'usage_limit') return null
    const said = evidence.findLast((one) => classify([one]) === 'usage_limit')?.message
    const message = said ?? 'The account’s quota is used up.'
    return { kind: 'error', code: 'AGENT_FAILED', category: 'usage_limit', message, evidence: evidence.slice(-5) }
  } catch (cause) {
    context.log.warn('the log of a silent agent could not be looked at', { session: sessionId, cause })
    return null
  }
}
