import { describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Mail } from '#contract/mail'
import { applyToInbox, inboxOf, openQuestions, optionsOf, recipientsOf, threadsOf } from './inbox.ts'

const mail = (n: number, more: Partial<Mail> = {}): Mail => ({
  id: `mail-${n}`,
  projectId: 'p',
  effortId: null,
  from: 'p-1',
  to: 'operator',
  subject: `subject ${n}`,
  body: '',
  type: 'status',
  payload: null,
  claimed: null,
  priority: 'normal',
  thread: `mail-${n}`,
  replyTo: null,
  state: 'queued',
  reason: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  deliveredAt: null,
  readAt: null,
  turn: null,
  launchId: null,
  place: n,
  ...more,
})
const change = (seq: number, type: string, payload: Mail): Change =>
  ({ seq, at: payload.createdAt, type, projectId: 'p', payload }) as Change

describe('the inbox', () => {
  it('follows mail through its states, and old changes do nothing', () => {
    const one = applyToInbox(inboxOf(5, [mail(1)]), [
      change(6, 'mail_sent', mail(2, { to: 'p-2' })),
      change(7, 'mail_undeliverable', mail(2, { to: 'p-2', state: 'undeliverable', reason: 'p-2 has ended' })),
    ])
    expect([...one.mails.values()].map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['mail-1', 'queued', null],
      ['mail-2', 'undeliverable', 'p-2 has ended'],
    ])
    expect(applyToInbox(one, [change(6, 'mail_sent', mail(3))])).toBe(one)
  })

  it('has threads, the newest first, each oldest first; numbers count, not letters', () => {
    const inbox = inboxOf(0, [
      mail(10, { thread: 'mail-2', from: 'operator', to: 'p-1' }),
      mail(9),
      mail(2, { state: 'read' }),
      mail(3, { from: 'p-2', to: 'p-3' }),
    ])
    expect(threadsOf(inbox, null).map(({ id, mails, unread }) => [id, mails.map((one) => one.id), unread])).toEqual([
      ['mail-2', ['mail-2', 'mail-10'], 0],
      ['mail-9', ['mail-9'], 1],
      ['mail-3', ['mail-3'], 0],
    ])
    expect(threadsOf(inbox, 'p-3').map(({ id }) => id)).toEqual(['mail-3'])
    expect(threadsOf(inbox, 'operator').map(({ id }) => id)).toEqual(['mail-2', 'mail-9'])
  })

  it('names who has mail, the operator first', () => {
    const to = ['p-10', 'p-9', 'operator'].map((one, n) => mail(n + 1, { to: one }))
    expect(recipientsOf(inboxOf(0, to))).toEqual(['operator', 'p-9', 'p-10'])
    expect(recipientsOf(inboxOf(0, []))).toEqual(['operator'])
  })

  it('asks until the operator has spoken in the thread after it', () => {
    const gate = mail(4, { type: 'decision_gate', payload: { options: ['yes', 'no', 3] } })
    const answer = mail(6, { thread: 'mail-4', from: 'operator', to: 'p-1', type: 'answer' })
    const again = mail(8, { thread: 'mail-4', type: 'escalation' })
    const ids = (mails: readonly Mail[]) => openQuestions(inboxOf(0, mails)).map(({ id }) => id)
    expect(optionsOf(gate)).toEqual(['yes', 'no'])
    expect(ids([gate])).toEqual(['mail-4'])
    expect(ids([gate, mail(5, { thread: 'mail-4' })])).toEqual(['mail-4'])
    expect(ids([gate, answer])).toEqual([])
    expect(ids([gate, answer, again])).toEqual(['mail-8'])
    expect(ids([mail(4, { type: 'decision_gate', to: 'p-2' }), mail(5)])).toEqual([])
  })
})
