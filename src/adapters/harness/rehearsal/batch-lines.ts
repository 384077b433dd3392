/**
 * The mails of a prompt as the player sees them: each between two lines that carry the same mark, its fields one line of JSON
 * each, its body quoted. Only the first mark counts, so that nothing quoted passes for a mail.
 */
export interface MailLine {
  readonly type: string
  readonly from: string
  readonly subject: string
}

const opening = /^--- mail ([0-9a-f]{8,64}) \d+ of \d+$/

/** The mails, and the prompt without them. */
export function splitBatch(text: string): { readonly mails: readonly MailLine[]; readonly rest: string } {
  const lines = text.split('\n')
  const mails: MailLine[] = []
  const rest: string[] = []
  let mark: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const found = opening.exec(lines[at] ?? '')?.[1]
    const end = found === undefined || (mark !== null && found !== mark) ? -1 : lines.indexOf(`--- end ${found}`, at)
    if (found === undefined || end < 0) {
      rest.push(lines[at] ?? '')
      continue
    }
    mark = found
    mails.push(readMail(lines.slice(at + 1, end)))
    at = end
  }
  return { mails, rest: rest.join('\n') }
}

function readMail(lines: readonly string[]): MailLine {
  const gap = lines.indexOf('')
  const fields = new Map(
    lines.slice(0, gap < 0 ? lines.length : gap).map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  const word = (name: string): string => {
    const value = fields.get(name) ?? ''
    try {
      return String(JSON.parse(value))
    } catch {
      // Shown as it stands.
      return value
    }
  }
  return { type: word('type'), from: word('from'), subject: word('subject') }
}

/** One line whatever its subject holds. */
export const inboxLine = ({ type, from, subject }: MailLine): string =>
  `${type} from ${from}: ${subject.replace(/\s+/g, ' ').trim()}`
