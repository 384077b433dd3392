/**
 * The life of one stream: replay page by page as fast as the client reads, begin to listen in the same tick in which every
 * lane's page was empty, say `caught-up`. Because reads are synchronous nothing can be committed in between.
 */
import { signFrame } from './frame.ts'
import type { Lane } from './lane.ts'
import type { Outlet } from './outlet.ts'

const slice = 64 * 1024

export async function pump(
  outlet: Outlet,
  prologue: readonly string[],
  lanes: readonly Lane[],
  caughtUp: () => object,
): Promise<void> {
  if (prologue.length > 0 && !(await writeSlowly(outlet, prologue))) return
  for (;;) {
    let empty = true
    for (const lane of lanes) {
      const frames = lane.page()
      if (frames.length === 0) continue
      empty = false
      if (!(await writeSlowly(outlet, frames))) return
    }
    if (empty) break
  }
  outlet.goLive()
  for (const lane of lanes) outlet.onClose(lane.listen(outlet))
  outlet.write(signFrame('caught-up', caughtUp()))
}

/** A page may hold megabytes: it goes out in slices, each waiting for the client to take the last. */
async function writeSlowly(outlet: Outlet, frames: readonly string[]): Promise<boolean> {
  let pending: string[] = []
  let size = 0
  for (const frame of frames) {
    pending.push(frame)
    size += frame.length
    if (size < slice) continue
    outlet.write(pending.join(''))
    pending = []
    size = 0
    if (!(await outlet.room())) return false
  }
  if (pending.length > 0) outlet.write(pending.join(''))
  return outlet.room()
}
