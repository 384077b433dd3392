/** The CPU time of a process, all its threads, as the kernel counts it: what a busy machine cannot stretch as it does time. */
import { readdirSync, readFileSync } from 'node:fs'
import { pause } from './agents.ts'

/** Milliseconds so far. */
export function cpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => sum + threadMs(`${tasks}/${task}/schedstat`), 0)
}

function threadMs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1e6
  } catch {
    return 0 // it ended between the two looks
  }
}

/** Resolves once a process did next to nothing for half a second, at the latest after half a minute. */
export async function calm(pid: number): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const before = cpuMs(pid)
    await pause(500)
    if (cpuMs(pid) - before < 50) return
  }
}
