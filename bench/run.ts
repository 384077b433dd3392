/**
 * `npm run bench`: runs the figures and prints them, one JSON line each with `--json`, a table otherwise. Progress goes to
 * standard error. What is measured is in `figures/`, the growth in `scale.ts`, the page in `report/`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCalmly } from './calm.ts'
import { measureCockpit } from './cockpit.ts'
import { measurements } from './figures/all.ts'
import { lookAround, type Machine } from './machine.ts'
import { judge, type Result } from './measure.ts'
import { writeReport } from './report/report.ts'
import { type Growth, growthNames, scale } from './scale.ts'
import { openStage, type Stage } from './stage/stage.ts'
import { growthTable, resultTable } from './table.ts'

const usage = `npm run bench -- [options]
  --quick       fewer and smaller runs, under a minute
  --scale       the growth table: 1 to 1,000 sessions, 10^3 to 10^6 events, with exponents
  --cockpit     what the page costs in a real browser (needs chromium)
  --only a,b    these figures only (with --scale: these growths)
  --json        one JSON line a figure on standard output
  --save        keep the results in bench/results; with --only beside those of the other figures
  --report      write docs/performance.md from the results that were kept; measures nothing
`

export interface Kept<T> {
  readonly machine: Machine
  readonly results: readonly T[]
}

const results = join(import.meta.dirname, 'results')

function options() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        scale: { type: 'boolean', default: false },
        cockpit: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        report: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        only: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}

const asked = options()
const only = asked.only?.split(',').map((id) => id.trim()) ?? null
const progress = (text: string): void => {
  const line = `${Math.round(performance.now() / 1000)}s ${text}`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

function refuseUnknown(known: readonly string[]): void {
  const unknown = only?.filter((id) => !known.includes(id)) ?? []
  if (unknown.length === 0) return
  process.stderr.write(`unknown: ${unknown.join(', ')}\nknown: ${known.join(', ')}\n`)
  process.exit(2)
}

/** Stopped by hand: what was started is ended, nothing is kept. */
function endWith(stage: Stage): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void stage.end().finally(() => process.exit(130))
    })
  }
}

function keep<T>(name: string, kept: Kept<T>): void {
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, name), `${JSON.stringify(kept, null, 1)}\n`)
}

async function runFigures(): Promise<void> {
  refuseUnknown(measurements.flatMap(({ figures }) => figures.map(({ id }) => id)))
  const stage = openStage(asked.quick, progress)
  endWith(stage)
  const machine = lookAround()
  const all: Result[] = []
  try {
    for (const measurement of measurements) {
      const wanted = measurement.figures.filter(({ id }) => only === null || only.includes(id))
      if (wanted.length === 0) continue
      const runs = await measureCalmly(measurement, stage, wanted)
      for (const figure of wanted) {
        const result = judge(figure, runs[figure.id]!, asked.quick)
        all.push(result)
        if (asked.json) process.stdout.write(`${JSON.stringify(result)}\n`)
      }
    }
  } finally {
    await stage.end()
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if (!asked.json) process.stdout.write(resultTable(all))
  if (asked.save) keep('figures.json', only === null ? { machine: machine(), results: all } : beside(machine(), all))
}

/** Some figures measured by themselves: the others stay, and these say when and where they come from. */
function beside(machine: Machine, some: readonly Result[]): Kept<Result> {
  const kept = JSON.parse(readFileSync(join(results, 'figures.json'), 'utf8')) as Kept<Result>
  const from = `measured ${machine.at.slice(0, 10)} at ${machine.commit}, load ${machine.load.join(' and ')}`
  const noted = some.map((one) => ({ ...one, note: one.note === undefined ? from : `${one.note}; ${from}` }))
  const order = measurements.flatMap(({ figures }) => figures.map(({ id }) => id))
  const all = [...kept.results.filter(({ figure }) => !some.some((one) => one.figure === figure)), ...noted]
  return { machine: kept.machine, results: all.toSorted((a, b) => order.indexOf(a.figure) - order.indexOf(b.figure)) }
}

async function runScale(): Promise<void> {
  refuseUnknown(growthNames)
  const stage = openStage(asked.quick, progress)
  endWith(stage)
  const machine = lookAround()
  let all: readonly Growth[] = []
  try {
    all = await scale(stage, only, (growth) => {
      if (asked.json) process.stdout.write(`${JSON.stringify(growth)}\n`)
    })
  } finally {
    await stage.end()
  }
  if (!asked.json) process.stdout.write(growthTable(all))
  if (asked.save) keep('scale.json', { machine: machine(), results: all })
}

function runCockpit(): void {
  progress('the page in a real browser')
  const machine = lookAround()
  const all = measureCockpit()
  for (const one of all) {
    const words = `${one.figure}  ${Number(one.value.toPrecision(3))} ${one.unit}  ${one.target}  ${one.ok ? 'pass' : 'FALLS SHORT'}`
    process.stdout.write(`${asked.json ? JSON.stringify(one) : words}\n`)
  }
  if (asked.save) keep('cockpit.json', { machine: machine(), results: all })
}

if (asked.help) process.stdout.write(usage)
else if (asked.report) writeReport(results, progress)
else if (asked.scale) await runScale()
else if (asked.cockpit) runCockpit()
else await runFigures()
