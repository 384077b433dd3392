/**
 * What the trees of launches have used: CPU, bytes, connections, by one look at the process table for all of them. A
 * reading every few seconds also goes into a small file of the launch that never grows beyond its bound, for whoever wants
 * to know later how it ended.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchRef, TreeReading } from '#ports/runtime'
import { launchTag, type Proc, type ProcessTable } from './process-table.ts'
import { kin } from './tree.ts'

type ReadTrees = (launches: readonly LaunchRef[]) => Promise<ReadonlyMap<string, TreeReading>>

/** Written oftener, the file would cost more than the look; at the default thresholds every reading is kept. */
const keepEveryMs = 10_000

export function createTreeReader(table: ProcessTable): ReadTrees {
  /** When a reading of each launch was last kept. */
  let kept = new Map<string, number>()
  return async (launches) => {
    const at = performance.now()
    const due = (launchId: string): boolean => at - (kept.get(launchId) ?? Number.NEGATIVE_INFINITY) >= keepEveryMs
    const readings = await readTrees(table, launches, due)
    kept = new Map(launches.map(({ launchId }) => [launchId, due(launchId) ? at : kept.get(launchId)!]))
    return readings
  }
}

async function readTrees(
  table: ProcessTable,
  launches: readonly LaunchRef[],
  isKept: (launchId: string) => boolean,
): Promise<ReadonlyMap<string, TreeReading>> {
  const family = kin(await table.scan(), process.pid)
  const readings = new Map<string, TreeReading>()
  for (const { launchId, pid, startTime, dir } of launches) {
    const known = pid === null || startTime === null ? [] : [{ pid, startTime }]
    const tree = family({ known, tags: new Set([launchTag(launchId)]) })
    // Nothing found says that the look failed or that it just ended; its exit tells that story.
    if (tree.length === 0) continue
    const reading = {
      cpuMs: sum(tree, (proc) => proc.cpuMs),
      ioBytes: sum(tree, (proc) => table.ioBytes(proc.pid)),
      connections: table.connections(tree.map((proc) => proc.pid)),
    }
    readings.set(launchId, reading)
    if (isKept(launchId)) keep(dir, reading, tree.length)
  }
  return readings
}

/** null when not one of them tells. */
function sum(tree: readonly Proc[], of: (proc: Proc) => number | null): number | null {
  const known = tree.flatMap((proc) => of(proc) ?? [])
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
}

const keptBytes = 48 * 1024

/** A line a reading; a full file is set aside once, so the last hours are there and no more. */
function keep(dir: string, reading: TreeReading, processes: number): void {
  const file = join(dir, 'readings')
  const { cpuMs, ioBytes, connections } = reading
  const facts = { at: new Date().toISOString(), cpuMs, ioBytes, connections, processes }
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > keptBytes) renameSync(file, `${file}.1`)
    appendFileSync(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
  } catch {
    // Only for a post-mortem: a full disk or a removed directory must not keep anybody from looking.
  }
}
