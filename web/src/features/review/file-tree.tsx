/** The changed files as a tree to jump by; only the lines in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import type { ReviewFile } from '#contract/review'
import { printable } from '../../ui/words.ts'
import type { TreeRow } from './tree.ts'

export function FileTree(props: {
  readonly rows: readonly TreeRow[]
  readonly files: readonly ReviewFile[]
  readonly current: string | null
  readonly onPick: (path: string) => void
}): ReactNode {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 10,
  })
  return (
    <nav className="review-tree" aria-label="Changed files" ref={scroller}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { depth, name, file } = props.rows[index]!
          const style = { top: start, paddingLeft: `calc(var(--s2) + ${Math.min(depth, 8) * 12}px)` }
          const one = file === null ? null : props.files[file]!
          return one === null ? (
            <div key={index} className="review-branch mono small soft clip" style={style}>
              {printable(name)}/
            </div>
          ) : (
            <button
              type="button"
              key={index}
              className="review-branch review-leaf mono small"
              style={style}
              aria-current={one.path === props.current ? 'true' : undefined}
              onClick={() => props.onPick(one.path)}
            >
              <span className="clip grow">{printable(name)}</span>
              {one.viewed && <span className="unseen">viewed</span>}
              {one.viewed && <span aria-hidden="true">✓</span>}
              <span className="num faint">{one.additions !== null && `+${one.additions} −${one.deletions ?? 0}`}</span>
            </button>
          )
        })}
      </div>
    </nav>
  )
}
