/**
 * A store may be copied while its agents run: the copy's rows name processes that belong to the home it was copied from.
 * They are another daemon's: seen here without their tags, so that nothing of this home ever counts or ends them. A home
 * that was moved is still its own, for the place it came from is gone.
 */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { homeTag, type ProcessTable } from './process-table.ts'

export type IsForeign = (tag: string) => boolean

/** Does this value of the tag name another home that is still there? */
export function foreignTo(home: string): IsForeign {
  const known = new Map<string, boolean>()
  return (tag) => {
    if (tag === '' || tag === home) return false
    // A home that is there stays there for this daemon's life, or nearly; one that is gone may be a mount that returns.
    if (known.get(tag) !== true) known.set(tag, existsSync(join(tag, 'drover.db')) && placeOf(tag) !== placeOf(home))
    return known.get(tag) === true
  }
}

/** The same place under two names is one home. */
function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // not made yet
  }
}

/** The table as the daemon of this home may see it. */
export function ownOnly(table: ProcessTable, isForeign: IsForeign): ProcessTable {
  return {
    ...table,
    scan: async () =>
      (await table.scan()).map((proc) => {
        const tag = proc.tags.find((one) => one.startsWith(`${homeTag}=`))
        return tag !== undefined && isForeign(tag.slice(homeTag.length + 1)) ? { ...proc, tags: [] } : proc
      }),
  }
}
