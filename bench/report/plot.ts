/** Plots as SVG text, made by hand: bars of ratios, lines of growth. Pure; readable on light and dark pages. */

const ink = '#57606a'
const good = '#2da44e'
const bad = '#cf222e'
const line = '#0969da'
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function svg(width: number, height: number, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">
<title>${escaped(title)}</title>
${body}
</svg>
`
}

export interface Bar {
  readonly name: string
  /** 1 is the limit: up to it the target holds. */
  readonly used: number
  readonly ok: boolean
  readonly label: string
}

/** How much of each target is used up; the line at 1 is the target. */
export function bars(title: string, list: readonly Bar[]): string {
  const [left, width, row] = [100, 360, 24]
  const most = 3
  const x = (used: number): number => left + (Math.min(used, most) / most) * width
  const rows = list.map((bar, index) => {
    const y = 30 + index * row
    const colour = bar.ok ? good : bad
    return `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${escaped(bar.name)}</text>
<rect x="${left}" y="${y + 2}" width="${Math.max(1, x(bar.used) - left).toFixed(1)}" height="14" rx="2" fill="${colour}"/>
<text x="${(x(bar.used) + 6).toFixed(1)}" y="${y + 13}">${escaped(bar.label)}</text>`
  })
  const height = 44 + list.length * row
  const limit = `<line x1="${x(1)}" x2="${x(1)}" y1="24" y2="${height - 14}" stroke="${ink}" stroke-dasharray="4 3"/>
<text x="${x(1)}" y="18" text-anchor="middle">target</text>`
  return svg(left + width + 170, height, title, [limit, ...rows].join('\n'))
}

export interface Line {
  readonly name: string
  readonly points: readonly (readonly [number, number])[]
}

/** Each line with its own values, on shared axes; logarithmic where asked. */
export function lines(title: string, xName: string, yName: string, list: readonly Line[], log: boolean): string {
  const [left, top, width, height] = [64, 24, 420, 220]
  const all = list.flatMap(({ points }) => points)
  const place = (value: number): number => (log ? Math.log10(Math.max(value, 1e-3)) : value)
  const range = (values: readonly number[]): [number, number] => {
    const low = log ? Math.floor(Math.min(...values)) : 0
    const high = log ? Math.ceil(Math.max(...values) - 1e-9) : Math.max(...values) * 1.1
    return [low, high === low ? low + 1 : high]
  }
  const [x0, x1] = range(all.map(([x]) => place(x)))
  const [y0, y1] = range(all.map(([, y]) => place(y)))
  const x = (value: number): number => left + ((place(value) - x0) / (x1 - x0)) * width
  const y = (value: number): number => top + height - ((place(value) - y0) / (y1 - y0)) * height
  const ticks = (low: number, high: number): number[] =>
    log
      ? Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n))
      : Array.from({ length: 5 }, (_, n) => low + ((high - low) * n) / 4)
  const short = (value: number): string =>
    value >= 1e6
      ? `${value / 1e6}M`
      : value >= 1e3
        ? `${Math.round(value / 100) / 10}k`
        : String(Number(value.toPrecision(2)))
  const colours = [line, good, '#bf3989', '#bc4c00', '#8250df']
  const grid = [
    ...ticks(x0, x1).map(
      (tick) =>
        `<line x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="${top}" y2="${top + height}" stroke="${ink}" stroke-opacity="0.2"/>
<text x="${x(tick).toFixed(1)}" y="${top + height + 16}" text-anchor="middle">${short(tick)}</text>`,
    ),
    ...ticks(y0, y1).map(
      (tick) =>
        `<line x1="${left}" x2="${left + width}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${ink}" stroke-opacity="0.2"/>
<text x="${left - 6}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${short(tick)}</text>`,
    ),
  ]
  const drawn = list.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const path = points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ')
    const last = points.at(-1) ?? [0, 0]
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>
${points.map(([a, b]) => `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3" fill="${colour}"/>`).join('')}
<text x="${(x(last[0]) + 8).toFixed(1)}" y="${(y(last[1]) + 4).toFixed(1)}" fill="${colour}">${escaped(name)}</text>`
  })
  const names = `<text x="${left + width / 2}" y="${top + height + 36}" text-anchor="middle">${escaped(xName)}</text>
<text x="${left}" y="${top - 8}">${escaped(yName)}</text>`
  return svg(left + width + 120, top + height + 44, title, [...grid, names, ...drawn].join('\n'))
}
