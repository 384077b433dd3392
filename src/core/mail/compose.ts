/** What may be said in a mail and by whom: its type, its subject, and how one answers another. */
import type { Refusal } from '#contract/error'
import { type MailType, mailTypes, operatorAddress } from '#contract/mail'
import { optionsOf } from './payload.ts'

const longestSubject = 200

/** The first line of a text, for what was given no subject. */
export function subjectOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return oneLine(line)
}

/** One line, and no longer than a list can show. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim()
  return line.length <= longestSubject ? line : `${line.slice(0, longestSubject - 1)}…`
}

/** The type as a word of the wire, said by whoever asks. */
export function decideType(word: string, from: string): { readonly type: MailType } | Refusal {
  const type = mailTypes.find((one) => one === word)
  if (type === undefined) return wrong(`There is no mail of type "${word}".`, `Use one of: ${said.join(', ')}.`)
  if (type === 'worker_died')
    return wrong('A worker_died is written by Drover alone.', 'Say what happened in a mail of type error.')
  if (type === 'message' && from !== operatorAddress)
    return wrong(
      'A message becomes a turn of its own, and an agent sends none by mail.',
      `Use one of: ${said.join(', ')}.`,
    )
  return { type }
}

const said = mailTypes.filter((type) => type !== 'message' && type !== 'worker_died')
const wrong = (message: string, hint: string): Refusal => ({ refused: 'INVALID_MAIL_TYPE', message, hint })

/** Who asks something is answered; any other mail gets a plain word back, whatever it was: an end is never inherited. */
export const replyType = (type: MailType): MailType => (asks(type) || type === 'question' ? 'answer' : 'status')

/** Stands before the operator until it is answered. */
export const asks = (type: MailType): boolean => type === 'decision_gate' || type === 'escalation'

export const replySubject = (subject: string): string => (/^re: /i.test(subject) ? subject : oneLine(`Re: ${subject}`))

/** An option that is chosen is one of those that were offered. */
export function decideOption(
  asked: { readonly type: MailType; readonly payload: Parameters<typeof optionsOf>[0] },
  option: string | undefined,
): 'accept' | Refusal {
  if (option === undefined) return 'accept'
  const options = optionsOf(asked.payload)
  if (options.includes(option)) return 'accept'
  return {
    refused: 'INVALID_PAYLOAD',
    message: `"${option}" is none of the options that were offered.`,
    hint: options.length === 0 ? 'Answer in words: leave the option out.' : `Choose one of: ${options.join(', ')}.`,
    details: { path: 'option', message: 'is none of the options', options },
  }
}

/** An option is chosen once: the same one again is the same answer, another one comes too late. */
export function decideChoice(
  asked: string,
  option: string,
  chosen: { readonly id: string; readonly option: string } | null,
): 'new' | 'same' | Refusal {
  if (chosen === null) return 'new'
  if (chosen.option === option) return 'same'
  return {
    refused: 'MAIL_ANSWERED',
    message: `${asked} was answered already: "${chosen.option}" (${chosen.id}).`,
    hint: `Say something else in words: drover mail reply ${asked} --body "…"`,
    details: { answer: chosen.id, option: chosen.option },
  }
}
