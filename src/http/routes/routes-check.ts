/** The routes of a project, resolved and checked. */
import { routeCheckAnswer, routeCheckQuery } from '#contract/api/route'
import { route } from '../route.ts'

export const routeCheckRoutes = [
  route({
    method: 'get',
    path: '/api/v1/routes',
    name: 'checkRoutes',
    summary: 'Every route resolved, with errors and warnings; starts no agent',
    tag: 'relays',
    scope: 'operator',
    status: 200,
    query: routeCheckQuery,
    answer: routeCheckAnswer,
    codes: ['PROJECT_NOT_FOUND'],
    handle: ({ query, deps }) => deps.flows.checkRoutes(query.project ?? null),
  }),
]
