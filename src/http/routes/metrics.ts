/** Figures for Prometheus, behind the operator's token or one that opens nothing else. */
import type { Family } from '#core/telemetry/prometheus'
import { jsonHeaders } from '../answer.ts'
import { type RouteDeps, rawRoute } from '../route.ts'

export const metricsRoutes = [
  rawRoute({
    method: 'get',
    path: '/metrics',
    name: 'getMetrics',
    summary: 'Figures as Prometheus reads them; the metrics token opens it too, and nothing else',
    tag: 'daemon',
    scope: 'operator',
    ownToken: (deps: RouteDeps) => deps.flows.metricsToken(),
    status: 200,
    produces: 'text/plain',
    codes: ['INVALID_CONFIG'],
    handle: ({ deps, requestId }) =>
      new Response(deps.flows.metricsText(), {
        headers: { ...jsonHeaders(requestId), 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      }),
  }),
]

/** What the door knows itself. */
export function doorFigures({
  streams,
  version,
  startedAt,
}: Pick<RouteDeps, 'streams' | 'version' | 'startedAt'>): readonly Family[] {
  const gauge = (name: string, help: string, value: number, labels: Record<string, string> = {}): Family => ({
    name,
    help,
    type: 'gauge',
    samples: [{ labels, value }],
  })
  return [
    gauge('drover_build_info', 'The version that runs.', 1, { version }),
    gauge('drover_streams', 'Pages and programs that follow a stream.', streams.open),
    gauge('process_resident_memory_bytes', 'Resident memory in bytes.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When the daemon started, in seconds since 1970.', startedAt.getTime() / 1000),
  ]
}
