/** A viewer that hears only what may be shown: the allow-list stands between every screen and whoever looks from a distance. */
import { createEscapeFilter } from '#core/terminal/escape-filter'
import type { Viewer } from '#ports/terminal'

export function shownTo(viewer: Viewer): Viewer {
  let filter = createEscapeFilter()
  return {
    repaint(bytes, size) {
      // What was half said before stands in the picture.
      filter = createEscapeFilter()
      viewer.repaint(filter.feed(bytes), size)
    },
    output(bytes) {
      const shown = filter.feed(bytes)
      return shown.length === 0 || viewer.output(shown)
    },
    resized: (size) => viewer.resized(size),
    ended: (why) => viewer.ended(why),
  }
}
