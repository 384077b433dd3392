/** One comment in its place: its words, where its code went, and the way to take it back. Saved as it is typed. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { ReviewComment } from '#contract/review'
import { Button } from '../../ui/button.tsx'

const placeWords: Readonly<Record<ReviewComment['place'], string | null>> = {
  same: null,
  unknown: null,
  moved: 'This code has moved',
  changed: 'This code has changed since',
  gone: 'This file is gone since',
}

export const linesWord = ({ line, endLine, side }: Pick<ReviewComment, 'line' | 'endLine' | 'side'>): string =>
  `${side === 'old' ? 'Removed ' : ''}${line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`}`

export function CommentBox(props: {
  readonly comment: ReviewComment
  readonly focus: boolean
  readonly onType: (body: string) => void
  readonly onDone: () => void
  readonly onRemove: () => void
  readonly onHeight: (height: number) => void
}): ReactNode {
  const { comment, focus, onHeight } = props
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const tell = useRef(onHeight)
  tell.current = onHeight
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    const watch = new ResizeObserver(() => tell.current(el.offsetHeight))
    watch.observe(el)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (focus) field.current?.focus({ preventScroll: false })
  }, [focus])
  const where = placeWords[comment.place]
  return (
    <div className="review-comment" ref={box} data-comment={comment.id}>
      <div className="row small soft">
        <span className="grow">
          {linesWord(comment)}
          {where !== null && (
            <strong> · {comment.nowLine === null ? where : `${where}, to line ${comment.nowLine}`}</strong>
          )}
        </span>
      </div>
      <textarea
        ref={field}
        className="input"
        rows={2}
        aria-label={`Comment on ${comment.path}, ${linesWord(comment).toLowerCase()}`}
        value={comment.body}
        onChange={(event) => props.onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
            event.preventDefault()
            event.stopPropagation()
            props.onDone()
          }
        }}
      />
      <div className="row">
        <span className="grow small faint">Kept as you type</span>
        <Button look="danger-quiet" onClick={props.onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}
