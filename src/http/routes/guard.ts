/** The door of agents' hooks: may this call be made? */
import { sessionIdParam } from '#contract/api/common'
import { guardAnswer, guardBody } from '#contract/api/guard'
import { route } from '../route.ts'

export const guardRoutes = [
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/guard',
    name: 'guardCall',
    summary: "From an agent's hooks, before a tool is called: may it be? Takes the hook's payload as its CLI wrote it",
    tag: 'sessions',
    scope: 'self',
    status: 200,
    params: { id: sessionIdParam },
    body: guardBody,
    answer: guardAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, body, deps }) =>
      deps.flows.guardCall(id, {
        tool: body.tool ?? body.tool_name ?? body.toolName ?? '',
        input: body.input ?? body.tool_input ?? body.toolArgs,
        ...(body.cwd === undefined ? {} : { cwd: body.cwd }),
      }),
  }),
]
