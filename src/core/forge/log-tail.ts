/** The end of what a job printed, fit for a mail: without escape sequences, times and progress bars, in short lines. */
import { cleanMessage } from '#core/session/message'

const mostLines = 20
const longestLine = 400
const escapes =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-ntqry=><~]?/g
const stamped = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z ?/

/** What was overwritten on a terminal is not there any more. */
const shown = (line: string): string => line.replace(/\r+$/, '').split('\r').at(-1) ?? ''

export function logTail(text: string): string {
  const lines = text
    .replace(escapes, '')
    .split('\n')
    .map((line) => cleanMessage(shown(line).replace(stamped, '')).trimEnd())
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
  while (lines.at(-1) === '') lines.pop()
  return lines.slice(-mostLines).join('\n')
}
