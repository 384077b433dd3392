/** `drover progress`: how far it is. Inside a session the agent speaks for itself; without a summary the entries are listed. */
import { DroverError } from '#contract/error'
import type { Run } from '../command.ts'
import { age, harmless, paint } from '../print.ts'
import { projectMeant } from '../project-here.ts'

const mostListed = 50

export const progress: Run = async (context) => {
  const summary = context.flag('summary')
  const followups = context.list('followup')
  const complete = context.on('complete')
  if (summary === undefined && (complete || followups.length > 0)) {
    throw new DroverError('USAGE', 'what was done is not said', { hint: 'Say it in a few words: --summary "…".' })
  }
  const client = await context.connect()
  const projectId = await projectMeant(context, client)
  if (summary !== undefined) {
    const answer = await client.call('POST /api/v1/progress', {
      body: {
        projectId,
        summary,
        ...(complete ? { complete } : {}),
        ...(followups.length === 0 ? {} : { followups: [...followups] }),
      },
    })
    context.answer(answer, () => `noted${answer.entry.taskId === null ? '' : ` for ${answer.entry.taskId}`}\n`)
    return 0
  }
  const answer = await client.call('GET /api/v1/progress', { query: { project: projectId, limit: mostListed } })
  context.answer(answer, () =>
    answer.entries.length === 0
      ? `no progress is noted in ${projectId}\n`
      : answer.entries
          .map((entry) => {
            const who = [entry.sessionId ?? 'operator', entry.taskId].filter((word) => word !== null).join(' ')
            const head = `${age(entry.at, Date.now())} ago  ${who}${entry.complete ? '  complete' : ''}`
            const left = entry.followups.map((title) => `  + ${harmless(title)}\n`).join('')
            return `${paint(context.io, 'dim', head)}\n${harmless(entry.summary).trimEnd()}\n${left}`
          })
          .join(''),
  )
  return 0
}
