/** Conversations of the doors in the store. */
import type { Database } from 'better-sqlite3'
import type { DoorConversation, DoorReads, DoorWrites } from '#ports/store/door'
import { noLimit } from './jobs.ts'
import { upTo } from './table.ts'

export function createDoorReads(db: Database): DoorReads {
  const byKey = db.prepare<[string], DoorConversation>(
    'SELECT key, sessionId, turn, at FROM door_conversation WHERE key = ?',
  )
  const like = db.prepare<[string, string], DoorConversation>(
    'SELECT key, sessionId, turn, at FROM door_conversation WHERE key >= ? AND key < ? ORDER BY key',
  )
  const ofSession = db.prepare<[string], number>('SELECT 1 FROM door_conversation WHERE sessionId = ? LIMIT 1').pluck()
  const before = db
    .prepare<[string, string], string>(
      `SELECT DISTINCT sessionId FROM door_conversation AS old INDEXED BY door_conversation_at WHERE at < ? AND NOT EXISTS
         (SELECT 1 FROM door_conversation AS later WHERE later.sessionId = old.sessionId AND later.at >= ?) LIMIT 1000`,
    )
    .pluck()
  const persona = db
    .prepare<[string], string | null>(
      'SELECT persona FROM session WHERE id = ? AND NOT EXISTS (SELECT 1 FROM job WHERE job.sessionId = session.id)',
    )
    .pluck()
  const played = `persona IS NOT NULL AND phase = 'ended' AND NOT EXISTS (SELECT 1 FROM job WHERE job.sessionId = session.id)
    AND NOT EXISTS (SELECT 1 FROM door_conversation WHERE door_conversation.sessionId = session.id)`
  const old = db
    .prepare<[string, number, number], string>(
      `SELECT id FROM session WHERE ${played} AND (updatedAt < ? OR key <= coalesce(
         (SELECT key FROM session WHERE ${played} ORDER BY key DESC LIMIT 1 OFFSET ?), 0)) ORDER BY key ${upTo}`,
    )
    .pluck()
  return {
    oldPersonas: ({ before, most, limit }) => old.all(before ?? '', most ?? noLimit, limit),
    doorConversation: (key) => byKey.get(key) ?? null,
    doorConversationsLike: (prefix) => like.all(prefix, `${prefix}\u{10ffff}`),
    holdsConversation: (sessionId) => ofSession.get(sessionId) !== undefined,
    doorSessionsBefore: (at) => before.all(at, at),
    personaOf: (sessionId) => persona.get(sessionId) ?? null,
  }
}

export function createDoorWrites(db: Database): DoorWrites {
  const put = db.prepare(
    'INSERT OR REPLACE INTO door_conversation (key, sessionId, turn, at) VALUES (@key, @sessionId, @turn, @at)',
  )
  const drop = db.prepare('DELETE FROM door_conversation WHERE key = ?')
  const forget = db.prepare('DELETE FROM door_conversation WHERE sessionId = ?')
  return {
    putDoorConversation(conversation) {
      put.run(conversation)
    },
    dropConversation(key) {
      drop.run(key)
    },
    forgetConversations(sessionId) {
      forget.run(sessionId)
    },
  }
}
