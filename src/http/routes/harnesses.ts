/** The agent CLIs that are known, and whether they are ready. */
import { harnessIdParam } from '#contract/api/common'
import { harnessAnswer, harnessesAnswer } from '#contract/api/daemon'
import { emptyBody } from '#contract/api/session'
import { route } from '../route.ts'

export const harnessRoutes = [
  route({
    method: 'get',
    path: '/api/v1/harnesses',
    name: 'listHarnesses',
    summary: 'Every harness with what it can do and its last probe',
    tag: 'harnesses',
    scope: 'operator',
    status: 200,
    answer: harnessesAnswer,
    handle: async ({ deps }) => ({ harnesses: await deps.flows.harnesses() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/harnesses/{id}/probe',
    name: 'probeHarness',
    summary: 'Look for its binary, version and sign-in; never calls a model',
    tag: 'harnesses',
    scope: 'operator',
    status: 200,
    params: { id: harnessIdParam },
    body: emptyBody,
    answer: harnessAnswer,
    codes: ['UNKNOWN_HARNESS'],
    handle: async ({ params, deps }) => ({ harness: await deps.flows.probeHarness(params.id) }),
  }),
]
