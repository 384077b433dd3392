/** The configuration files as this machine has them, read without the daemon. */
import type { Context } from './context.ts'

export async function localFaults(_context: Context): Promise<readonly string[]> {
  return []
}
export const initTemplate = () => ''
