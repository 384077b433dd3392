/**
 * The player's two ends: lines out with back-pressure, lines in from whoever directs. It knows the shape of the protocol
 * and nothing of directives.
 */
import { randomBytes } from 'node:crypto'

export interface Prompt {
  readonly text: string
  readonly source: string
  readonly model: string | null
}

export interface Answer {
  readonly decision: string | null
  readonly text: string | null
}

/** Thrown out of a wait when the turn is interrupted. */
export class Interrupted extends Error {}

export interface Stage {
  emit(line: object): Promise<void>
  /** Ready text, line ends included. */
  raw(text: string): Promise<void>
  /** The next prompt, or null when the input ended. */
  prompt(): Promise<Prompt | null>
  /** null: the input ended before an answer came. */
  answer(id: string, signal: AbortSignal): Promise<Answer | null>
  /** Called with words and interrupts that come while a turn runs. */
  onSteer(listener: ((text: string) => void) | null): void
  onInterrupt(listener: (() => void) | null): void
  /** Everything written has left this process. */
  flush(): Promise<void>
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`

export function openStage(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Stage {
  const prompts: Prompt[] = []
  const answers = new Map<string, Answer>()
  const wakes = new Set<() => void>()
  let ended = false
  let steer: ((text: string) => void) | null = null
  let interrupt: (() => void) | null = null

  const wake = (): void => {
    for (const look of [...wakes]) look()
  }
  const raw = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (output.write(text)) resolve()
      else output.once('drain', resolve)
    })
  const take = (line: Record<string, unknown>): void => {
    if (line.type === 'prompt')
      prompts.push({ text: String(line.text), source: String(line.source), model: word(line.model) })
    else if (line.type === 'answer')
      answers.set(String(line.id), { decision: word(line.decision), text: word(line.text) })
    else if (line.type === 'steer') steer?.(String(line.text))
    else if (line.type === 'interrupt') interrupt?.()
    wake()
  }
  const unreadable = (text: string): void => {
    const message = `A line of input is not JSON: ${text.slice(0, 80)}`
    void raw(`${JSON.stringify({ type: 'notice', code: 'input_unreadable', message })}\n`)
  }
  readLines(input, take, unreadable, () => {
    ended = true
    wake()
  })

  const wait = <T>(find: () => T | undefined, signal?: AbortSignal): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find()
        if (found === undefined && !ended && !signal?.aborted) return
        wakes.delete(look)
        signal?.removeEventListener('abort', look)
        if (found !== undefined) resolve(found)
        else if (signal?.aborted) reject(new Interrupted())
        else resolve(null)
      }
      wakes.add(look)
      signal?.addEventListener('abort', look)
      look()
    })

  return {
    emit: (line) => raw(`${JSON.stringify(line)}\n`),
    raw,
    prompt: () => wait(() => prompts.shift()),
    answer: (id, signal) => wait(() => answers.get(id), signal),
    onSteer: (listener) => {
      steer = listener
    },
    onInterrupt: (listener) => {
      interrupt = listener
    },
    flush: () => new Promise((resolve) => output.write('', () => resolve())),
  }
}

function readLines(
  input: NodeJS.ReadableStream,
  take: (line: Record<string, unknown>) => void,
  unreadable: (text: string) => void,
  end: () => void,
): void {
  let parts: Buffer[] = []
  const line = (): void => {
    const text = Buffer.concat(parts).toString('utf8')
    parts = []
    if (text.trim() === '') return
    try {
      take(JSON.parse(text) as Record<string, unknown>)
    } catch {
      unreadable(text)
    }
  }
  input.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at))
      line()
      from = at + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
  input.on('end', () => {
    line()
    end()
  })
  // An input that cannot be read is an input that ended.
  input.on('error', end)
}

const word = (value: unknown): string | null => (typeof value === 'string' ? value : null)
