/** Chooses how this system tells about its processes; knows nothing else. */
import { procTable } from './proc-linux.ts'
import { psTable } from './proc-ps.ts'
import type { ProcessTable } from './process-table.ts'

export const openProcessTable = (platform: NodeJS.Platform = process.platform): ProcessTable =>
  platform === 'linux' ? procTable() : psTable()
