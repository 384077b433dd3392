/** Orchestrators: sessions that lead others, at most one live per project. */
import { sessionIdParam } from '#contract/api/common'
import {
  orchestratorBody,
  orchestratorSessionAnswer,
  orchestratorStartedAnswer,
  orchestratorsAnswer,
} from '#contract/api/session'
import { route } from '../route.ts'

export const orchestratorRoutes = [
  route({
    method: 'get',
    path: '/api/v1/orchestrators',
    name: 'listOrchestrators',
    summary: 'All orchestrators',
    tag: 'orchestrators',
    scope: 'operator',
    status: 200,
    answer: orchestratorsAnswer,
    handle: ({ deps }) => ({ orchestrators: deps.flows.orchestrators() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/orchestrators',
    name: 'startOrchestrator',
    summary: "The project's orchestrator: started, or the one that lives already",
    tag: 'orchestrators',
    scope: 'operator',
    status: 201,
    body: orchestratorBody,
    answer: orchestratorStartedAnswer,
    codes: ['PROJECT_NOT_FOUND', 'UNKNOWN_HARNESS', 'HARNESS_BINARY_NOT_FOUND', 'SETUP_NOT_TRUSTED', 'SESSION_LIMIT'],
    handle: async ({ body, deps }) => {
      const { id, projectId } = await deps.flows.startOrchestrator(body.projectId)
      return { orchestrator: { id, projectId } }
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/orchestrators/{id}',
    name: 'getOrchestrator',
    summary: 'One orchestrator; the id of another session is unknown here',
    tag: 'orchestrators',
    scope: 'read',
    status: 200,
    params: { id: sessionIdParam },
    answer: orchestratorSessionAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params, deps }) => ({ orchestrator: deps.flows.orchestrator(params.id) }),
  }),
]
