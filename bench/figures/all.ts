/** Every measurement of the benchmark, in the order in which it runs. The large store is last: it fills the page cache. */
import type { Measurement } from '../measure.ts'
import { attach } from './attach.ts'
import { boot } from './boot.ts'
import { cli } from './cli.ts'
import { fanOut } from './fan-out.ts'
import { canMeasure, firstToken } from './first-token.ts'
import { forgeRest } from './forge-rest.ts'
import { hook } from './hook.ts'
import { ingest } from './ingest.ts'
import { lag } from './lag.ts'
import { liveness } from './liveness.ts'
import { mailIdle } from './mail-idle.ts'
import { mailWake } from './mail-wake.ts'
import { mergeFigure } from './merge.ts'
import { relaySchedule } from './relay-schedule.ts'
import { relayWaiting } from './relay-waiting.ts'
import { rss } from './rss.ts'
import { spawnFigure } from './spawn.ts'
import { telemetry } from './telemetry.ts'
import { terminalsFigure } from './terminals.ts'
import { turn } from './turn.ts'

export const measurements: readonly Measurement[] = [
  ingest,
  lag,
  fanOut,
  spawnFigure,
  mergeFigure,
  turn,
  mailWake,
  ...(canMeasure ? [firstToken] : []),
  hook,
  rss,
  cli,
  attach,
  boot,
  liveness,
  relaySchedule,
  relayWaiting,
  mailIdle,
  forgeRest,
  telemetry,
  terminalsFigure,
]
