/** Reviews in the store: drafts, comments, viewed marks, sent messages. */
import type { Database } from 'better-sqlite3'
import type { CommentRecord, DraftRecord, ReviewReads, ReviewWrites, SentRecord } from '#ports/store/review'
import type { Redact } from './redact-value.ts'
import { createTable, type Table } from './table.ts'

export interface ReviewTables {
  readonly draft: Table<DraftRecord>
  readonly comment: Table<CommentRecord>
  readonly sent: Table<SentRecord>
}

export const reviewTables = (db: Database): ReviewTables => ({
  draft: createTable<DraftRecord>(db, {
    name: 'review_draft',
    key: ['sessionId'],
    fields: ['sessionId', 'note', 'rev', 'sent', 'updatedAt'],
  }),
  comment: createTable<CommentRecord>(db, {
    name: 'review_comment',
    key: ['sessionId', 'id'],
    fields: ['sessionId', 'id', 'path', 'side', 'line', 'endLine', 'quote', 'body', 'createdAt', 'updatedAt'],
  }),
  sent: createTable<SentRecord>(db, {
    name: 'review_sent',
    key: ['sessionId', 'n'],
    fields: ['sessionId', 'n', 'key', 'message', 'delivery', 'at'],
    json: ['delivery'],
  }),
})

export function createReviewReads(db: Database, tables: ReviewTables): ReviewReads {
  const draft = db.prepare(`SELECT ${tables.draft.list} FROM review_draft WHERE sessionId = ?`)
  const comments = db.prepare(
    `SELECT ${tables.comment.list} FROM review_comment WHERE sessionId = ? ORDER BY createdAt, id`,
  )
  const viewed = db.prepare<[string], { path: string; mark: string }>(
    'SELECT path, mark FROM review_viewed WHERE sessionId = ?',
  )
  const sent = db.prepare(`SELECT ${tables.sent.list} FROM review_sent WHERE sessionId = ? AND key = ?`)
  return {
    reviewDraft(sessionId) {
      const row = draft.get(sessionId)
      return row === undefined ? { sessionId, note: '', rev: 0, sent: 0, updatedAt: null } : tables.draft.decode(row)
    },
    reviewComments: (sessionId) => comments.all(sessionId).map(tables.comment.decode),
    reviewViewed: (sessionId) => new Map(viewed.all(sessionId).map(({ path, mark }) => [path, mark])),
    sentReview(sessionId, key) {
      const row = sent.get(sessionId, key)
      return row === undefined ? null : tables.sent.decode(row)
    },
  }
}

export function createReviewWrites(
  db: Database,
  tables: ReviewTables,
  tools: { readonly redact: Redact },
): ReviewWrites {
  const drop = db.prepare('DELETE FROM review_comment WHERE sessionId = ? AND id = ?')
  const dropAll = db.prepare('DELETE FROM review_comment WHERE sessionId = ?')
  const view = db.prepare(
    'INSERT INTO review_viewed (sessionId, path, mark) VALUES (?, ?, ?) ON CONFLICT (sessionId, path) DO UPDATE SET mark = excluded.mark',
  )
  const unview = db.prepare('DELETE FROM review_viewed WHERE sessionId = ? AND path = ?')
  const { redact } = tools
  return {
    putReviewDraft: (draft) => tables.draft.replace({ ...draft, note: redact(draft.note) }),
    putReviewComment: (comment) =>
      tables.comment.replace({ ...comment, quote: redact(comment.quote), body: redact(comment.body) }),
    deleteReviewComment: (sessionId, id) => drop.run(sessionId, id).changes > 0,
    deleteReviewComments(sessionId) {
      dropAll.run(sessionId)
    },
    setReviewViewed(sessionId, path, mark) {
      if (mark === null) unview.run(sessionId, path)
      else view.run(sessionId, path, mark)
    },
    insertSentReview(sent) {
      tables.sent.insert({ ...sent, message: redact(sent.message) })
    },
  }
}
