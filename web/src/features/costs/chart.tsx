/** A bar a day, drawn with plain SVG; the same numbers stand in words beside it. */
import type { ReactNode } from 'react'
import type { Costs } from '#contract/cost'
import { money } from '../../ui/words.ts'
import { barsOf, chartWords, dayLabel } from './words.ts'

const [width, height] = [700, 140]
/** Above the highest bar, for the mark of the unknown. */
const headroom = 14

export function CostChart({ costs }: { readonly costs: Costs }): ReactNode {
  const bars = barsOf(costs.days)
  const most = Math.max(0, ...costs.days.map(({ costUsd }) => costUsd ?? 0))
  const labelled = bars.length <= 7 ? 1 : Math.ceil(bars.length / 6)
  return (
    <figure className="cost-chart" data-bars={bars.length}>
      <div className="small faint num">{most === 0 ? 'no known cost' : money(most)}</div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={chartWords(costs)}>
        {bars
          .map((bar) => ({ ...bar, high: bar.height === 0 ? 0 : Math.max(2, bar.height * (height - headroom)) }))
          .map((bar) => (
            <g key={bar.day}>
              <title>{bar.words}</title>
              <rect className="hit" x={bar.left * width} y={0} width={bar.width * width} height={height} />
              <rect
                className="bar"
                x={bar.left * width}
                y={height - bar.high}
                width={bar.width * width}
                height={bar.high}
              />
              {bar.unknown && (
                <rect
                  className="unknown"
                  x={bar.left * width}
                  y={height - bar.high - 11}
                  width={bar.width * width}
                  height={8}
                />
              )}
            </g>
          ))}
        <line x1={0} x2={width} y1={height} y2={height} />
      </svg>
      <div className="cost-days small faint" aria-hidden="true">
        {bars
          .filter((_, i) => i % labelled === 0)
          .map((bar) => (
            <span key={bar.day} style={{ left: `max(1.25rem, ${(bar.left + bar.width / 2) * 100}%)` }}>
              {dayLabel(bar.day)}
            </span>
          ))}
      </div>
      {bars.some(({ unknown }) => unknown) && (
        <figcaption className="small faint">
          <span className="cost-hatch" aria-hidden="true" /> something was used whose cost nobody told
        </figcaption>
      )}
    </figure>
  )
}
