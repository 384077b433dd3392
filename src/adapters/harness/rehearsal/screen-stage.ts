/**
 * The player's two ends in a terminal: what it says is drawn, written into its own file and told by hooks; keys become prompts,
 * words in mid-turn, answers and interrupts. It draws with `paint`, tells with `notes`, and knows nothing of directives.
 */
import { type Draft, lookOf, withoutLast, withPasted, withTyped, wordsOf } from './draft.ts'
import { type Key, readKeys } from './keys.ts'
import type { Notes } from './notes.ts'
import { type Painted, paint } from './paint.ts'
import { type Answer, Interrupted, type Prompt, type Stage } from './stage.ts'

export interface Screen {
  readonly cols: number
  readonly rows: number
  write(text: string): void
  onResize(listener: () => void): void
}

export interface ScreenOptions {
  readonly screen: Screen
  readonly notes: Notes
  readonly how: 'startup' | 'resume'
  readonly model: string | null
}

export interface ScreenStage extends Stage {
  /** Bytes as the terminal sends them. */
  take(bytes: Buffer): void
  /** Gives the words of its launch, as if they had been typed. */
  give(text: string): void
  /** Nobody is there any more. */
  hangUp(): void
  /** The screen is given back. */
  leave(): Promise<void>
}

interface Dialog {
  readonly id: string
  readonly text: string
  readonly options: readonly string[]
  readonly settle: (answer: Answer | null) => void
  marked: number
  typed: string
}

/** An escape that nothing follows was the key. */
const escapeMs = 40
const mostSaid = 400
const restHint = 'Enter sends · /exit leaves'

