/**
 * Temp directories in memory for a measurement of many files, where the system has them: a disk that is throttled in bursts
 * would scatter floor and Drover alike by more than either takes. Elsewhere they stay where they were. All is gone after it.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
const neededBytes = 2 ** 30

export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  if (!hasRoom()) return work()
  const before = process.env.TMPDIR
  const dir = mkdtempSync(join(place, 'drover-bench-'))
  process.env.TMPDIR = dir
  try {
    return await work()
  } finally {
    rmSync(dir, { recursive: true, force: true })
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize > neededBytes
  } catch {
    return false // macOS has no such place.
  }
}
