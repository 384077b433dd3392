/** `drover wait | children | dismiss`: what a session agrees to wait for, whom it started, and letting one go. */
import { DroverError } from '#contract/error'
import type { WaitingFor } from '#contract/role'
import type { Session } from '#contract/session'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, oneLine, paintStatus, table } from '../print.ts'

/** Named, or the session that this runs in. */
function sessionMeant(context: Context): string {
  const id = context.args[0] ?? context.inside?.sessionId
  if (id !== undefined) return id
  throw new DroverError('USAGE', 'no session is named', { hint: 'Name one; inside a session it is that session.' })
}

export const wait: Run = async (context) => {
  const what = context.flag('for')
  if (what === undefined) {
    throw new DroverError('WAIT_INVALID', 'what to wait for is not said', {
      hint: 'Say it with --for children|mail|task:ID|time:30m.',
    })
  }
  const deadline = context.flag('deadline')
  const id = sessionMeant(context)
  const client = await context.connect()
  const body = { for: what, ...(deadline === undefined ? {} : { deadline }) }
  const answer = await client.call('POST /api/v1/sessions/{id}/wait', { path: { id }, body })
  context.answer(answer, () => `${id} waits for ${what}; end your turn now\n`)
  return 0
}

export const children: Run = async (context) => {
  const id = sessionMeant(context)
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/sessions/{id}/children', { path: { id } })
  context.answer(answer, () =>
    answer.sessions.length === 0 ? `${id} has started nobody\n` : childrenTable(context, answer.sessions),
  )
  return 0
}

function childrenTable(context: Context, sessions: readonly Session[]): string {
  const rows = sessions.map((child) => [
    child.id,
    child.role ?? '',
    paintStatus(context.io, child.status),
    child.report?.state ?? '',
    child.waitingFor === null ? '' : waitingText(child.waitingFor),
    age(child.lastActivityAt, Date.now()),
    oneLine(child.lastText ?? '', 50),
  ])
  return table(context.io, ['ID', 'ROLE', 'STATUS', 'REPORT', 'WAITS FOR', 'ACTIVE', 'LAST'], rows)
}

/** In the words of the command. */
export function waitingText({ for: what, taskId, until }: WaitingFor): string {
  const named = taskId === null ? what : `${what}:${taskId}`
  return until === null ? named : `${named} until ${until}`
}

export const dismiss: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/dismiss', { path: { id }, body: {} })
  context.answer(answer, () => `${id} is let go\n`)
  return 0
}
