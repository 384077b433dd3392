/** Operator actions: what the user's configuration names, and one of them run. */
import { z } from '@hono/zod-openapi'
import { actionBody, actionResult, actionsAnswer } from '#contract/api/action'
import { DroverError, httpStatusOf } from '#contract/error'
import { answerJson, envelopeOf } from '../answer.ts'
import { rawRoute, route } from '../route.ts'

/** Also before the daemon has taken stock of its sessions: they are for when something is wrong. */
const shared = { tag: 'actions', scope: 'operator', early: true } as const

export const actionRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/actions',
    name: 'listActions',
    summary: 'The commands of `[actions]`, in the order of the file',
    status: 200,
    answer: actionsAnswer,
    codes: ['INVALID_CONFIG'],
    handle: ({ deps }) => ({ actions: deps.flows.actions() }),
  }),
  rawRoute({
    ...shared,
    method: 'post',
    path: '/api/v1/actions/{name}',
    name: 'runAction',
    summary: 'Run one by its exact name: 200 when it exits with 0, 502 with the same body otherwise',
    status: 200,
    params: { name: z.string() },
    body: actionBody,
    produces: 'application/json',
    shape: actionResult,
    codes: ['ACTION_UNKNOWN', 'ACTION_RUNNING', 'ACTION_FAILED', 'INVALID_CONFIG'],
    async handle({ params, deps, requestId }) {
      try {
        const result = await deps.flows.runAction(params.name)
        if (result.exitCode === 0) return answerJson(200, result, requestId)
        return answerJson(502, { ...envelopeOf(failed(result), requestId), ...result }, requestId)
      } catch (error) {
        if (!(error instanceof DroverError)) throw error
        const nothing = { exitCode: null, stdout: '', stderr: `rejected: ${error.message}`, rejected: true }
        const body = { ...envelopeOf(error, requestId), name: params.name, ...nothing, durationMs: 0 }
        return answerJson(httpStatusOf(error.code), body, requestId)
      }
    },
  }),
]

const failed = ({ name, exitCode }: { readonly name: string; readonly exitCode: number | null }): DroverError =>
  new DroverError(
    'ACTION_FAILED',
    `"${name}" ${exitCode === null ? 'did not end by itself' : `ended with ${exitCode}`}.`,
    {
      hint: 'Its output says why: stdout and stderr stand beside this.',
    },
  )
