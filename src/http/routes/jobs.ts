/** Jobs of other programs, and the predecessor's name for starting one. */
import {
  executeBody,
  jobBody,
  jobCancelled,
  jobIdParam,
  job as jobShape,
  jobStarted,
  jobsAnswer,
  jobsQuery,
} from '#contract/api/job'
import { emptyBody } from '#contract/api/session'
import { DroverError, httpStatusOf } from '#contract/error'
import { answerJson, envelopeOf } from '../answer.ts'
import { given } from '../given.ts'
import { rawRoute, route } from '../route.ts'
import { streamJob } from '../stream/job-stream.ts'

const shared = { tag: 'jobs', scope: 'operator' } as const
const params = { id: jobIdParam }
const starting = ['QUEUE_FULL', 'PROMPT_REQUIRED', 'PERSONA_NOT_FOUND', 'PROJECT_NOT_FOUND', 'ABILITY_MISSING'] as const

export const jobRoutes = [
  route({
    ...shared,
    method: 'post',
    path: '/jobs',
    name: 'startJob',
    summary: 'One prompt for one agent; an Idempotency-Key gives the same job again',
    status: 202,
    body: jobBody,
    answer: jobStarted,
    codes: [...starting, 'CALLBACK_UNSIGNED', 'KEY_REUSED', 'INVALID_CONFIG'],
    handle: ({ body, deps, idempotencyKey }) => {
      const { budget_usd: budgetUsd, timeout_seconds: seconds, callback_url: callbackUrl, ...rest } = body
      const { job_id, status } = deps.flows.startJob({
        ...given(rest),
        ...(budgetUsd === undefined ? {} : { budgetUsd }),
        ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
        ...(callbackUrl === undefined ? {} : { callbackUrl }),
        key: idempotencyKey,
      })
      return { job_id, status }
    },
  }),
  rawRoute({
    ...shared,
    method: 'post',
    path: '/execute',
    name: 'execute',
    summary: 'As POST /jobs, in the words of the predecessor: `agent` is a persona or an agent',
    status: 202,
    body: executeBody,
    produces: 'application/json',
    shape: jobStarted,
    codes: [...starting, 'INVALID_CONFIG'],
    handle: ({ body, deps, requestId, idempotencyKey }) => {
      const { agent, max_budget_usd: budgetUsd, timeout_seconds: seconds, prompt, metadata } = body
      const who = deps.flows.isPersona(agent) ? { persona: agent } : { agent }
      try {
        const started = deps.flows.startJob({
          prompt,
          ...who,
          budgetUsd,
          timeoutMs: seconds * 1000,
          ...(metadata === undefined ? {} : { metadata }),
          key: idempotencyKey,
        })
        return answerJson(202, { job_id: started.job_id, status: started.status }, requestId)
      } catch (error) {
        if (!(error instanceof DroverError) || error.code !== 'QUEUE_FULL') throw error
        return answerJson(
          httpStatusOf(error.code),
          { ...envelopeOf(error, requestId), detail: 'Queue full' },
          requestId,
        )
      }
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: '/jobs',
    name: 'listJobs',
    summary: 'Jobs, newest first, by pages of 50',
    status: 200,
    query: jobsQuery,
    answer: jobsAnswer,
    codes: ['INVALID_CURSOR'],
    handle: ({ query: { limit, ...rest }, deps }) =>
      deps.flows.jobs({ ...given(rest), limit: Math.min(Math.max(limit ?? 50, 1), 500) }),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/jobs/{id}',
    name: 'getJob',
    summary: 'One job: its state, output, usage, cost, files changed and branch',
    status: 200,
    params,
    answer: jobShape,
    codes: ['JOB_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => deps.flows.job(id),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/jobs/{id}/cancel',
    name: 'cancelJob',
    summary: 'End a job; `cancelled: false` where it had ended',
    status: 200,
    params,
    body: emptyBody,
    answer: jobCancelled,
    codes: ['JOB_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => deps.flows.cancelJob(id),
  }),
  rawRoute({
    ...shared,
    method: 'get',
    path: '/jobs/{id}/stream',
    name: 'streamJob',
    summary: 'SSE: `job` at each step, the rows of its session as they come, `end` at the end',
    status: 200,
    params,
    produces: 'text/event-stream',
    codes: ['JOB_NOT_FOUND'],
    handle: (call) => streamJob(call.deps.flows, call.params.id, call.requestId),
  }),
]
