/**
 * Writes docs/performance.md and its plots from the results that were kept. Measures nothing and invents nothing: what falls
 * short is said first; the words about why are in `notes.ts`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#test/support/world'
import type { PageFigure } from '../cockpit.ts'
import { measurements } from '../figures/all.ts'
import type { Machine } from '../machine.ts'
import { type Figure, type Result, targetOf } from '../measure.ts'
import type { Growth } from '../scale.ts'
import { number } from '../table.ts'
import { notes } from './notes.ts'
import { type Bar, bars, lines } from './plot.ts'

interface Kept<T> {
  readonly machine: Machine
  readonly results: readonly T[]
}

const figures = new Map(measurements.flatMap((one) => one.figures.map((figure) => [figure.id, figure] as const)))

export function writeReport(from: string, say: (text: string) => void): void {
  const kept = read<Result>(join(from, 'figures.json'))
  const grown = read<Growth>(join(from, 'scale.json'))
  const seen = read<PageFigure>(join(from, 'cockpit.json'))
  const docs = join(root, 'docs')
  const plots = join(docs, 'performance')
  mkdirSync(plots, { recursive: true })
  const put = (name: string, text: string): void => {
    writeFileSync(join(plots, name), text)
    say(`docs/performance/${name}`)
  }
  if (kept !== null) {
    put('figures.svg', bars('How much of each target is used', kept.results.map(barOf)))
    const soak = kept.results.find(({ figure }) => figure === 'rss-soak')?.series
    if (soak !== undefined)
      put('soak.svg', lines('Memory over events', 'events', 'MB', [{ name: 'daemon', points: soak }], false))
  }
  for (const over of ['sessions', 'events'] as const) {
    const list = grown?.results.filter((one) => one.over === over) ?? []
    if (list.length === 0) continue
    const drawn = list.map(({ growth, unit, points }) => ({ name: `${growth} (${unit})`, points }))
    put(`growth-${over}.svg`, lines(`Growth over ${over}`, over, 'ms or MB', drawn, true))
  }
  writeFileSync(join(docs, 'performance.md'), page(kept, grown, seen))
  say('docs/performance.md')
}

function read<T>(path: string): Kept<T> | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept<T>) : null
}

/** 1 is the target, more is too much, whichever way the rule counts. */
function barOf(result: Result): Bar {
  const figure = figures.get(result.figure)
  return {
    name: result.figure,
    used: figure === undefined ? 0 : used(figure, result),
    ok: result.ok,
    label: short(result),
  }
}

function used({ rule }: Figure, result: Result): number {
  switch (rule.type) {
    case 'ratio-at-least':
      return rule.limit / result.ratio
    case 'ratio-at-most':
      return result.ratio / rule.limit
    case 'above-at-most':
      return Math.max(0, result.above) / rule.limit
    case 'value-at-most':
      return result.value / rule.limit
    case 'flat':
      return Number(/= ([\d.]+)/.exec(result.note ?? '')?.[1] ?? 0) / rule.limit
  }
}

const short = (result: Result): string => {
  const rule = figures.get(result.figure)?.rule.type
  if (rule === 'above-at-most') return `${result.above >= 0 ? '+' : ''}${number(result.above)} ${result.unit}`
  if (rule === 'value-at-most' || rule === 'flat') return `${number(result.value)} ${result.unit}`
  return `${number(result.ratio)}x`
}

function page(kept: Kept<Result> | null, grown: Kept<Growth> | null, seen: Kept<PageFigure> | null): string {
  const parts = [
    '# Performance',
    'Made by `npm run bench -- --report` from the results in `bench/results`; do not edit by hand. Measure yourself with `npm run bench` (`--quick` in under a minute, `--scale` for the growth).',
    'Every figure stands against a floor measured in the same run on the same machine: the least that any program would have to do. Absolute times mean little on a shared machine; the ratio, or the distance to the floor, is the figure. Value and floor are medians of interleaved runs. *Spread* is the largest run over the smallest, floor / subject.',
  ]
  if (kept !== null) parts.push(...figurePart(kept))
  if (grown !== null) parts.push(...growthPart(grown))
  if (seen !== null) parts.push(...cockpitPart(seen))
  parts.push('## What stands in the way, and what was mended', notes)
  return `${parts.join('\n\n')}\n`
}

function figurePart({ machine, results }: Kept<Result>): string[] {
  const shortfall = results.filter((one) => !one.ok).map((one) => `\`${one.figure}\``)
  const head =
    '| figure | what | floor | value | floor | ratio | target | spread | |\n|---|---|---|---|---|---|---|---|---|'
  const rows = results.map((one) => {
    const figure = figures.get(one.figure)
    return `| \`${one.figure}\` | ${figure?.what ?? ''} | ${figure?.floor ?? ''} | ${number(one.value)} ${one.unit} | ${number(one.floor)} ${one.unit} | ${number(one.ratio)} | ${figure === undefined ? one.target : targetOf(figure)} | ${number(one.spread.floor)} / ${number(one.spread.subject)} | ${one.ok ? 'pass' : '**falls short**'}${one.note === undefined ? '' : ` (${one.note})`} |`
  })
  const soak = results.some((one) => one.figure === 'rss-soak' && one.series !== undefined)
  return [
    `## Figures\n\n${shortfall.length === 0 ? 'All targets hold.' : `**Falls short:** ${shortfall.join(', ')}.`}`,
    `![How much of each target is used](performance/figures.svg)`,
    [head, ...rows].join('\n'),
    ...(soak ? ['![Memory of the daemon over events](performance/soak.svg)'] : []),
    machineWords(machine),
  ]
}

function growthPart({ machine, results }: Kept<Growth>): string[] {
  const head = '| growth | what | cost | exponent | at most | |\n|---|---|---|---|---|---|'
  const rows = results.map(
    (one) =>
      `| \`${one.growth}\` | ${one.what} | ${one.points.map(([x, y]) => `${number(x)}: ${number(y)}`).join(' · ')} ${one.unit} | ${one.exponent.toFixed(2)} | ${one.atMost} | ${one.ok ? 'pass' : '**falls short**'} |`,
  )
  return [
    '## Growth\n\nThe exponent of the cost over sessions or events: 0 is flat, 1 is linear. Nothing may grow faster than linearly; attach, a page of the list and spawn stay flat.',
    [head, ...rows].join('\n'),
    '![Growth over sessions](performance/growth-sessions.svg)',
    '![Growth over events](performance/growth-events.svg)',
    machineWords(machine),
  ]
}

function cockpitPart({ machine, results }: Kept<PageFigure>): string[] {
  const rows = results.map(
    (one) =>
      `| \`${one.figure}\` | ${number(one.value)} ${one.unit} | ${one.target} | ${one.ok ? 'pass' : '**falls short**'} |`,
  )
  return [
    "## Cockpit\n\nIn Chromium, by its own counters (`npm run bench -- --cockpit`): scripting and layout to the first paint, the page's heap, and the time from a stored line to the screen while 20 sessions stream.",
    ['| figure | value | target | |\n|---|---|---|---|', ...rows].join('\n'),
    machineWords(machine),
  ]
}

const machineWords = (machine: Machine): string =>
  `Measured ${machine.at.slice(0, 16).replace('T', ' ')} UTC on ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${machine.os}, Node ${machine.node}, SQLite ${machine.sqlite}, git ${machine.git}; commit ${machine.commit}${machine.dirty ? ' with changes' : ''}, daemon build ${machine.daemon}. Load average before and after: ${machine.load.join(' and ')}.`
