/**
 * Where everything of a review stands: files below each other, rows of one height inside them, blocks of measured height
 * (comments) between rows. Numbers only, so that thousands of files and lines cost nothing until they are seen. Pure.
 */
export const rowHeight = 22
export const headHeight = 48
const gap = 8

export interface Block {
  /** After this row; -1: before the first. */
  readonly after: number
  readonly height: number
}

export interface Shape {
  readonly folded: boolean
  readonly rows: number
  /** What stands in the place of rows: a note, a picture. */
  readonly extra: number
  readonly blocks: readonly Block[]
}

export const bodyHeight = ({ rows, extra, blocks }: Shape): number =>
  rows * rowHeight + extra + blocks.reduce((sum, block) => sum + block.height, 0)

export const fileHeight = (shape: Shape): number => headHeight + (shape.folded ? 0 : bodyHeight(shape)) + gap

/** The tops of all files, and below the last the whole height. */
export function topsOf(shapes: readonly Shape[]): Float64Array {
  const tops = new Float64Array(shapes.length + 1)
  for (const [at, shape] of shapes.entries()) tops[at + 1] = tops[at]! + fileHeight(shape)
  return tops
}

/** The last file that begins at or above this height. */
export function fileAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** How far a row stands below the head of its file. */
export const rowTop = ({ extra, blocks }: Shape, row: number): number =>
  extra + row * rowHeight + blocks.reduce((sum, block) => sum + (block.after < row ? block.height : 0), 0)

/** The rows of a file between two heights measured from below its head. */
export function rowsBetween(shape: Shape, from: number, to: number): readonly [number, number] {
  const taken = shape.blocks.reduce((sum, block) => sum + block.height, 0) + shape.extra
  const first = Math.max(0, Math.floor((from - taken) / rowHeight))
  const last = Math.min(shape.rows, Math.ceil(to / rowHeight))
  return [Math.min(first, last), last]
}
