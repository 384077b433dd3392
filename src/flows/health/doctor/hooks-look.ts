/** Calls of hooks that could not be written: what an agent in a terminal did then, its transcript or its screen had to tell. */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hookFailures } from '#contract/hook'
import { check } from '#core/doctor/checks'
import type { DoctorDeps, Finding } from './finding.ts'

/** Of a long list the end is enough. */
const tailBytes = 4096

export async function hookCalls({ paths }: Pick<DoctorDeps, 'paths'>): Promise<Finding> {
  const file = join(paths.home, hookFailures)
  const tail = await tailOf(file)
  if (tail === null) return { check: check('Consistency', 'hooks', 'PASS', 'every call of a hook was written') }
  const last = tail.trim().split('\n').at(-1) ?? ''
  return {
    check: check(
      'Consistency',
      'hooks',
      'WARN',
      `calls of hooks of agents in terminals could not be written; the last one: ${last.slice(0, 200)}`,
      'Look at the room on the disk; `drover doctor --fix` forgets the list.',
    ),
    async mend() {
      await rm(file, { force: true })
      return check('Consistency', 'hooks', 'PASS', 'the list of hook calls that were not written is forgotten')
    },
  }
}

/** null: none failed. */
async function tailOf(path: string): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, from)
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
