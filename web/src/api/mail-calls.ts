/** What the inbox asks the daemon, one function each. */
import type { Mail } from '#contract/mail'
import { request } from './call.ts'

const at = (id: string) => ({ path: { id } })
const mailOf = (answer: unknown): Mail => (answer as { readonly mail: Mail }).mail
const mailsOf = (answer: unknown): readonly Mail[] => (answer as { readonly mail: readonly Mail[] }).mail

const newest = 500

/** Newest first. */
export const newestMail = async (): Promise<readonly Mail[]> =>
  mailsOf(await request('get', '/api/v1/mail', { query: { limit: newest } }))

/** Oldest first. */
export const getThread = async (id: string): Promise<readonly Mail[]> =>
  mailsOf(await request('get', '/api/v1/mail/threads/{id}', at(id)))

/** `option`: one of those that a decision names. */
export const replyTo = async (id: string, body: string, option?: string): Promise<Mail> =>
  mailOf(
    await request('post', '/api/v1/mail/{id}/reply', {
      ...at(id),
      body: option === undefined ? { body } : { body, option },
    }),
  )

export const markRead = async (id: string): Promise<Mail> =>
  mailOf(await request('post', '/api/v1/mail/{id}/read', { ...at(id), body: {} }))

// ---- messages that wait

export const editMessage = async (id: string, body: string): Promise<Mail> =>
  mailOf(await request('patch', '/api/v1/mail/{id}', { ...at(id), body: { body } }))

export const cancelMessage = async (id: string): Promise<Mail> =>
  mailOf(await request('delete', '/api/v1/mail/{id}', at(id)))

export const moveMessage = async (id: string, place: 'head' | { readonly after: string }): Promise<Mail> =>
  mailOf(await request('post', '/api/v1/mail/{id}/move', { ...at(id), body: { place } }))