export function openScreen({ screen, notes, how, model }: ScreenOptions): ScreenStage {
  const keys = readKeys()
  const said: string[] = []
  const given: string[] = []
  let draft: Draft = []
  let dialog: Dialog | null = null
  let asked: { readonly id: string; readonly text: string; readonly options: readonly string[] } | null = null
  let doing: string | null = null
  let ended = false
  let turn = 0
  let lastBreak = 0
  let steer: ((text: string) => void) | null = null
  let interrupt: (() => void) | null = null
  let wake: (() => void) | null = null
  let hint = restHint

  const draw = drawer(screen, () =>
    paint(
      {
        said,
        doing,
        waiting: given.length,
        draft: lookOf(draft),
        dialog: dialog === null ? null : shownDialog(dialog),
        hint,
      },
      screen.cols,
      screen.rows,
    ),
  )
  const show = (text: string): void => {
    said.push(...text.slice(-20_000).split('\n').slice(-200))
    said.splice(0, Math.max(0, said.length - mostSaid))
    draw()
  }
  const leaveNow = (): void => {
    ended = true
    dialog?.settle(null)
    interrupt?.()
    wake?.()
  }

  const submit = (): void => {
    const text = wordsOf(draft)
    draft = []
    hint = restHint
    draw()
    if (text.trim() === '') return
    if (text.trim() === '/exit' || text.trim() === '/quit') leaveNow()
    else give(text)
  }
  const give = (text: string): void => {
    given.push(text)
    takeInTurn()
    wake?.()
    draw()
  }
  /** Words that come in the middle of a turn that listens join it; any others begin the next one. */
  const takeInTurn = (): void => {
    for (let text = steer === null ? undefined : given.shift(); text !== undefined; text = given.shift()) {
      // Told in the order of these calls, so before anything that follows from them.
      void notes.hook('Prompt', { prompt: text, turn, joined: true })
      show(`> ${text}`)
      steer?.(text)
    }
  }

  const answerKey = (open: Dialog, key: Key): void => {
    const close = (answer: Answer | null): void => open.settle(answer)
    if (key.key === 'escape') {
      close(null)
      interrupt?.()
    } else if (open.options.length === 0) {
      if (key.key === 'text') open.typed += key.text
      else if (key.key === 'backspace') open.typed = [...open.typed].slice(0, -1).join('')
      else if (key.key === 'enter') close({ decision: null, text: open.typed })
    } else if (key.key === 'up') open.marked = Math.max(0, open.marked - 1)
    else if (key.key === 'down') open.marked = Math.min(open.options.length - 1, open.marked + 1)
    else if (key.key === 'enter') close({ decision: open.options[open.marked] ?? null, text: null })
    else if (key.key === 'text' && open.options[Number(key.text) - 1] !== undefined)
      close({ decision: open.options[Number(key.text) - 1] ?? null, text: null })
    // A paste into a dialog is dropped, as other interfaces do; its Enter is not.
    draw()
  }

  const boxKey = (key: Key): void => {
    if (key.key === 'text') draft = withTyped(draft, key.text)
    else if (key.key === 'paste') draft = withPasted(draft, key.text)
    else if (key.key === 'backspace') draft = withoutLast(draft)
    else if (key.key === 'clear') draft = []
    else if (key.key === 'enter') submit()
    else if (key.key === 'escape') interrupt?.()
    else if (key.key === 'end' && draft.length === 0) leaveNow()
    else if (key.key === 'break') breakOff()
    draw()
  }
  const breakOff = (): void => {
    const now = performance.now()
    if (draft.length === 0 && now - lastBreak < 2_000) leaveNow()
    lastBreak = now
    draft = []
    hint = 'Press Ctrl+C again to exit'
    draw()
  }
  const press = (key: Key): void => (dialog === null ? boxKey(key) : answerKey(dialog, key))

  const tell = async (line: Record<string, unknown>): Promise<void> => {
    const text = `${JSON.stringify({ ...line, turn })}\n`
    switch (line.type) {
      case 'session':
        await notes.hook('SessionStart', { source: how, model })
        break
      case 'tool':
        await notes.hook('ToolBegan', { tool: line.name, id: line.id })
        break
      case 'request':
        asked = { id: String(line.id), text: String(line.text), options: listOf(line.options) }
        await notes.hook('Dialog', { text: line.text })
        break
      case 'result':
        // An interrupt is told by no hook; the file of the conversation has it.
        if (line.interrupted !== true) await notes.hook('Stop', { turn, ok: line.ok === true })
        break
    }
    await notes.row(text)
    if (line.type === 'tool_result') await notes.hook('ToolEnded', { id: line.id })
  }

  return {
    async emit(line) {
      const fields = line as Record<string, unknown>
      const words = drawn(fields)
      if (words !== null) show(words)
      if (fields.type === 'result') {
        doing = null
        draw()
      }
      if (!String(fields.type).endsWith('_delta')) await tell(fields)
    },
    async raw(text) {
      show(text.slice(-2_000))
      await notes.row(text)
    },
    async prompt(): Promise<Prompt | null> {
      while (given.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      wake = null
      const text = ended ? undefined : given.shift()
      if (text === undefined) return null
      turn += 1
      doing = 'working'
      show(`> ${text}`)
      await notes.hook('Prompt', { prompt: text, turn })
      return { text, source: sourceOf(text), model: null }
    },
    answer: (id, signal) =>
      new Promise((resolve, reject) => {
        const { text = '', options = [] } = asked?.id === id ? asked : {}
        const settle = (answer: Answer | null): void => {
          if (dialog?.id !== id) return
          dialog = null
          signal.removeEventListener('abort', stop)
          draw()
          if (answer === null) reject(new Interrupted())
          // Told before the agent goes on, as the others do; a refusal is told by what it does next.
          else if (answer.decision === 'deny') resolve(answer)
          else void notes.hook('DialogOver', {}).then(() => resolve(answer))
        }
        const stop = (): void => settle(null)
        signal.addEventListener('abort', stop)
        dialog = { id, text, options, settle, marked: 0, typed: '' }
        draw()
      }),
    onSteer(listener) {
      steer = listener
      takeInTurn()
    },
    onInterrupt(listener) {
      interrupt = listener
      if (ended) listener?.()
    },
    async flush() {
      await notes.told()
    },
    take(bytes) {
      for (const key of keys.take(bytes)) press(key)
      if (keys.waits) setTimeout(() => keys.settle().forEach(press), escapeMs)
    },
    give,
    hangUp: leaveNow,
    async leave() {
      await notes.hook('SessionEnd', { reason: 'exit' })
      draw.end()
    },
  }
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const shownDialog = ({ text, options, marked, typed }: Dialog) => ({
  text: options.length === 0 ? `${text}\n? ${typed}` : `Do you want to ${text}?`,
  options: options.length === 0 ? [] : options,
  marked,
})

/** Words of another session say so; what they ask for is not the operator's wish. */
const sourceOf = (text: string): string => (/^\[from [^\]\n]*\]/.test(text) ? 'session' : 'operator')

/** null: nothing to see. */
function drawn(line: Record<string, unknown>): string | null {
  switch (line.type) {
    case 'text':
      return String(line.text)
    case 'thinking':
      return `(${String(line.text)})`
    case 'tool':
      return `● ${String(line.name)} ${JSON.stringify(line.input ?? {}).slice(0, 200)}`
    case 'tool_result':
      return `  ${line.ok === true ? '✓' : '✗'} ${String(line.output).slice(0, 400)}`
    case 'error':
    case 'notice':
      return `! ${String(line.message)}`
    default:
      return null
  }
}

/** The whole screen at most once a frame: only rows that changed are sent. */
function drawer(screen: Screen, picture: () => Painted): (() => void) & { end(): void } {
  let due = false
  let over = false
  let before: readonly string[] = []
  const now = (): void => {
    due = false
    if (over) return
    const { rows, cursor } = picture()
    const changed = rows.flatMap((row, at) => (row === before[at] ? [] : [`\u001b[${at + 1};1H${row}\u001b[K`]))
    before = rows
    screen.write(`\u001b[?25l${changed.join('')}\u001b[${cursor.y + 1};${cursor.x + 1}H\u001b[?25h`)
  }
  // Alternate screen, no wrapping, pastes as such.
  screen.write('\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[2J\u001b]2;rehearsal\u0007')
  screen.onResize(() => {
    before = []
    screen.write('\u001b[2J')
    now()
  })
  const draw = (): void => {
    if (due) return
    due = true
    setTimeout(now, 16)
  }
  draw()
  return Object.assign(draw, {
    end() {
      over = true
      screen.write('\u001b[?2004l\u001b[?7h\u001b[?1049l')
    },
  })
}
