/**
 * How many rings become how many messages: a few go one by one, many go as one that counts them, so that a thousand items are
 * one buzz. Pure. A batch is made once: whatever is tried again is exactly the same, under the same number.
 */
import type { Message, Ring } from '#contract/notify'

type Waiting = Pick<Ring, 'id' | 'key' | 'kind' | 'title' | 'body' | 'path'> & { readonly batch: number | null }

/** More than these at once are told together. */
const mostAlone = 3
const mostNamed = 5

/** The rings of the next message, oldest first: one that was begun, else the oldest alone, else all as one. */
export function nextBatch<R extends Waiting>(waiting: readonly R[]): readonly R[] {
  const begun = waiting.find((ring) => ring.batch !== null)
  if (begun !== undefined) return waiting.filter((ring) => ring.batch === begun.batch)
  return waiting.length > mostAlone ? waiting : waiting.slice(0, 1)
}

const low: readonly string[] = ['done', 'parked']
const high: readonly string[] = ['question', 'approval', 'gate', 'escalation', 'needs-human', 'frozen', 'failed']

const priorityOf = (rings: readonly Waiting[]): Message['priority'] => {
  if (rings.some(({ kind }) => high.includes(kind))) return 'high'
  return rings.every(({ kind }) => low.includes(kind)) ? 'low' : 'normal'
}

const cut = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

export function messageOf(rings: readonly Waiting[]): Message {
  const [first] = rings
  if (first === undefined) throw new Error('a message without a ring')
  const shared = { id: `ring-${first.batch ?? first.id}`, count: rings.length, priority: priorityOf(rings) }
  if (rings.length === 1)
    return { ...shared, kind: first.kind, title: cut(first.title, 120), body: cut(first.body, 400), path: first.path }
  const named = rings.slice(0, mostNamed).map(({ title }) => `• ${cut(title, 80)}`)
  const more = rings.length - named.length
  return {
    ...shared,
    kind: 'several',
    title: `${rings.length} things in Drover`,
    body: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    path: '/needs-you',
  }
}
