/** Words without the signs of Markdown, for a line that shows no more than words. Pure. */
import { printable } from './words.ts'

/** Signs at the head of a line: headings, quotes, lists, boxes of a checklist. */
const head = /^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)]|\[[ xX]\]))+\s+/
/** A line that is only a rule, the edge of a table or of a block of code. */
const rule = /^\s*(?:[-*_=~`|:+\s]+|(?:```|~~~).*)$/

function withoutSigns(line: string): string {
  return line
    .replace(head, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(^|[\s(])([*_])(?=\S)([^*_]+?)(?<=\S)\2(?=$|[\s).,;:!?])/g, '$1$3')
    .replace(/`+([^`]+)`+/g, '$1')
    .replace(/^\s*\|\s*|\s*\|\s*$/g, '')
    .replace(/\s+\|\s+/g, ' · ')
    .trim()
}

/** The lines that say something, as one; at most so long. */
export function plainLine(text: string, max = 240): string {
  let line = ''
  for (const part of printable(text.slice(0, 4_000)).split('\n')) {
    if (part.trim() === '' || rule.test(part)) continue
    line += `${line === '' ? '' : ' '}${withoutSigns(part)}`
    if (line.length >= max) break
  }
  return line.length > max ? `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}
