/** What is told of the daemon to whoever gathers telemetry: spans, figures and lines, before anybody's encoding of them. */

export const signals = ['traces', 'metrics', 'logs'] as const
export type Signal = (typeof signals)[number]

/** `[telemetry]` of the user's file, as far as it is about exporting. */
export interface TelemetryTable {
  readonly otlp: boolean
  readonly endpoint: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly signals: readonly Signal[]
  /** Prompts, answers, and what tools were given and gave. */
  readonly content: boolean
  readonly delayMs: number
  readonly metricsMs: number
}

export type Attribute = string | number | boolean
export type Attributes = Readonly<Record<string, Attribute>>

/** Times in milliseconds since 1970; ids in hexadecimal. */
export interface Span {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits. */
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: 'server' | 'internal'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  /** null: it went well. */
  readonly error: string | null
}

export interface LogLine {
  readonly atMs: number
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly attributes: Attributes
}

interface Described {
  readonly name: string
  readonly description: string
  readonly unit: string
}
export interface NumberMetric extends Described {
  /** A sum counts up from `startMs`; a gauge is as it is now. */
  readonly type: 'sum' | 'gauge'
  readonly points: readonly { readonly attributes: Attributes; readonly value: number }[]
}
export interface HistogramMetric extends Described {
  readonly type: 'histogram'
  readonly points: readonly {
    readonly attributes: Attributes
    readonly bounds: readonly number[]
    /** One more than bounds. */
    readonly counts: readonly number[]
    readonly sum: number
  }[]
}
export type Metric = NumberMetric | HistogramMetric

export interface MetricSet {
  readonly startMs: number
  readonly atMs: number
  readonly metrics: readonly Metric[]
}
