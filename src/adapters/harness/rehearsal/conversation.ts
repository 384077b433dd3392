/**
 * The rehearsal's memory: one file a conversation, keyed by native id, in a directory outside every workspace. A word
 * told in one conversation is found again only by resuming that very conversation, or a fork of it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source, Step } from './script.ts'

export interface Conversation {
  readonly id: string
  readonly forkedFrom: string | null
  turns: number
  words: string[]
  /** What is left of a script that stopped to wait, and whose words they were. */
  rest?: { readonly step: Step; readonly source: Source }[]
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

export function freshConversation(id: string): Conversation {
  return { id, forkedFrom: null, turns: 0, words: [] }
}

/** null: no such conversation. */
export function loadConversation(dir: string, id: string): Conversation | null {
  if (!idPattern.test(id)) return null
  try {
    return JSON.parse(readFileSync(join(dir, `${id}.json`), 'utf8')) as Conversation
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whole or not at all: a kill in the middle leaves the state before. */
export function saveConversation(dir: string, conversation: Conversation): void {
  if (!idPattern.test(conversation.id)) throw new Error(`Not a conversation id: ${conversation.id}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${conversation.id}.json`)
  const half = `${path}.${process.pid}.tmp`
  writeFileSync(half, `${JSON.stringify(conversation)}\n`, { mode: 0o600 })
  renameSync(half, path)
}
