/** Progress of long work on standard error: one line that changes on a terminal, plain lines elsewhere. */
import type { Io } from './print.ts'

export interface Progress {
  step(text: string): void
  /** Takes the changing line away; on a terminal nothing is left behind. */
  done(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** `quiet` (JSON asked for, nobody watching) says nothing at all. */
export function progress(io: Io, quiet: boolean): Progress {
  if (io.errTty) return changing(io)
  let last = ''
  return {
    step(text) {
      if (!quiet && text !== last) io.err(`${text}\n`)
      last = text
    },
    done() {},
  }
}

function changing(io: Io): Progress {
  let text = ''
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  const begun = Date.now()
  const draw = () => {
    const seconds = Math.floor((Date.now() - begun) / 1000)
    const took = seconds > 1 ? ` ${seconds}s` : ''
    io.err(`\r\u001b[K${frames[frame++ % frames.length]} ${text}${took}`)
  }
  return {
    step(next) {
      text = next
      timer ??= setInterval(draw, 120)
      timer.unref()
      draw()
    },
    done() {
      if (timer) {
        clearInterval(timer)
        io.err('\r\u001b[K')
      }
      timer = undefined
    },
  }
}
