/**
 * The situations of the corpus, what is wanted of the judge in each, and the tables of what it says, which are published in
 * docs/liveness.md. The series and their player are `corpus.suite`.
 */
import { corpus, judged, played, type Story, usageOf } from './corpus.suite.ts'
import type { Thresholds } from './judge.ts'

const minute = 60_000
export const limits: Thresholds = {
  stallMs: 15 * minute,
  toolStallMs: 120 * minute,
  connectedIdleMs: 5 * minute,
  connectedKillMs: 60 * minute,
}

export interface Kind extends Story {
  readonly what: string
  /** It hangs: found at so many seconds of silence. Without one it is at work, and never ended. */
  readonly suspectAt?: number
  readonly deadAt?: number
}

export const day = 24 * 60
export const kinds: Readonly<Record<string, Kind>> = {
  think: { what: 'a model thinks for 50 min and then answers', repeats: 'silence', minutes: 50, goesOn: true },
  stream: { what: 'a model writes for 50 min', repeats: 'all', minutes: 50 },
  compile: { what: 'a tool compiles for 45 min without a word', repeats: 'silence', minutes: 45 },
  install: { what: 'a tool installs packages for 45 min without a word', repeats: 'silence', minutes: 45 },
  'rate-limited': { what: 'refused with pauses for 24 h', repeats: 'all', minutes: day },
  orphaned: { what: 'its wrapper was killed, it goes on for 50 min', repeats: 'all', minutes: 50 },
  'hung-tool': { what: 'a tool that never ends', repeats: 'tail', minutes: day, deadAt: 7200 },
  'hung-connected': {
    what: 'a request that is never answered',
    repeats: 'tail',
    minutes: day,
    suspectAt: 1200,
    deadAt: 3600,
  },
  'hung-stream': {
    what: 'an answer that stops in the middle',
    repeats: 'tail',
    minutes: day,
    suspectAt: 1200,
    deadAt: 3600,
  },
  hung: { what: 'stands still, its connection is gone', repeats: 'tail', minutes: day, deadAt: 900 },
}

export const inTurns = corpus.filter(({ kind }) => kind !== 'idle')
export const known = inTurns.map((series) => ({ series, kind: kinds[series.kind]! }))

const columns = ['alive', 'slowing', 'suspect', 'dead'] as const

/** The worst word that was said of each series. */
function confusion(): string {
  const rows = Object.entries(kinds).map(([name, kind]) => {
    const worst = known
      .filter(({ series }) => series.kind === name)
      .map(({ series }) => {
        const told = judged(played(series, kind), limits).map(({ health }) => health)
        return columns.findLast((health) => told.includes(health))
      })
    const counts = columns.map((health) => worst.filter((one) => one === health).length || '·')
    const wanted = kind.deadAt === undefined ? 'not ended' : `dead at ${kind.deadAt / 60} min`
    return `| ${name} | ${kind.what} | ${wanted} | ${worst.length} | ${counts.join(' | ')} |`
  })
  return [
    `| situation | what happens | wanted | series | ${columns.join(' | ')} |`,
    `|---|---|---|---|${columns.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n')
}

function rest(): string {
  const cell = (cli: string, kind: string): string => {
    const series = corpus.find((one) => one.cli === cli && one.kind === kind)
    if (series === undefined) return '–'
    const { cpuPercent, ioPerMinute } = usageOf(series)
    return `${cpuPercent.toFixed(1)} %, ${(ioPerMinute / 2 ** 20).toFixed(2)} MB`
  }
  const shown = ['hung-connected', 'hung-stream', 'hung-tool', 'compile', 'install']
  return [
    `| CPU of a core, I/O a minute | ${shown.join(' | ')} |`,
    `|---|${shown.map(() => '---|').join('')}`,
    ...[...new Set(corpus.map(({ cli }) => cli))].map(
      (cli) => `| ${cli} | ${shown.map((kind) => cell(cli, kind)).join(' | ')} |`,
    ),
  ].join('\n')
}

/** By the marks between which they stand. */
export const tables = (): Readonly<Record<string, string>> => ({ confusion: confusion(), rest: rest() })
