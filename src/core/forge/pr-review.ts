/** A draft of a review in the words of a pull request's review: comments where their lines still are, the rest in its text. Pure. */
import type { ReviewComment } from '#contract/review'

type Said = Pick<ReviewComment, 'path' | 'side' | 'line' | 'endLine' | 'body' | 'place' | 'nowLine'>

export interface PrReviewWords {
  readonly body: string
  readonly comments: readonly {
    readonly path: string
    readonly line: number
    readonly startLine: number | null
    readonly side: 'old' | 'new'
    readonly body: string
  }[]
}

const isLost = ({ place }: Said): boolean => place === 'changed' || place === 'gone'

/** `mark` makes it recognisable; people do not see it. */
export function prReviewOf(note: string, comments: readonly Said[], mark: string): PrReviewWords {
  const said = comments.filter(({ body }) => body.trim() !== '')
  const lost = said.filter(isLost)
  const words = lost.map(({ path, line, body, place }) => `- ${path}:${line} (${place} since): ${body.trim()}`)
  const parts = [note.trim(), words.join('\n'), mark].filter((part) => part !== '')
  return {
    body: parts.join('\n\n'),
    comments: said
      .filter((one) => !isLost(one))
      .map(({ path, side, line, endLine, nowLine, body }) => {
        const first = nowLine ?? line
        const last = first + (endLine - line)
        return { path, side, line: last, startLine: last === first ? null : first, body: body.trim() }
      }),
  }
}
