/** `drover agents`, `drover agents reset`: every agent spec with its state over all projects, and the way back. */
import type { AgentStanding } from '#contract/relay'
import type { Run } from '../command.ts'
import { listAgents } from '../relay/words.ts'

export const agents: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/agents', { query: { project: context.flag('project') } })
  context.answer(answer, () =>
    answer.agents.length === 0
      ? 'no agent has run in a relay yet\n'
      : listAgents(context, answer.agents as readonly AgentStanding[]),
  )
  return 0
}

export const reset: Run = async (context) => {
  const client = await context.connect()
  const agent = context.args[0]!
  const answer = await client.call('POST /api/v1/agents/reset', { body: { agent } })
  context.answer(answer, () => listAgents(context, answer.agents as readonly AgentStanding[]))
  return 0
}
