/** Orchestrators: sessions that lead others, at most one live per project. */
import { sessionIdParam } from '#contract/api/common'
import { orchestratorAnswer, orchestratorBody, orchestratorsAnswer } from '#contract/api/session'
import { route } from '../route.ts'

const brief = ({ id, projectId }: { readonly id: string; readonly projectId: string }) => ({ id, projectId })

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
    handle: ({ deps }) => ({ orchestrators: deps.flows.orchestrators().map(brief) }),
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
    answer: orchestratorAnswer,
    codes: ['PROJECT_NOT_FOUND', 'UNKNOWN_HARNESS', 'HARNESS_BINARY_NOT_FOUND', 'SETUP_NOT_TRUSTED', 'SESSION_LIMIT'],
    handle: async ({ body, deps }) => ({
      orchestrator: brief(await deps.flows.startOrchestrator(body.projectId)),
    }),
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
    answer: orchestratorAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params, deps }) => ({ orchestrator: brief(deps.flows.orchestrator(params.id)) }),
  }),
]
