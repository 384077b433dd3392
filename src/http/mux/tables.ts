/** Who sits at which terminal, over all connections, and who of them drives: one, or nobody. What a seat is shown is its own. */
import type { MuxRole } from '#contract/mux'

export interface Sitter {
  /** The page's own name for its place: it takes it again after a break, before anybody noticed that it was away. */
  readonly seat: string | null
  told(role: MuxRole, driven: boolean, viewers: number): void
}

export interface Tables {
  /** The first one drives, unless it only wants to watch. */
  sit(id: string, sitter: Sitter, watch: boolean): void
  /** From whoever drives now. */
  take(id: string, sitter: Sitter): void
  drives(id: string, sitter: Sitter): boolean
  leave(id: string, sitter: Sitter): void
}

interface Table {
  readonly sitters: Set<Sitter>
  driver: Sitter | null
}

export function createTables(): Tables {
  const tables = new Map<string, Table>()
  const tell = ({ sitters, driver }: Table): void => {
    for (const sitter of sitters) sitter.told(sitter === driver ? 'driver' : 'observer', driver !== null, sitters.size)
  }
  return {
    sit(id, sitter, watch) {
      const table = tables.get(id) ?? { sitters: new Set(), driver: null }
      tables.set(id, table)
      table.sitters.add(sitter)
      const again = sitter.seat !== null && table.driver?.seat === sitter.seat
      if (!watch && (table.driver === null || again)) table.driver = sitter
      tell(table)
    },
    take(id, sitter) {
      const table = tables.get(id)
      if (table === undefined || !table.sitters.has(sitter) || table.driver === sitter) return
      table.driver = sitter
      tell(table)
    },
    drives: (id, sitter) => tables.get(id)?.driver === sitter,
    leave(id, sitter) {
      const table = tables.get(id)
      if (table === undefined || !table.sitters.delete(sitter)) return
      if (table.driver === sitter) table.driver = null
      if (table.sitters.size === 0) tables.delete(id)
      else tell(table)
    },
  }
}
