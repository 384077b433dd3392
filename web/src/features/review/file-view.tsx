/** One file of a review: its head that stays in sight, and of its rows those that are in sight. */
import { type MouseEvent, memo, type ReactNode } from 'react'
import type { ReviewFile } from '#contract/review'
import { skippedWords } from '#core/workspace/skipped-words'
import { Button } from '../../ui/button.tsx'
import { printable } from '../../ui/words.ts'
import { rowHeight, rowTop, type Shape } from './geometry.ts'
import type { Patches } from './patches.ts'
import { Pictures } from './pictures.tsx'
import type { Cell, Layout, Row } from './rows.ts'

export const statusWords: Readonly<Record<ReviewFile['status'], string>> = {
  added: 'new',
  modified: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  type: 'of another type',
}

export function FileHead(props: {
  readonly file: ReviewFile
  readonly folded: boolean
  readonly current: boolean
  readonly comments: number
  readonly onFold: () => void
  readonly onViewed: () => void
}): ReactNode {
  const { file } = props
  return (
    <div className="review-head" data-current={props.current}>
      <Button
        look="quiet"
        icon={props.folded ? 'open' : 'unfolded'}
        aria-expanded={!props.folded}
        aria-label={`${props.folded ? 'Unfold' : 'Fold'} ${file.path}`}
        onClick={props.onFold}
      />
      <h2 className="mono clip grow" title={file.path}>
        {file.oldPath !== undefined && <span className="soft">{printable(file.oldPath)} → </span>}
        {printable(file.path)}
      </h2>
      <span className="tag">{statusWords[file.status]}</span>
      <span className="small num review-counts">
        {file.skipped ? (
          skippedWords(file.skipped)
        ) : file.binary ? (
          'binary'
        ) : (
          <>
            <ins>+{file.additions ?? 0}</ins> <del>−{file.deletions ?? 0}</del>
          </>
        )}
      </span>
      {props.comments > 0 && <span className="tag">{props.comments} said</span>}
      <Button look="quiet" aria-pressed={file.viewed} onClick={props.onViewed}>
        {file.viewed ? '✓ Viewed' : 'Viewed'}
      </Button>
    </div>
  )
}

/** What stands in the place of rows; null: rows do. */
export function noteOf(file: ReviewFile, patches: Patches): string | null {
  if (file.skipped) return `Not read: ${skippedWords(file.skipped)}.`
  const state = patches.state(file.path)
  if (state?.error) return `It cannot be read: ${state.error.message}`
  if (!state?.loaded) return null
  if (file.binary) return 'A binary file: its content is not shown.'
  if (state.loaded.rows.unified > 0) return state.loaded.truncated ? 'Too large to be shown whole.' : null
  if (file.status === 'renamed') return 'Renamed, its content is the same.'
  return state.loaded.note === 'mode changed' ? 'Only its mode changed.' : 'Nothing to show: it is empty, or as it was.'
}

interface BodyProps {
  readonly id: string
  readonly view: string
  readonly file: ReviewFile
  readonly picture: boolean
  readonly note: string | null
  readonly shape: Shape
  readonly patches: Patches
  readonly layout: Layout
  readonly from: number
  readonly to: number
  /** Rows that are chosen, first and last. */
  readonly chosen: readonly [number, number] | null
  readonly onRow: (row: number, event: MouseEvent, side: 'old' | 'new' | null) => void
  readonly children: ReactNode
}

export function FileBody(props: BodyProps): ReactNode {
  const { file, shape, patches, layout, from, to, chosen } = props
  const columns = patches.state(file.path)?.loaded?.columns ?? 80
  const rows: ReactNode[] = []
  for (let at = from; at < to; at++) {
    const isChosen = chosen !== null && at >= chosen[0] && at <= chosen[1]
    rows.push(
      <OneRow key={at} at={at} top={rowTop(shape, at)} row={patches.row(file.path, layout, at)} chosen={isChosen} />,
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j, k and c do the same by keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className="review-body"
      style={{
        height: props.shape.extra + shape.rows * rowHeight + shape.blocks.reduce((sum, block) => sum + block.height, 0),
      }}
      onClick={(event) => {
        const target = event.target as HTMLElement
        const row = target.closest<HTMLElement>('[data-row]')
        if (row)
          props.onRow(
            Number(row.dataset.row),
            event,
            (target.closest<HTMLElement>('[data-side]')?.dataset.side as 'old' | 'new') ?? null,
          )
      }}
    >
      {props.picture && <Pictures id={props.id} view={props.view} file={file} />}
      {props.note !== null && <p className="review-note small soft">{props.note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="review-rows patch-scroll" tabIndex={0} aria-label={`Lines of ${file.path}`}>
        <div
          style={{
            minWidth: `calc(${layout === 'split' ? columns * 2 : columns}ch + ${layout === 'split' ? 8 : 9}rem)`,
            height: '100%',
          }}
        >
          {rows}
        </div>
      </section>
      {props.children}
    </div>
  )
}

const OneRow = memo(function OneRow({
  at,
  top,
  row,
  chosen,
}: {
  readonly at: number
  readonly top: number
  readonly row: Row | null
  readonly chosen: boolean
}): ReactNode {
  return (
    <div
      className="review-row mono"
      data-row={at}
      data-kind={row?.kind ?? 'none'}
      data-chosen={chosen || undefined}
      style={{ top }}
    >
      {row?.kind === 'hunk' && <span className="review-hunk">{printable(row.text)}</span>}
      {row?.kind === 'line' && <Line cell={row.cell} numbers="both" />}
      {row?.kind === 'pair' && (
        <>
          <div className="review-half" data-side="old">
            {row.left && <Line cell={row.left} numbers="old" />}
          </div>
          <div className="review-half" data-side="new">
            {row.right && <Line cell={row.right} numbers="new" />}
          </div>
        </>
      )}
    </div>
  )
})

/** The sign is text, so that it is told apart without colour and by ear. */
const Line = ({ cell, numbers }: { readonly cell: Cell; readonly numbers: 'both' | 'old' | 'new' }): ReactNode => (
  <div className="review-line" data-sign={cell.sign}>
    <span className="review-no" data-gutter>
      {numbers !== 'new' && <span>{cell.old}</span>}
      {numbers !== 'old' && <span>{cell.new}</span>}
    </span>
    <span className="review-code">
      {cell.sign}{' '}
      {cell.tokens.map(([text, look, changed], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line are drawn anew together
        <span key={at} data-look={look ?? undefined} data-changed={changed || undefined}>
          {text}
        </span>
      ))}
    </span>
  </div>
)
