/** Output of actions as files of the home, 0600, the newest 200 of them. What is kept and when is the flow's. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionShelf } from '#ports/action-shelf'

const most = 200

export function createActionShelf(dir: string, now: () => Date): ActionShelf {
  let last = 0
  return {
    keep(name, text) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      // Names order by time, also of two within one millisecond.
      last = Math.max(last + 1, now().getTime())
      const file = join(dir, `${new Date(last).toISOString().replaceAll(':', '-')}-${name}.txt`)
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
      for (const old of readdirSync(dir).toSorted().slice(0, -most)) rmSync(join(dir, old), { force: true })
      return file
    },
  }
}
