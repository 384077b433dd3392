/** What a forge says by itself. It only makes Drover look sooner: nothing that a delivery says is believed. */
import { hookAnswer } from '#contract/api/pr'
import { DroverError } from '#contract/error'
import { answerJson } from '../answer.ts'
import { isSigned } from '../github-signature.ts'
import { rawRoute } from '../route.ts'

/** Deliveries are small; GitHub itself sends none above 25 MB. */
const bodyLimit = 4 * 1024 * 1024

export const hookRoutes = [
  rawRoute({
    method: 'post',
    path: '/hooks/github',
    name: 'githubHook',
    summary: 'A signed delivery of GitHub: the repository that it names is looked at now; off until a secret is set',
    tag: 'prs',
    scope: 'public',
    status: 202,
    bodyLimit,
    body: 'text',
    produces: 'application/json',
    shape: hookAnswer,
    codes: ['ROUTE_NOT_FOUND', 'UNAUTHORIZED'],
    handle({ body, header, deps, requestId }) {
      const secret = deps.flows.hookSecret()
      if (secret === null)
        throw new DroverError('ROUTE_NOT_FOUND', 'No secret for deliveries is set.', {
          hint: 'Set DROVER_GITHUB_WEBHOOK_SECRET where the daemon starts, and the same at the forge.',
        })
      if (!isSigned(body, secret, header('x-hub-signature-256')))
        throw new DroverError('UNAUTHORIZED', 'The delivery is not signed with the secret.', {
          hint: 'Give the webhook at the forge the secret of DROVER_GITHUB_WEBHOOK_SECRET.',
        })
      return answerJson(202, { ok: true, looks: deps.flows.lookSoon(body) }, requestId)
    },
  }),
]
