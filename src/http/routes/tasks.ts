/** The queue: tasks added, taken, reported and put in order. */
import { emptyBody } from '#contract/api/session'
import {
  taskAnswer,
  taskBody,
  taskFailBody,
  taskIdParam,
  taskImportBody,
  taskMoveBody,
  taskPatchBody,
  taskReportBody,
  tasksAnswer,
  tasksQuery,
} from '#contract/api/task'
import { given } from '../given.ts'
import { route } from '../route.ts'

const params = { id: taskIdParam }
const path = '/api/v1/tasks/{id}'
const shared = { tag: 'tasks', status: 200, params, answer: taskAnswer } as const
/** Of a session's token: about the task it holds, or its own project's queue. */
const agents = { ...shared, scope: 'self' } as const
const people = { ...shared, scope: 'operator' } as const

export const taskRoutes = [
  route({
    method: 'get',
    path: '/api/v1/tasks',
    name: 'listTasks',
    summary: 'Tasks in the order of the queue',
    tag: 'tasks',
    scope: 'self',
    status: 200,
    query: tasksQuery,
    answer: tasksAnswer,
    codes: ['PROJECT_NOT_FOUND', 'INVALID_CURSOR'],
    // An agent sees the queue of its own project, whichever it names.
    handle: ({ query: { project, ...rest }, caller, deps }) =>
      deps.flows.tasks(given({ ...rest, projectId: caller.type === 'session' ? caller.projectId : project })),
  }),
  route({
    method: 'post',
    path: '/api/v1/tasks',
    name: 'addTask',
    summary: 'Add a task; an agent adds to its own project',
    tag: 'tasks',
    scope: 'self',
    status: 201,
    body: taskBody,
    answer: taskAnswer,
    codes: ['PROJECT_NOT_FOUND', 'TASK_NOT_FOUND', 'NAME_REQUIRED', 'TASK_CYCLE'],
    handle: ({ body, caller, deps }) => ({ task: deps.flows.addTask(given(body), caller) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/tasks/import',
    name: 'importTasks',
    summary: 'Add the tasks of a file: a Markdown list, laps.json, or an export; all of them or none',
    tag: 'tasks',
    scope: 'operator',
    status: 201,
    body: taskImportBody,
    answer: tasksAnswer,
    codes: ['PROJECT_NOT_FOUND', 'QUEUE_UNREADABLE', 'TASK_CYCLE', 'TASK_NOT_FOUND'],
    handle: ({ body, deps }) => ({ tasks: deps.flows.importTasks(body) }),
  }),
  route({
    ...agents,
    method: 'get',
    path,
    name: 'getTask',
    summary: 'One task; `current` is the one that the calling session holds',
    codes: ['TASK_NOT_FOUND'],
    handle: ({ params, caller, deps }) => ({ task: deps.flows.task(params.id, caller) }),
  }),
  route({
    ...people,
    method: 'patch',
    path,
    name: 'changeTask',
    summary: 'Change a task; state ready tries it again, cancelled puts it aside',
    body: taskPatchBody,
    codes: ['TASK_NOT_FOUND', 'TASK_CLAIMED', 'TASK_CYCLE'],
    handle: ({ params, body, deps }) => ({ task: deps.flows.changeTask(params.id, given(body)) }),
  }),
  route({
    ...people,
    method: 'delete',
    path,
    name: 'removeTask',
    summary: 'Take a task out of the queue',
    codes: ['TASK_NOT_FOUND', 'TASK_CLAIMED'],
    handle: ({ params, deps }) => ({ task: deps.flows.removeTask(params.id) }),
  }),
  route({
    ...agents,
    method: 'post',
    path: `${path}/claim`,
    name: 'claimTask',
    summary: 'Take a task; the claim is a lease that lives as long as the launch',
    body: emptyBody,
    codes: ['TASK_NOT_FOUND', 'TASK_CLAIMED', 'TASK_BLOCKED'],
    handle: ({ params, caller, deps }) => ({ task: deps.flows.claimTask(params.id, caller) }),
  }),
  route({
    ...agents,
    method: 'post',
    path: `${path}/done`,
    name: 'finishTask',
    summary: 'Report a task as done; inside a relay it is a claim that is verified',
    body: taskReportBody,
    codes: ['TASK_NOT_FOUND', 'LEASE_LOST', 'TASK_CLAIMED'],
    handle: ({ params, body, caller, deps }) => ({
      task: deps.flows.finishTask(params.id, { outcome: 'done', ...given(body) }, caller),
    }),
  }),
  route({
    ...agents,
    method: 'post',
    path: `${path}/handoff`,
    name: 'handOffTask',
    summary: 'Report what was done and what is left, as follow-ups right behind it',
    body: taskReportBody,
    codes: ['TASK_NOT_FOUND', 'LEASE_LOST', 'TASK_CLAIMED'],
    handle: ({ params, body, caller, deps }) => ({
      task: deps.flows.finishTask(params.id, { outcome: 'handoff', ...given(body) }, caller),
    }),
  }),
  route({
    ...agents,
    method: 'post',
    path: `${path}/fail`,
    name: 'failTask',
    summary: 'Report that a task cannot be done, or that it needs a person',
    body: taskFailBody,
    codes: ['TASK_NOT_FOUND', 'LEASE_LOST', 'TASK_CLAIMED'],
    handle: ({ params, body: { needsUser, ...rest }, caller, deps }) => ({
      task: deps.flows.finishTask(
        params.id,
        { outcome: needsUser === true ? 'needs_user' : 'failed', ...given(rest) },
        caller,
      ),
    }),
  }),
  route({
    ...people,
    method: 'post',
    path: `${path}/move`,
    name: 'moveTask',
    summary: 'Put a task at the head, the tail, or right behind another',
    body: taskMoveBody,
    codes: ['TASK_NOT_FOUND'],
    handle: ({ params, body, deps }) => ({ task: deps.flows.moveTask(params.id, body.place) }),
  }),
]
