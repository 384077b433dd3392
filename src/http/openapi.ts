/** The OpenAPI 3.1 document, made from the same values that the door runs. Needs no daemon and no flows. */
import { OpenAPIHono, type z } from '@hono/zod-openapi'
import { change } from '#contract/api/change'
import { errorEnvelope } from '#contract/api/common'
import { eventRow } from '#contract/api/event'
import { type ErrorCode, httpStatusOf } from '#contract/error'
import type { Route } from './route.ts'

/** What any route can answer, by what it takes. */
function codesOf(route: Route): readonly ErrorCode[] {
  return [
    ...(route.codes ?? []),
    ...(route.scope === 'public' ? [] : (['UNAUTHORIZED', 'RATE_LIMITED', 'FORBIDDEN_SCOPE'] as const)),
    ...(['FORBIDDEN_HOST', 'FORBIDDEN_ORIGIN', 'INTERNAL_ERROR'] as const),
    ...(route.early === true ? [] : (['NOT_READY'] as const)),
    ...(route.body === null ? [] : (['INVALID_JSON', 'INVALID_BODY', 'BODY_TOO_LARGE'] as const)),
    ...(Object.keys(route.query.shape).length === 0 ? [] : (['INVALID_QUERY'] as const)),
  ]
}

/** Said once, referenced by every route: beside the reference stand the codes that this route answers. */
const errorAnswer = { name: 'Error', ref: '#/components/responses/Error' }

function errorsOf(route: Route) {
  const byStatus = new Map<number, Set<string>>()
  for (const code of codesOf(route)) {
    byStatus.set(httpStatusOf(code), (byStatus.get(httpStatusOf(code)) ?? new Set()).add(code))
  }
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), { $ref: errorAnswer.ref, description: [...codes].join(', ') }])
}

const ownRefusalsOf = ({ ownRefusals }: Route) =>
  (ownRefusals?.statuses ?? []).map((status) => [
    String(status),
    {
      description: 'Refused in the words of its own clients.',
      content: { 'application/json': { schema: ownRefusals?.shape } },
    },
  ])

const text = { type: 'string' } as const

function answerOf(route: Route) {
  const { answer, shape } = route
  if (typeof answer !== 'string') return { 'application/json': { schema: answer } }
  return { [answer]: { schema: shape ?? (answer === 'application/json' ? { type: 'object' as const } : text) } }
}

export function openApiDocument(routes: readonly Route[], version: string): object {
  const described = new OpenAPIHono()
  const registry = described.openAPIRegistry
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  registry.register('Error', errorEnvelope)
  registry.registerComponent('responses', errorAnswer.name, {
    description: 'Refused or failed, with its code and what to do next.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  })
  // Rows and changes of the streams are described though no JSON answer holds a change.
  registry.register('Change', change)
  registry.register('EventRow', eventRow)
  for (const route of routes) {
    registry.registerPath({
      method: route.method,
      path: route.path,
      operationId: route.name,
      summary: route.summary,
      tags: [route.tag],
      ...(route.scope === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
      request: {
        ...(Object.keys(route.params.shape).length === 0 ? {} : { params: route.params }),
        ...(Object.keys(route.query.shape).length === 0 ? {} : { query: route.query }),
        ...(route.body === null ? {} : { body: bodyOf(route.body) }),
      },
      responses: Object.fromEntries([
        [String(route.status), { description: route.summary, content: answerOf(route) }],
        ...errorsOf(route),
        ...ownRefusalsOf(route),
      ]),
    })
  }
  return described.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Drover', version, description: 'Run many coding agents at once, each in its own git worktree.' },
    servers: [{ url: '/' }],
  })
}

/** A body whose every field may be left out may itself be left out. */
const bodyOf = (schema: z.ZodType | 'text') =>
  schema === 'text'
    ? { required: true, content: { 'application/octet-stream': { schema: text } } }
    : { required: !schema.safeParse({}).success, content: { 'application/json': { schema } } }
