/** Every question and command of a review, one function each. Owns paths and bodies; knows no state. */
import type { Review, ReviewChanges, ReviewComment, SentReview } from '#contract/review'
import { ask, requestBytes } from './call.ts'

const at = (id: string) => ({ path: { id } })

export const getChanges = async (id: string, view: string): Promise<ReviewChanges> =>
  (await ask('get', '/api/v1/sessions/{id}/review/changes', { ...at(id), query: { view } })).changes as ReviewChanges

export const getReview = async (id: string): Promise<Review> =>
  (await ask('get', '/api/v1/sessions/{id}/review', at(id))).review

export const setNote = async (id: string, note: string): Promise<Review> =>
  (await ask('patch', '/api/v1/sessions/{id}/review', { ...at(id), body: { note } })).review

export type CommentBody = Pick<ReviewComment, 'id' | 'path' | 'side' | 'line' | 'endLine' | 'quote' | 'body'>

export const putComment = async (id: string, body: CommentBody): Promise<Review> =>
  (await ask('post', '/api/v1/sessions/{id}/review/comments', { ...at(id), body })).review

export const dropComment = async (id: string, comment: string): Promise<Review> =>
  (await ask('delete', '/api/v1/sessions/{id}/review/comments/{comment}', { path: { id, comment } })).review

export const setViewed = (id: string, body: { path: string; mark: string; viewed: boolean }): Promise<unknown> =>
  ask('post', '/api/v1/sessions/{id}/review/viewed', { ...at(id), body })

/** The key makes a second try of the same press the same call. */
export const sendReview = (id: string, rev: number, key: string): Promise<SentReview> =>
  ask('post', '/api/v1/sessions/{id}/review/send', { ...at(id), body: { rev }, headers: { 'idempotency-key': key } })

/** The difference of one file as the daemon wrote it, unread: a worker takes it apart. */
export const getPatchBytes = (
  id: string,
  query: { readonly view: string; readonly file: string; readonly oldFile?: string },
): Promise<ArrayBuffer> => requestBytes('/api/v1/sessions/{id}/diff', { ...at(id), query })

export const getFileBytes = (
  id: string,
  query: { readonly view: string; readonly file: string; readonly side: 'old' | 'new' },
): Promise<ArrayBuffer> => requestBytes('/api/v1/sessions/{id}/review/file', { ...at(id), query })
