/** A picture before and after its change. Read with the page's bearer, shown from memory. */
import { type ReactNode, useEffect, useState } from 'react'
import type { ReviewFile } from '#contract/review'
import { getFileBytes } from '../../api/review-calls.ts'

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}
const typeOf = (path: string): string | null => types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? null

export const isPicture = ({ path, skipped }: ReviewFile): boolean => skipped === undefined && typeOf(path) !== null

export const Pictures = (props: {
  readonly id: string
  readonly view: string
  readonly file: ReviewFile
}): ReactNode => (
  <div className="review-pictures">
    {props.file.status !== 'added' && <One {...props} side="old" />}
    {props.file.status !== 'deleted' && <One {...props} side="new" />}
  </div>
)

function One({
  id,
  view,
  file,
  side,
}: {
  readonly id: string
  readonly view: string
  readonly file: ReviewFile
  readonly side: 'old' | 'new'
}): ReactNode {
  const [url, setUrl] = useState<string | null | 'none'>(null)
  const path = side === 'old' ? (file.oldPath ?? file.path) : file.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says that its content is another
  useEffect(() => {
    let made: string | null = null
    let wanted = true
    getFileBytes(id, { view, file: path, side }).then(
      (bytes) => {
        if (!wanted) return
        made = URL.createObjectURL(new Blob([bytes], { type: typeOf(path) ?? 'application/octet-stream' }))
        setUrl(made)
      },
      () => wanted && setUrl('none'),
    )
    return () => {
      wanted = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, view, path, side, file.mark])
  const word = side === 'old' ? 'Before' : 'After'
  return (
    <figure>
      <figcaption className="small soft">{word}</figcaption>
      {url === 'none' ? (
        <span className="small">cannot be shown</span>
      ) : (
        url !== null && <img src={url} alt={`${word}: ${file.path}`} />
      )}
    </figure>
  )
}
