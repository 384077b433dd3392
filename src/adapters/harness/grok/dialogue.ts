/**
 * What grok prints when it is done: the messages of the conversation, one a line. It has no final event and exits with 0
 * after a failed request: its own sentence for an error, as the last message, is the failure.
 */
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence, failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { asJson, type Fields, fieldsIn, listIn, objectOf, textIn } from '../line-json.ts'
import { noise, quiet } from '../one-shot.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  lastText: string
  fault: string | null
  /** Did the model, or the CLI in its place, say anything? */
  answered: boolean
}

const ownSentence = /^(?:Sorry, I encountered an error: (?:Grok API error: )?|Error: )([\s\S]+)$/
/** What it says in the model's place while tools run. */
const filler = 'Using tools to help you...'
/** What it says in the model's place when no answer came, or one that broke off. */
const noAnswer = "I understand, but I don't have a specific response."

const emptyAnswer = 'The model gave no answer, or one that broke off.'

export function openGrok(_start: Start, saved: Json | null): Dialogue {
  const fresh: State = { lastText: '', fault: null, answered: false }
  const state: State = saved === null ? fresh : structuredClone(saved as unknown as State)
  return {
    begin: () => quiet,
    hear: (line) => hear(state, line),
    // One prompt, one process: nothing can be said to it.
    say: () => ({ ...quiet, unheard: true }),
    end: (exit) => close(state, exit),
    save: () => asJson(structuredClone(state)),
  }
}

function hear(state: State, line: string): Heard {
  const message = objectOf(line)
  if (message === null) return noise
  if (message.role === 'assistant') return { events: said(state, message), writes: [] }
  const callId = textIn(message.tool_call_id)
  if (message.role === 'tool' && callId !== null) {
    const output = textIn(message.content) ?? ''
    // It tells no outcome; only a failed command is worded as one.
    const ok = !/^(Error|Command failed|Tool execution error)/.test(output)
    return { events: [{ kind: 'tool_result', callId, ok, output, truncated: false }], writes: [] }
  }
  return message.role === 'user' ? quiet : noise
}

function said(state: State, message: Fields): readonly Spoken[] {
  const text = (textIn(message.content) ?? '').trim()
  const calls = listIn(message.tool_calls).map(fieldsIn).map(toolOf)
  state.answered = true
  state.fault = text === noAnswer ? emptyAnswer : (ownSentence.exec(text)?.[1] ?? null)
  if (text === '' || text === filler || state.fault !== null) return calls
  state.lastText = text
  return [{ kind: 'text', text }, ...calls]
}

function toolOf(call: Fields): Spoken {
  const made = fieldsIn(call.function)
  const text = textIn(made.arguments) ?? ''
  return {
    kind: 'tool',
    callId: textIn(call.id) ?? 'call',
    name: textIn(made.name) ?? 'tool',
    input: objectOf(text) ?? text,
  }
}

function close(state: State, exit: Exit): readonly Spoken[] {
  if (state.fault !== null) {
    const type = state.fault === emptyAnswer ? { type: 'empty_response' } : {}
    return [
      failure(state.fault, [{ channel: 'event', ...quotedError(state.fault), ...type }]),
      failedResult(state.fault),
    ]
  }
  if (state.answered && exit.code === 0) {
    return [{ kind: 'result', isError: false, text: state.lastText, durationMs: null }]
  }
  const message = howItEnded('Grok CLI', exit)
  return [failure(message, exitEvidence(exit)), failedResult(message)]
}
