/** Groups of tasks that are done together. */
import { groupAnswer, groupBody, groupIdParam, groupsAnswer, groupsQuery, groupTasksBody } from '#contract/api/effort'
import { route } from '../route.ts'

const path = '/api/v1/groups/{id}'
const shared = {
  tag: 'efforts',
  scope: 'operator',
  status: 200,
  params: { id: groupIdParam },
  answer: groupAnswer,
} as const

export const groupRoutes = [
  route({
    method: 'get',
    path: '/api/v1/groups',
    name: 'listGroups',
    summary: 'Groups of tasks, oldest first',
    tag: 'efforts',
    scope: 'operator',
    status: 200,
    query: groupsQuery,
    answer: groupsAnswer,
    codes: ['PROJECT_NOT_FOUND'],
    handle: ({ query, deps }) => ({ groups: deps.flows.groups(query.project) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/groups',
    name: 'createGroup',
    summary: 'Put tasks into a group; it is complete, once, when all of them are done',
    tag: 'efforts',
    scope: 'operator',
    status: 201,
    body: groupBody,
    answer: groupAnswer,
    codes: ['PROJECT_NOT_FOUND', 'TASK_NOT_FOUND', 'NAME_REQUIRED', 'INVALID_NAME', 'ID_ALREADY_REGISTERED'],
    handle: ({ body, deps }) => ({ group: deps.flows.createGroup(body) }),
  }),
  route({
    ...shared,
    method: 'get',
    path,
    name: 'getGroup',
    summary: 'One group, and what of it is missing',
    codes: ['GROUP_NOT_FOUND'],
    handle: ({ params, deps }) => ({ group: deps.flows.group(params.id) }),
  }),
  route({
    ...shared,
    method: 'post',
    path: `${path}/add`,
    name: 'addToGroup',
    summary: 'More tasks into a group that is not complete',
    body: groupTasksBody,
    codes: ['GROUP_NOT_FOUND', 'TASK_NOT_FOUND', 'GROUP_COMPLETED'],
    handle: ({ params, body, deps }) => ({ group: deps.flows.addToGroup(params.id, body.tasks) }),
  }),
  route({
    ...shared,
    method: 'post',
    path: `${path}/rm`,
    name: 'removeFromGroup',
    summary: 'Tasks out of a group; they stay in the queue',
    body: groupTasksBody,
    codes: ['GROUP_NOT_FOUND', 'GROUP_COMPLETED'],
    handle: ({ params, body, deps }) => ({ group: deps.flows.removeFromGroup(params.id, body.tasks) }),
  }),
]
