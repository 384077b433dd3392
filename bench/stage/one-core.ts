/**
 * Client and servers on one core, for figures below a millisecond: between two cores the price of waking the other one, which
 * changes from minute to minute, would be half of what is measured. Where the system has no such tool, nothing is done.
 */
import { spawnSync } from 'node:child_process'

/** Gives back every core to all of them. */
export function shareOneCore(pids: readonly number[]): () => void {
  const put = (cores: string): boolean =>
    pids.every((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]).status === 0)
  const all = spawnSync('taskset', ['-c', '-p', String(process.pid)], { encoding: 'utf8' })
  const cores = all.status === 0 ? /: *([\d,-]+)\s*$/.exec(all.stdout)?.[1] : undefined
  if (cores === undefined) return () => undefined
  put(cores.split(/[,-]/).at(-1)!)
  return () => void put(cores)
}
