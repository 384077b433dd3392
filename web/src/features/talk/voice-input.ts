/** Words by voice, where the browser listens by itself. Nothing is sent by it: what was heard stands in the field to be looked at. */
import { useEffect, useRef, useState } from 'react'

interface Heard {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>
}

interface Listener {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: Heard) => void) | null
  onend: (() => void) | null
  onerror: ((event: { readonly error?: string }) => void) | null
  start(): void
  stop(): void
  abort(): void
}

type Maker = new () => Listener

const maker = (): Maker | null => {
  const known = window as unknown as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker }
  return known.SpeechRecognition ?? known.webkitSpeechRecognition ?? null
}

export interface VoiceInput {
  readonly able: boolean
  readonly listening: boolean
  /** Why it did not listen, in words for a person. */
  readonly problem: string | null
  toggle(): void
}

const reasons: Readonly<Record<string, string>> = {
  'not-allowed': 'This browser was not allowed to use the microphone.',
  'service-not-allowed': 'This browser does not take voice here.',
  'audio-capture': 'There is no microphone.',
  network: 'The browser’s own recognition could not be reached.',
}

/** `onWords` gets all that was heard since it began to listen, again and again as it grows. */
export function useVoiceInput(onWords: (heard: string) => void): VoiceInput {
  const [listening, setListening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const held = useRef<Listener | null>(null)
  const say = useRef(onWords)
  say.current = onWords
  useEffect(() => () => held.current?.abort(), [])
  const toggle = (): void => {
    if (held.current !== null) {
      held.current.stop()
      return
    }
    const Make = maker()
    if (Make === null) return
    const one = new Make()
    one.lang = navigator.language
    one.continuous = false
    one.interimResults = true
    one.onresult = ({ results }) => say.current(Array.from(results, (part) => part[0]?.transcript ?? '').join(''))
    one.onerror = ({ error }) =>
      setProblem(error === 'no-speech' || error === 'aborted' ? null : (reasons[error ?? ''] ?? 'Nothing was heard.'))
    one.onend = () => {
      held.current = null
      setListening(false)
    }
    held.current = one
    setProblem(null)
    setListening(true)
    one.start()
  }
  return { able: maker() !== null, listening, problem, toggle }
}
