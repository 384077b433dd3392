/** How many files and connections this process may have open. What is kept of them for what is left to others. */
import { readFileSync } from 'node:fs'

/** What most systems give a process that nobody asked for more. */
const usual = 1_024

export const limitIn = (limits: string): number | null => {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
  if (soft === undefined) return null
  return soft === 'unlimited' ? 1_048_576 : Number(soft)
}

export function openFilesLimit(): number {
  try {
    return limitIn(readFileSync('/proc/self/limits', 'utf8')) ?? usual
  } catch {
    // Not Linux: the report knows, and is slower.
    const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined
    const soft = report?.userLimits?.open_files?.soft
    if (soft === 'unlimited') return 1_048_576
    return typeof soft === 'number' ? soft : usual
  }
}
