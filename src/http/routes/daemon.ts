/** Health, readiness, status, shutdown, doctor and the documents that describe the API and the configuration. */
import { z } from '@hono/zod-openapi'
import {
  daemonStatus,
  doctorBody,
  doctorReport,
  doorHealth,
  health,
  shutdownAnswer,
  shutdownBody,
} from '#contract/api/daemon'
import { DroverError } from '#contract/error'
import { refusePages } from '../access.ts'
import { answerJson, envelopeOf, jsonHeaders } from '../answer.ts'
import { notReady } from '../door.ts'
import { type RouteDeps, rawRoute, route } from '../route.ts'

const healthOf = (deps: RouteDeps, status: string) => ({
  status,
  service: 'drover' as const,
  pid: deps.pid,
  version: deps.version,
})

export const daemonRoutes = [
  route({
    method: 'get',
    path: '/healthz',
    name: 'getHealth',
    summary: 'Is the daemon up?',
    tag: 'daemon',
    scope: 'public',
    early: true,
    status: 200,
    answer: health,
    handle: ({ deps }) => healthOf(deps, 'ok'),
  }),
  route({
    method: 'get',
    path: '/health',
    name: 'getDoorHealth',
    summary: 'Is the daemon up, and is there room at its doors?',
    tag: 'daemon',
    scope: 'public',
    early: true,
    status: 200,
    answer: doorHealth,
    handle: ({ deps }) => ({ ...healthOf(deps, 'ok'), ...deps.flows.doorQueue() }),
  }),
  rawRoute({
    method: 'get',
    path: '/readyz',
    name: 'getReadiness',
    summary: 'Has the daemon taken stock of its sessions? 503 until then.',
    tag: 'daemon',
    scope: 'public',
    early: true,
    status: 200,
    produces: 'application/json',
    shape: health,
    codes: ['NOT_READY'],
    handle: ({ deps, requestId }) =>
      deps.flows.ready()
        ? answerJson(200, healthOf(deps, 'ready'), requestId)
        : answerJson(503, { ...envelopeOf(notReady(), requestId), ...healthOf(deps, 'not_ready') }, requestId),
  }),
  route({
    method: 'get',
    path: '/api/v1/status',
    name: 'getStatus',
    summary: 'The daemon: where it listens, since when, which version',
    tag: 'daemon',
    scope: 'operator',
    early: true,
    status: 200,
    answer: daemonStatus,
    handle: ({ deps }) => {
      const ready = deps.flows.ready()
      const { port, socket } = deps.place()
      return {
        state: ready ? ('ready' as const) : ('not_ready' as const),
        pid: deps.pid,
        port,
        socket,
        startedAt: deps.startedAt.toISOString(),
        uptimeSeconds: Math.max(0, Math.floor((deps.now().getTime() - deps.startedAt.getTime()) / 1_000)),
        version: deps.version,
        home: deps.home,
        lastSeq: ready ? deps.flows.lastSeq() : 0,
        problems: ready ? [...deps.flows.problems()] : [],
      }
    },
  }),
  route({
    method: 'post',
    path: '/shutdown',
    name: 'shutdown',
    summary: 'Stop the daemon; `agents: keep` leaves the agents running',
    tag: 'daemon',
    scope: 'operator',
    early: true,
    status: 202,
    body: shutdownBody,
    answer: shutdownAnswer,
    codes: ['FORBIDDEN_ORIGIN'],
    handle: ({ body, deps, header, node }) => {
      const refused = refusePages(header('origin'))
      if (refused !== null) throw DroverError.of(refused)
      const stop = (): void => deps.onShutdown(body.agents)
      if (node === null) setImmediate(stop)
      else node.outgoing.once('close', stop)
      return { status: 'stopping' as const, agents: body.agents }
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/doctor',
    name: 'getDoctor',
    summary: 'Examine the installation; changes nothing and asks nobody outside of this machine',
    tag: 'daemon',
    scope: 'operator',
    status: 200,
    answer: doctorReport,
    handle: ({ deps }) => deps.flows.doctor({ fix: false, outside: false }),
  }),
  route({
    method: 'post',
    path: '/api/v1/doctor',
    name: 'runDoctor',
    summary: 'Examine the installation, ask the forge whose token this is and, with `fix`, mend what is safe to mend',
    tag: 'daemon',
    scope: 'operator',
    status: 200,
    body: doctorBody,
    answer: doctorReport,
    handle: ({ body, deps }) => deps.flows.doctor({ fix: body.fix, outside: true }),
  }),
  route({
    method: 'get',
    path: '/api/v1/config/schema',
    name: 'getConfigSchema',
    summary: 'The JSON Schema of config.toml, for editors',
    tag: 'daemon',
    scope: 'operator',
    early: true,
    status: 200,
    answer: z.record(z.string(), z.unknown()),
    handle: ({ deps }) => deps.configSchema() as Record<string, unknown>,
  }),
  rawRoute({
    method: 'get',
    path: '/api/v1/openapi.json',
    name: 'getOpenApiJson',
    summary: 'This API as an OpenAPI 3.1 document',
    tag: 'daemon',
    scope: 'operator',
    early: true,
    status: 200,
    produces: 'application/json',
    handle: ({ deps, requestId }) => answerJson(200, deps.document(), requestId),
  }),
  rawRoute({
    method: 'get',
    path: '/api/v1/openapi.yaml',
    name: 'getOpenApiYaml',
    summary: 'This API as an OpenAPI 3.1 document, in YAML',
    tag: 'daemon',
    scope: 'operator',
    early: true,
    status: 200,
    produces: 'application/yaml',
    async handle({ deps, requestId }) {
      // Loaded by whoever asks for it: the daemon at rest does without.
      const { stringify } = await import('yaml')
      return new Response(stringify(deps.document(), { aliasDuplicateObjects: false }), {
        headers: { ...jsonHeaders(requestId), 'content-type': 'application/yaml; charset=utf-8' },
      })
    },
  }),
]
