/** Draws the icon as a PNG, by hand: signed distances to a few shapes, smoothed at the edge. Owns no design but the mark itself. */
import { crc32, deflateSync } from 'node:zlib'

const background = [11, 107, 93] as const
const mark = [255, 255, 255] as const

/** How far outside (positive) the mark a point of the unit square lies: three lanes that one line drives forward. */
function distanceToMark(x: number, y: number): number {
  const capsule = (ax: number, ay: number, bx: number, by: number, r: number): number => {
    const px = x - ax
    const py = y - ay
    const dx = bx - ax
    const dy = by - ay
    const along = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)))
    return Math.hypot(px - dx * along, py - dy * along) - r
  }
  return Math.min(
    capsule(0.26, 0.32, 0.5, 0.32, 0.045),
    capsule(0.26, 0.5, 0.72, 0.5, 0.045),
    capsule(0.26, 0.68, 0.5, 0.68, 0.045),
    capsule(0.58, 0.34, 0.74, 0.5, 0.045),
    capsule(0.58, 0.66, 0.74, 0.5, 0.045),
  )
}

function distanceToTile(x: number, y: number, radius: number): number {
  const qx = Math.abs(x - 0.5) - 0.5 + radius
  const qy = Math.abs(y - 0.5) - 0.5 + radius
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius
}

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** `radius` 0 fills the square, for platforms that cut their own shape. */
export function iconPng(size: number, radius: number): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  const smooth = 1 / size
  const cover = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance / smooth))
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const x = (i + 0.5) / size
      const y = (j + 0.5) / size
      const inMark = cover(distanceToMark(x, y))
      const at = j * (size * 4 + 1) + 1 + i * 4
      for (let c = 0; c < 3; c++) rows[at + c] = Math.round(background[c]! * (1 - inMark) + mark[c]! * inMark)
      rows[at + 3] = Math.round(255 * (radius === 0 ? 1 : cover(distanceToTile(x, y, radius))))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" fill="#0b6b5d"/><path d="M26 32h24M26 50h46M26 68h24M58 34l16 16-16 16" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></svg>
`
