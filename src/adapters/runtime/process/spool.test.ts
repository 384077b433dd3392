import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openSpool } from './spool.ts'

const dir = mkdtempSync(join(tmpdir(), 'drover-spool-'))
afterAll(() => rmSync(dir, { recursive: true }))

function drain(spool: ReturnType<typeof openSpool>): string[] {
  const lines: string[] = []
  for (let batch = spool.read(); batch !== null; batch = spool.read()) if (batch !== 'more') lines.push(...batch.lines)
  return lines
}

describe('spool', () => {
  it('gives the same lines however the bytes arrive, and from every offset it names', () => {
    const file = join(dir, 'any')
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 })
    const byte = fc.array(fc.constantFrom('a', '\n', '€', '\xff', '\r'), { maxLength: 60 })
    fc.assert(
      fc.property(pieces, byte, (raw, words) => {
        writeFileSync(file, '')
        const spool = openSpool(file, 0)
        const seen: string[] = []
        const all = [...raw.map((piece) => Buffer.from(piece)), ...words.map((word) => Buffer.from(word, 'latin1'))]
        const offsets: { at: number; count: number }[] = []
        for (const piece of all) {
          appendFileSync(file, piece)
          for (let batch = spool.read(); batch !== null; batch = spool.read()) {
            if (batch === 'more') continue
            seen.push(...batch.lines)
            offsets.push({ at: batch.next, count: seen.length })
          }
        }
        const rest = spool.rest()
        if (rest !== null) seen.push(...rest.lines)
        spool.close()
        const whole = Buffer.concat(all)
        const expected = whole.toString('utf8').split('\n')
        if (expected.at(-1) === '') expected.pop()
        expect(seen).toEqual(expected)
        for (const { at, count } of offsets) {
          const again = openSpool(file, at)
          const lines = drain(again)
          const tail = again.rest()
          expect([...lines, ...(tail?.lines ?? [])]).toEqual(expected.slice(count))
          again.close()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives several chunks at once where they are there, each batch with a place to go on from', () => {
    const file = join(dir, 'much')
    const lines = Array.from({ length: 2_500 }, (_, i) => `${i} ${'€'.repeat(i % 300)}`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    const spool = openSpool(file, 0)
    const seen: string[] = []
    let batches = 0
    for (let batch = spool.read(); batch !== null; batch = spool.read()) {
      if (batch === 'more') continue
      batches += 1
      seen.push(...batch.lines)
      const again = openSpool(file, batch.next)
      expect(drain(again)).toEqual(lines.slice(seen.length))
      again.close()
    }
    spool.close()
    expect(seen).toEqual(lines)
    // Over a megabyte: nine chunks.
    expect(batches).toBeLessThan(5)
  })

  it('cuts a flood of tiny lines without losing one', () => {
    const file = join(dir, 'tiny')
    const count = 300_000
    writeFileSync(file, Array.from({ length: count }, (_, i) => `${i % 10}\n`).join(''))
    const spool = openSpool(file, 0)
    let next = 0
    let total = 0
    for (let batch = spool.read(); batch !== null; batch = spool.read()) {
      if (batch === 'more') throw new Error('every read has whole lines here')
      expect(batch.lines.length).toBeLessThanOrEqual(16_384)
      expect(batch.lines[0]).toBe(String(total % 10))
      total += batch.lines.length
      expect(batch.next).toBe(total * 2)
      next = batch.next
    }
    expect(total).toBe(count)
    expect(next).toBe(count * 2)
    spool.close()
  })

  it('waits for a file that is not there yet', () => {
    const file = join(dir, 'later')
    const spool = openSpool(file, 0)
    expect(spool.read()).toBeNull()
    writeFileSync(file, 'now\n')
    expect(spool.read()).toEqual({ lines: ['now'], next: 4 })
    spool.close()
  })
})
