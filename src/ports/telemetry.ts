/** The way out to a gatherer of telemetry: one request a batch. Never throws; what becomes of what was not taken is the caller's. */
import type { Attributes, LogLine, MetricSet, Signal, Span } from '#contract/telemetry'

export interface TelemetryTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly gzip: boolean
}

export type TelemetryBatch =
  | { readonly signal: 'traces'; readonly items: readonly Span[] }
  | { readonly signal: 'logs'; readonly items: readonly LogLine[] }
  | { readonly signal: 'metrics'; readonly items: MetricSet }

export type Sent =
  /** `rejected`: so many items were taken and thrown away there. */
  | { readonly ok: true; readonly rejected: number }
  | {
      readonly ok: false
      /** The same may be taken later. */
      readonly again: boolean
      readonly why: string
      /** It asked for this much patience. */
      readonly waitMs: number | null
    }

export interface TelemetrySource {
  readonly resource: Attributes
  readonly scope: { readonly name: string; readonly version: string }
}

export interface TelemetryOut {
  send(target: TelemetryTarget, source: TelemetrySource, batch: TelemetryBatch, signal?: AbortSignal): Promise<Sent>
}

export type { Signal }
