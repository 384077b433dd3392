/** Waits for a file of another process by the signals of its folder. */
import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** Resolves once this file is there. */
export function appears(file: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(file)) return
      watcher.close()
      resolve()
    }
    const watcher = watch(dirname(file), look)
    look()
  })
}
