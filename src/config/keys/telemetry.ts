/** `[telemetry]`: who may read figures, and where spans, figures and lines of the log go. The user's file only. */
import type { Row } from './row.ts'

export const telemetryKeys: readonly Row[] = [
  [
    'telemetry.metrics_token',
    'a text of 16 characters or more',
    null,
    'Opens GET /metrics, and nothing else; the operator’s token does too.',
  ],
  ['telemetry.otlp', 'true or false', false, 'Exports to an OpenTelemetry collector (OTLP over HTTP, as JSON).'],
  [
    'telemetry.endpoint',
    'an http or https address',
    null,
    'Its address, to which /v1/traces and the like are added; else OTEL_EXPORTER_OTLP_ENDPOINT, else http://localhost:4318.',
  ],
  [
    'telemetry.headers',
    'a table of texts, by their names',
    {},
    'Sent with every request to that endpoint, such as a key; without an endpoint OTEL_EXPORTER_OTLP_HEADERS are.',
  ],
  ['telemetry.signals', 'a list of traces, metrics, logs', ['traces', 'metrics', 'logs'], 'What is exported.'],
  [
    'telemetry.content',
    'true or false',
    false,
    'Prompts, answers, and what tools were given and gave, as attributes of spans.',
  ],
  ['telemetry.interval', 'a duration such as "5s"', 5, 'How long spans and lines are gathered.'],
  ['telemetry.metrics_interval', 'a duration such as "1m"', 60, 'How often figures are sent.'],
]
