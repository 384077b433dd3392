/** Results as a table for people, on a terminal. */

import type { Result } from './measure.ts'
import type { Growth } from './scale.ts'

export const number = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

export function resultTable(results: readonly Result[]): string {
  const head = ['figure', 'value', 'floor', 'unit', 'ratio', 'spread', 'target', '']
  const rows = results.map((one) => [
    one.figure,
    number(one.value),
    number(one.floor),
    one.unit,
    number(one.ratio),
    `${number(one.spread.floor)}/${number(one.spread.subject)}`,
    one.target,
    `${one.ok ? 'pass' : 'FALLS SHORT'}${one.note === undefined ? '' : `  (${one.note})`}`,
  ])
  return columns([head, ...rows])
}

export function growthTable(growths: readonly Growth[]): string {
  const head = ['growth', 'cost', 'exponent', 'at most', '']
  const rows = growths.map((one) => [
    one.growth,
    one.points.map(([x, y]) => `${number(x)}: ${number(y)} ${one.unit}`).join(', '),
    one.exponent.toFixed(2),
    String(one.atMost),
    one.ok ? 'pass' : 'FALLS SHORT',
  ])
  return columns([head, ...rows])
}
