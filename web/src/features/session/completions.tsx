/** The list that opens while a file or a command is being written: arrows choose, Enter or Tab takes, Escape closes. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { findPaths } from '../../api/calls.ts'
import { printable } from '../../ui/words.ts'
import { complete, pathWord, type Token, tokenAt } from './token-at.ts'

export interface Choice {
  readonly key: string
  readonly label: string
  readonly hint?: string
  /** What is written in the place of the letters; a command does something instead. */
  readonly word: string
  run?(): void
}

export interface Completions {
  readonly list: ReactNode
  /** For the field: which entry is chosen, for screen readers. */
  readonly field: { readonly 'aria-controls'?: string; readonly 'aria-activedescendant'?: string }
  look(text: string, caret: number): void
  /** true: the key was the list's. */
  onKey(event: KeyboardEvent): boolean
}

const pauseMs = 80

export function useCompletions(
  sessionId: string,
  commands: readonly Choice[],
  put: (text: string, caret: number) => void,
): Completions {
  const [at, setAt] = useState<{ readonly token: Token; readonly text: string; readonly caret: number } | null>(null)
  const [files, setFiles] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const sought = at?.token.sign === '@' ? at.token.query : null
  useEffect(() => {
    if (sought === null) return
    let wanted = true
    const timer = setTimeout(() => {
      findPaths(sessionId, sought).then(
        (found) => wanted && setFiles(found.paths),
        // Without an answer nothing is completed; what is typed stays what is typed.
        () => wanted && setFiles([]),
      )
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [sessionId, sought])
  const query = at?.token.query.toLowerCase() ?? ''
  const choices: readonly Choice[] =
    at === null
      ? []
      : at.token.sign === '@'
        ? files.map((path) => ({ key: path, label: printable(path).replaceAll('\n', '␊'), word: pathWord(path) }))
        : commands.filter(({ label }) => label.toLowerCase().includes(query)).slice(0, 20)
  const index = Math.min(chosen, choices.length - 1)
  const close = (): void => {
    setAt(null)
    setFiles([])
  }
  const take = (choice: Choice): void => {
    if (at === null) return
    const done = complete(at.text, at.token, at.caret, choice.word)
    close()
    put(done.text, done.caret)
    choice.run?.()
  }
  return {
    list: choices.length > 0 && (
      <div className="completions" role="listbox" id={id} aria-label={at?.token.sign === '@' ? 'Files' : 'Commands'}>
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and hears the keys
          <div
            key={choice.key}
            id={`${id}-${i}`}
            className="completion"
            role="option"
            tabIndex={-1}
            aria-selected={i === index}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <span className="clip">{choice.label}</span>
            {choice.hint !== undefined && <span className="clip faint small grow">{choice.hint}</span>}
          </div>
        ))}
      </div>
    ),
    field: choices.length > 0 ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${index}` } : {},
    look(text, caret) {
      const token = tokenAt(text, caret)
      setChosen(0)
      if (token === null) close()
      else setAt({ token, text, caret })
    },
    onKey(event) {
      if (choices.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setChosen((index + step + choices.length) % choices.length)
      else if (event.key === 'Escape') close()
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') take(choices[index]!)
      else return false
      event.preventDefault()
      return true
    },
  }
}
