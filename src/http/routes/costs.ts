/** What agents cost: one read, for people only. */
import { costsAnswer, costsQuery } from '#contract/api/cost'
import { given } from '../given.ts'
import { route } from '../route.ts'

export const costRoutes = [
  route({
    method: 'get',
    path: '/api/v1/costs',
    name: 'getCosts',
    summary: 'What agents cost since a time, summed by project, agent, model, session, role, task, effort or day',
    tag: 'costs',
    scope: 'operator',
    status: 200,
    query: costsQuery,
    answer: costsAnswer,
    codes: ['PROJECT_NOT_FOUND', 'INVALID_QUERY'],
    handle: ({ query, deps }) => ({ costs: deps.flows.costs(given(query)) }),
  }),
]
