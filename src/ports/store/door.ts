/** Conversations of the doors: the words by which a program asks for one again, and the session and turn they stand for. */

import type { OldQuery } from './job.ts'

export interface DoorConversation {
  /** Of a door's own making: what it was given, hashed where it is long or secret. */
  readonly key: string
  readonly sessionId: string
  /** The last turn that belongs to it. */
  readonly turn: number
  readonly at: string
}

export interface DoorReads {
  doorConversation(key: string): DoorConversation | null
  /** Those whose key begins so. */
  doorConversationsLike(prefix: string): readonly DoorConversation[]
  /** Is any conversation kept in this session? */
  holdsConversation(sessionId: string): boolean
  /** Sessions all of whose conversations were last used before this. */
  doorSessionsBefore(at: string): readonly string[]
  /** Ended sessions that played a persona, of no job and with no conversation kept; as for jobs. */
  oldPersonas(query: OldQuery): readonly string[]
  /** The persona that a session plays for a door; null: it is nobody's, a job's, or there is no such session. */
  personaOf(sessionId: string): string | null
}

export interface DoorWrites {
  putDoorConversation(conversation: DoorConversation): void
  /** All of a session's. */
  forgetConversations(sessionId: string): void
  dropConversation(key: string): void
}
