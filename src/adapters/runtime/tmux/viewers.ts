/** Who looks at which screen: one reader a screen, made for the first viewer and gone with the last; and who typed when. */
import type { Terminals, Viewer } from '#ports/terminal'
import { isName, paneOf } from './panes.ts'
import { openReader, type Reader } from './reader.ts'
import type { KeyAge } from './screens.ts'
import type { Server } from './server.ts'

export interface Viewers {
  readonly view: Terminals['view']
  readonly keyAge: KeyAge
}

export function createViewers(server: Server, steadyMs: () => number): Viewers {
  const readers = new Map<string, Reader>()
  /** When a key was last pressed through a viewer. */
  const typedAt = new Map<string, number>()

  const whyEnded = async (launchId: string): Promise<'exited' | 'gone' | 'there'> => {
    const answer = await server
      .ask(['display-message', '-p', '-t', paneOf(launchId), '#{pane_dead}'])
      .catch(() => ({ ok: false, out: '', why: '' }))
    if (!answer.ok || answer.out.trim() === '') return 'gone'
    return answer.out.trim() === '1' ? 'exited' : 'there'
  }
  const open = (launchId: string): Reader => {
    const reader: Reader = openReader(server, launchId, {
      keys: () => typedAt.set(launchId, steadyMs()),
      closed() {
        if (readers.get(launchId) === reader) readers.delete(launchId)
      },
      whyEnded: () => whyEnded(launchId),
    })
    readers.set(launchId, reader)
    return reader
  }
  return {
    async view(launchId, viewer: Viewer) {
      if (!isName(launchId)) return 'gone'
      const known = readers.get(launchId)
      if (known !== undefined) return known.add(viewer)
      // Asked first: a client of a screen that is not there would have nothing to say.
      const answer = await server.ask(['has-session', '-t', `=${launchId}`])
      if (!answer.ok) return server.unseen(answer)
      return (readers.get(launchId) ?? open(launchId)).add(viewer)
    },
    keyAge(launchId) {
      const at = typedAt.get(launchId)
      return at === undefined ? null : Math.max(0, steadyMs() - at)
    },
  }
}
