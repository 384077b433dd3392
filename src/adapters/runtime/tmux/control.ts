/**
 * What a control-mode client of tmux says, as bytes: output of the pane, blocks that answer commands, notes. Owns the format;
 * what follows from it is reader.ts's. Nothing is held but a line that is not whole yet.
 */

export interface ControlEvents {
  /** Bytes of the program; valid until the call returns. */
  output(bytes: Uint8Array): void
  /** The answer to the next command that was given through the client. */
  block(lines: readonly Uint8Array[], failed: boolean): void
  /** `%layout-change`, `%exit` and the like, without the percent sign. */
  note(name: string): void
}

const newline = 10
const backslash = 92
const percent = 37
const outputMark = Buffer.from('%output ')

/** Hears what comes through the pipe, cut anywhere. */
export function createControl(events: ControlEvents): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let block: Uint8Array[] | null = null
  /** What the line that ends the block has in common with the one that began it. */
  let number = ''

  const hear = (line: Buffer): void => {
    if (block !== null) {
      const end = endOfBlock(line, number)
      if (end === null) {
        block.push(Buffer.from(line))
        return
      }
      const lines = block
      block = null
      // The attaching has a block too, before or after the first answers; it is marked as nobody's.
      if (number.endsWith(' 1')) events.block(lines, end === 'error')
      return
    }
    if (line[0] !== percent) return
    if (startsWith(line, outputMark)) {
      const data = line.indexOf(32, outputMark.length)
      if (data > 0) events.output(decode(line.subarray(data + 1)))
      return
    }
    const space = line.indexOf(32)
    const name = line.toString('latin1', 1, space < 0 ? line.length : space)
    if (name !== 'begin') {
      events.note(name)
      return
    }
    block = []
    number = line.toString('latin1', space)
  }

  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      const rest = chunk.subarray(from, at)
      if (parts.length === 0) hear(rest)
      else {
        const line = Buffer.concat([...parts, rest])
        parts = []
        hear(line)
      }
      from = at + 1
    }
    if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from)))
  }
}

/** `%end 1700000000 12 1`: a line of a screen may look like one, but not with the numbers of its own block. */
function endOfBlock(line: Buffer, number: string): 'end' | 'error' | null {
  if (line[0] !== percent || line.length > 80) return null
  const text = line.toString('latin1')
  if (text === `%end${number}`) return 'end'
  return text === `%error${number}` ? 'error' : null
}

const startsWith = (line: Buffer, mark: Buffer): boolean =>
  line.length >= mark.length && line.compare(mark, 0, mark.length, 0, mark.length) === 0

/** `\ooo` is a byte; everything else stands for itself. In place: the result is never longer. */
function decode(data: Buffer): Uint8Array {
  let to = data.indexOf(backslash)
  if (to < 0) return data
  for (let at = to; at < data.length; at++, to++) {
    const byte = data[at]!
    if (byte !== backslash || at + 3 >= data.length) {
      data[to] = byte
      continue
    }
    data[to] = ((data[at + 1]! - 48) << 6) | ((data[at + 2]! - 48) << 3) | (data[at + 3]! - 48)
    at += 3
  }
  return data.subarray(0, to)
}

/** Bytes as the arguments of `send-keys -H`, in lists of a bearable length. */
export function keyCommands(target: string, bytes: Uint8Array): readonly string[] {
  const commands: string[] = []
  for (let from = 0; from < bytes.length; from += 256) {
    const hex = [...bytes.subarray(from, from + 256)].map((byte) => byte.toString(16).padStart(2, '0'))
    commands.push(`send-keys -H -t ${target} ${hex.join(' ')}`)
  }
  return commands
}
