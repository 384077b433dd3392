/**
 * All files of a view below each other, of which only what is in sight is drawn. Owns scrolling, the line that is chosen, what
 * is folded, and the keys: n and p for files, j and k for lines (with Shift for a range), c to comment, v for viewed, x to fold.
 */
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReviewComment, ReviewFile } from '#contract/review'
import { setViewed } from '../../api/review-calls.ts'
import { useStore } from '../../live/store.ts'
import { announce } from '../../ui/said.ts'
import { CommentBox } from './comment-box.tsx'
import { commentsOf, type Draft, newId } from './draft.ts'
import { FileBody, FileHead, noteOf } from './file-view.tsx'
import {
  bodyHeight,
  fileAt,
  fileHeight,
  headHeight,
  rowHeight,
  rowsBetween,
  rowTop,
  type Shape,
  topsOf,
} from './geometry.ts'
import { createPatches } from './patches.ts'
import { isPicture } from './pictures.tsx'
import { type Layout, spotOf } from './rows.ts'
import { useReviewKeys } from './use-keys.ts'

const noteHeight = 44
const pictureHeight = 300
const newBlock = 132
const aside = 400

interface Chosen {
  readonly path: string
  readonly first: number
  readonly last: number
}

export function Files(props: {
  readonly id: string
  readonly view: string
  readonly files: readonly ReviewFile[]
  readonly layout: Layout
  readonly draft: Draft
  readonly jump: { readonly path: string } | null
  readonly onCurrent: (path: string) => void
  readonly onViewed: () => void
}): ReactNode {
  const { id, view, files, layout, draft } = props
  const [patches] = useState(() => createPatches(id, view))
  useEffect(() => () => patches.end(), [patches])
  const version = useStore(patches.version, (n) => n)
  const state = useStore(draft.store, (s) => s)
  const scroller = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 900 })
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const [viewedNow, setViewedNow] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [focus, setFocus] = useState<string | null>(null)
  const byFile = useMemo(() => {
    const found = new Map<string, ReviewComment[]>()
    for (const comment of commentsOf(state)) found.set(comment.path, [...(found.get(comment.path) ?? []), comment])
    return found
  }, [state])
  const isFolded = (file: ReviewFile): boolean => folds.get(file.path) ?? viewedNow.get(file.path) ?? file.viewed

  const blocksOf = (file: ReviewFile) =>
    (byFile.get(file.path) ?? []).map((comment) => ({
      comment,
      after: patches.located(file.path, layout, comment.id) ?? -1,
      height: heights.get(comment.id) ?? newBlock,
    }))
  const shapeOf = (file: ReviewFile): Shape => {
    const loaded = patches.state(file.path)?.loaded
    const picture = isPicture(file)
    const note = noteOf(file, patches) !== null
    const around = file.status === 'added' || file.status === 'deleted' ? 1 : 7
    const guess =
      file.binary || file.skipped ? 0 : Math.min(400, (file.additions ?? 0) + (file.deletions ?? 0) + around)
    return {
      folded: isFolded(file),
      rows: file.binary || file.skipped ? 0 : (loaded?.rows[layout] ?? guess),
      extra: (picture ? pictureHeight : 0) + (note && !picture ? noteHeight : 0),
      blocks: blocksOf(file),
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that patches know more
  const shapes = useMemo(() => files.map(shapeOf), [files, layout, folds, heights, viewedNow, byFile, version])
  const tops = useMemo(() => topsOf(shapes), [shapes])

  /** What grew above the reader does not move what is read. */
  const before = useRef<{ readonly tops: Float64Array; readonly files: readonly ReviewFile[] }>({ tops, files })
  useLayoutEffect(() => {
    const el = scroller.current
    const was = before.current
    before.current = { tops, files }
    if (!el || was.tops === tops) return
    const at = fileAt(was.tops, el.scrollTop)
    const now = files.findIndex(({ path }) => path === was.files[at]?.path)
    const moved = now < 0 ? 0 : tops[now]! - was.tops[at]!
    if (moved !== 0) el.scrollTop += moved
  }, [tops, files])

  useLayoutEffect(() => {
    const el = scroller.current
    if (!el) return
    const look = (): void => setSeen({ top: el.scrollTop, height: el.clientHeight })
    look()
    el.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(el)
    return () => {
      el.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [])

  const first = fileAt(tops, Math.max(0, seen.top - aside))
  const last = Math.min(files.length - 1, fileAt(tops, seen.top + seen.height + aside))
  const here = files[fileAt(tops, seen.top + 1)]?.path ?? null
  const { onCurrent } = props
  useEffect(() => {
    if (here !== null) onCurrent(here)
  }, [here, onCurrent])

  const rowsSeen = (at: number): readonly [number, number] => {
    const start = tops[at]! + headHeight
    return rowsBetween(shapes[at]!, seen.top - aside - start, seen.top + seen.height + aside - start)
  }
  // What is in sight is asked for after it was drawn.
  useEffect(() => {
    for (let at = first; at <= last; at++) {
      const file = files[at]
      const shape = shapes[at]
      if (!file || !shape || shape.folded || file.skipped) continue
      patches.want(file)
      if (!patches.state(file.path)?.loaded) continue
      const [from, to] = rowsSeen(at)
      if (to > from) patches.wantRows(file.path, layout, from, to)
      const spots = (byFile.get(file.path) ?? []).map((comment) => ({
        id: comment.id,
        side: comment.side,
        line:
          comment.place === 'moved' && comment.nowLine !== null
            ? comment.nowLine + comment.endLine - comment.line
            : comment.endLine,
      }))
      if (spots.some(({ id: one }) => patches.located(file.path, layout, one) === undefined))
        patches.locate(file.path, layout, spots)
    }
  })

  const { jump } = props
  const toFile = useCallback((path: string) => {
    const at = before.current.files.findIndex((file) => file.path === path)
    if (at >= 0) scroller.current?.scrollTo({ top: before.current.tops[at]! })
  }, [])
  useEffect(() => {
    if (jump) toFile(jump.path)
  }, [jump, toFile])

  const choose = (path: string, row: number, extend: boolean): void => {
    const start = extend && chosen?.path === path ? chosen : { first: row, last: row }
    setChosen({ path, first: Math.min(start.first, row), last: Math.max(start.last, row) })
  }
  const commentOn = (path: string, from: number, to: number, side: 'old' | 'new' | null = null): void => {
    const row = patches.row(path, layout, to)
    const end = row && spotOf(row, side)
    if (!end) return
    const lines: { line: number; text: string }[] = []
    for (let at = from; at <= to; at++) {
      const one = patches.row(path, layout, at)
      const spot = one && spotOf(one, side)
      if (spot?.side === end.side) lines.push(spot)
    }
    const known = (byFile.get(path) ?? []).find(
      (one) => one.endLine === end.line && one.side === end.side && one.line === lines[0]!.line,
    )
    const now = new Date().toISOString()
    const comment: ReviewComment = known ?? {
      id: newId(),
      path,
      side: end.side,
      line: lines[0]!.line,
      endLine: end.line,
      quote: lines.map(({ text }) => text).join('\n'),
      body: '',
      place: 'same',
      nowLine: null,
      createdAt: now,
      updatedAt: now,
    }
    // A form that was left empty is gone with the next.
    for (const one of commentsOf(draft.store.get()))
      if (one.body.trim() === '' && one.id !== comment.id) draft.remove(one.id)
    void draft.flush()
    if (!known) draft.type(comment)
    setFocus(comment.id)
  }
  const view1 = (file: ReviewFile): void => {
    const viewed = !(viewedNow.get(file.path) ?? file.viewed)
    setViewedNow(new Map(viewedNow).set(file.path, viewed))
    setFolds(new Map(folds).set(file.path, viewed))
    void setViewed(id, { path: file.path, mark: file.mark, viewed }).then(props.onViewed, props.onViewed)
  }
  const currentFile = (): number => {
    const at = chosen === null ? -1 : files.findIndex(({ path }) => path === chosen.path)
    return at < 0 ? fileAt(tops, seen.top + 1) : at
  }
  const step = (by: 1 | -1, extend: boolean): void => {
    let at = currentFile()
    let row =
      chosen?.path === files[at]?.path
        ? (by > 0 ? chosen!.last : chosen!.first) + by
        : by > 0
          ? 0
          : (shapes[at]?.rows ?? 1) - 1
    while (!extend && shapes[at] && (shapes[at]!.folded || row < 0 || row >= shapes[at]!.rows)) {
      at += by
      if (!shapes[at]) return
      row = by > 0 ? 0 : shapes[at]!.rows - 1
    }
    const shape = shapes[at]
    if (!shape || row < 0 || row >= shape.rows) return
    choose(files[at]!.path, row, extend)
    const el = scroller.current
    const y = tops[at]! + headHeight + rowTop(shape, row)
    if (el && (y < el.scrollTop + headHeight || y + 2 * rowHeight > el.scrollTop + el.clientHeight))
      el.scrollTop = y - el.clientHeight / 2
  }
  useReviewKeys({
    file(by) {
      const at = Math.min(files.length - 1, Math.max(0, currentFile() + by))
      const file = files[at]
      if (!file) return
      setChosen({ path: file.path, first: -1, last: -1 })
      toFile(file.path)
      announce(file.path)
    },
    line: step,
    comment: () => chosen && chosen.last >= 0 && commentOn(chosen.path, Math.max(0, chosen.first), chosen.last),
    viewed: () => files[currentFile()] && view1(files[currentFile()]!),
    fold() {
      const file = files[currentFile()]
      if (file) setFolds(new Map(folds).set(file.path, !isFolded(file)))
    },
  })

  const shown = []
  for (let at = first; at <= last; at++) {
    const file = files[at]
    const shape = shapes[at]
    if (!file || !shape) continue
    const blocks = blocksOf(file)
    const [from, to] = rowsSeen(at)
    shown.push(
      <section
        key={file.path}
        className="review-file"
        aria-label={file.path}
        data-file={file.path}
        data-loaded={patches.state(file.path)?.loaded != null}
        style={{ top: tops[at]!, height: fileHeight(shape) - 8 }}
      >
        <FileHead
          file={{ ...file, viewed: viewedNow.get(file.path) ?? file.viewed }}
          folded={shape.folded}
          current={chosen?.path === file.path}
          comments={blocks.length}
          onFold={() => setFolds(new Map(folds).set(file.path, !shape.folded))}
          onViewed={() => view1(file)}
        />
        {!shape.folded && (
          <FileBody
            id={id}
            view={view}
            file={file}
            picture={isPicture(file)}
            note={isPicture(file) ? null : noteOf(file, patches)}
            shape={shape}
            patches={patches}
            layout={layout}
            from={from}
            to={to}
            chosen={chosen?.path === file.path ? [chosen.first, chosen.last] : null}
            onRow={(row, event, side) => {
              choose(file.path, row, event.shiftKey)
              const thumb = matchMedia('(pointer: coarse)').matches
              const gutter = (event.target as HTMLElement).closest('[data-gutter]') !== null
              if (!thumb && !gutter) return
              const from1 = event.shiftKey && chosen?.path === file.path ? Math.min(chosen.first, row) : row
              commentOn(
                file.path,
                from1,
                event.shiftKey && chosen?.path === file.path ? Math.max(chosen.last, row) : row,
                side,
              )
            }}
          >
            {blocks.map(({ comment, after }, n) => (
              <div key={comment.id} className="review-block" style={{ top: blockTop(shape, after, n) }}>
                <CommentBox
                  comment={comment}
                  focus={focus === comment.id}
                  onType={(body) => draft.type({ ...comment, body })}
                  onDone={() => {
                    if (comment.body.trim() === '') draft.remove(comment.id)
                    else void draft.flush()
                    setFocus(null)
                    scroller.current?.focus()
                  }}
                  onRemove={() => draft.remove(comment.id)}
                  onHeight={(height) =>
                    setHeights((was) =>
                      was.get(comment.id) === height + 4 ? was : new Map(was).set(comment.id, height + 4),
                    )
                  }
                />
              </div>
            ))}
          </FileBody>
        )}
      </section>,
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="review-files" ref={scroller} tabIndex={0} aria-label="Changes">
      <div style={{ height: tops[tops.length - 1]!, position: 'relative' }}>{shown}</div>
    </section>
  )
}

/** Below its row, and below other comments on the same row. */
function blockTop(shape: Shape, after: number, n: number): number {
  const others = shape.blocks.slice(0, n).filter((block) => block.after === after)
  const until = after < 0 ? shape.extra : rowTop(shape, after) + rowHeight
  return Math.min(until + others.reduce((sum, block) => sum + block.height, 0), bodyHeight(shape))
}
