/**
 * Doors for controllers that were written for T3, under T3's own paths and in its words: what is refused has its tag, code and
 * reason, and, unlike there, a sentence that says why. The token is the operator's.
 */
import { createHash } from 'node:crypto'
import { t3Descriptor, t3ReadModel, t3Refusal, t3Sequence } from '#contract/api/t3'
import { DroverError, httpStatusOf } from '#contract/error'
import { answerJson } from '../answer.ts'
import { type OwnWords, type RouteDeps, rawRoute } from '../route.ts'

interface Tagged {
  readonly status: number
  readonly _tag: string
  readonly code: string
  readonly reason?: string
  readonly requiredScope?: string
}

/** Requests that cannot be understood, whoever is asked. */
const malformed: ReadonlySet<string> = new Set(['T3_INVALID_COMMAND', 'INVALID_QUERY', 'INVALID_BODY', 'INVALID_JSON'])

const tagged =
  (scope: string) =>
  (error: DroverError, authorization: string | undefined): Tagged => {
    const status = httpStatusOf(error.code)
    if (error.code === 'UNAUTHORIZED' || error.code === 'RATE_LIMITED') {
      const reason = authorization === undefined ? 'missing_credential' : 'invalid_credential'
      return { status, _tag: 'EnvironmentAuthInvalidError', code: 'auth_invalid', reason }
    }
    if (error.code === 'FORBIDDEN_SCOPE')
      return { status, _tag: 'EnvironmentScopeRequiredError', code: 'insufficient_scope', requiredScope: scope }
    if (status === 404) return { status, _tag: 'EnvironmentNotFoundError', code: 'not_found', reason: 'not_offered' }
    if (malformed.has(error.code) || status === 413)
      return { status, _tag: 'EnvironmentRequestInvalidError', code: 'invalid_request', reason: 'invalid_command' }
    const reason = scope === 'orchestration:read' ? 'orchestration_snapshot_failed' : 'orchestration_dispatch_failed'
    // As T3 answers: a command that does not apply is a failed dispatch there.
    const failed = { _tag: 'EnvironmentInternalError', code: 'internal_error' } as const
    return {
      ...failed,
      status: status >= 500 ? status : 500,
      reason: error.code === 'NOT_READY' ? 'not_ready' : reason,
    }
  }

const inWordsFor =
  (scope: string): OwnWords =>
  (error, requestId, authorization) => {
    const { status, ...words } = tagged(scope)(error, authorization)
    const { message, hint } = error
    return { status, body: { ...words, traceId: requestId, message, ...(hint === undefined ? {} : { hint }) } }
  }

const words = (scope: 'orchestration:read' | 'orchestration:operate', statuses: readonly number[]) =>
  ({
    tag: 'doors',
    scope: 'operator',
    status: 200,
    produces: 'application/json',
    ownRefusals: { statuses, shape: t3Refusal },
    inOwnWords: inWordsFor(scope),
  }) as const

const model = (kind: 'snapshot' | 'shell', summary: string) =>
  rawRoute({
    ...words('orchestration:read', [400, 401, 403, 404, 429, 500, 503]),
    method: 'get',
    path: `/api/orchestration/${kind}`,
    name: kind === 'snapshot' ? 'getT3Snapshot' : 'getT3Shell',
    summary,
    shape: t3ReadModel,
    handle: ({ deps, requestId }) => answerJson(200, deps.flows.t3ReadModel(kind), requestId),
  })

export const t3Routes = [
  rawRoute({
    ...words('orchestration:read', [400, 403, 404, 500, 503]),
    scope: 'public',
    method: 'get',
    path: '/.well-known/t3/environment',
    name: 'getT3Environment',
    summary: 'What a controller written for T3 finds here, where [doors] t3 says so',
    shape: t3Descriptor,
    handle: ({ deps, requestId }) => answerJson(200, descriptorOf(deps), requestId),
  }),
  model('snapshot', 'Projects and threads of T3’s controllers; of 0.0.27 with their last messages'),
  model('shell', 'The same without what is archived or deleted, with what waits for a person'),
  rawRoute({
    ...words('orchestration:operate', [400, 401, 403, 404, 413, 429, 500, 503]),
    method: 'post',
    path: '/api/orchestration/dispatch',
    name: 'dispatchT3',
    summary: 'One command of T3: project.create, thread.create, thread.turn.start, interrupt, stop, archive, delete',
    body: 'text',
    shape: t3Sequence,
    handle: async ({ deps, requestId, body }) => answerJson(200, await deps.flows.t3Dispatch(body), requestId),
  }),
]

/** Says nothing that a stranger could use. */
function descriptorOf({ flows, home }: RouteDeps): object {
  const serverVersion = flows.t3Version()
  if (serverVersion === null)
    throw new DroverError('ROUTE_NOT_FOUND', 'The doors for T3’s controllers are closed.', {
      hint: 'Set t3 = "0.0.33" of [doors] in your config.toml.',
    })
  return {
    environmentId: createHash('sha256').update(`t3:${home}`).digest('hex').slice(0, 32),
    label: 'drover',
    platform: { os: process.platform, arch: process.arch },
    serverVersion,
    capabilities: {},
  }
}
