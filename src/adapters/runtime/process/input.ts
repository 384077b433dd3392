/**
 * Owns the input of a long-lived process: an append-only file whose length proves what was written, and a fifo that
 * wakes the follower (a fork of the wrapper) which copies the file to the agent.
 */
import { closeSync, constants, fstatSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { DroverError } from '#contract/error'
import { errnoOf, inDir } from './launch-files.ts'

/** Makes sure that `text` stands at byte `at`; a part that is already there is not written again. */
export function writeInput(dir: string, text: string, at: number): void {
  const bytes = Buffer.from(text, 'utf8')
  try {
    const fd = openSync(inDir(dir, 'stdin'), constants.O_WRONLY)
    try {
      const size = fstatSync(fd).size
      if (size < at) throw gap(dir, size, at)
      for (let done = Math.min(size - at, bytes.length); done < bytes.length; ) {
        done += writeSync(fd, bytes, done, bytes.length - done, at + done)
      }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (error instanceof DroverError) throw error
    throw unwritable(dir, error)
  }
  wake(dir)
}

/** End-of-file for the agent once everything written so far has reached it. */
export function closeInput(dir: string): void {
  try {
    writeFileSync(inDir(dir, 'closed'), '', { mode: 0o600 })
  } catch (error) {
    throw unwritable(dir, error)
  }
  wake(dir)
}

/** A follower that copies on when nothing is new does no harm, so everyone who is unsure wakes it. */
export function wake(dir: string): void {
  let fd: number
  try {
    fd = openSync(inDir(dir, 'wake'), constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    // No follower: the agent is gone or its input is closed. Its exit says so, to everyone.
    if (['ENXIO', 'ENOENT'].includes(errnoOf(error))) return
    throw unwritable(dir, error)
  }
  try {
    writeSync(fd, '\n')
  } catch (error) {
    // Full: it has been woken often enough. Broken: it ended just now.
    if (!['EAGAIN', 'EPIPE'].includes(errnoOf(error))) throw unwritable(dir, error)
  } finally {
    closeSync(fd)
  }
}

const gap = (dir: string, size: number, at: number): DroverError =>
  new DroverError('INTERNAL_ERROR', `Input for byte ${at} came while only ${size} bytes were written.`, {
    hint: 'This is a fault of Drover, or someone shortened the input file; stop the session and restore it.',
    details: { dir, size, at },
  })

const unwritable = (dir: string, cause: unknown): DroverError =>
  new DroverError('SPOOL_UNWRITABLE', 'The input of the agent cannot be written.', {
    hint: 'Check free space and permissions of the Drover home; `drover doctor` shows both.',
    details: { dir, errno: errnoOf(cause) },
    cause,
  })
