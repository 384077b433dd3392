import { describe, expect, it } from 'vitest'
import { type MailType, mailTypes } from '#contract/mail'
import { asks, decideChoice, decideOption, decideType, replySubject, replyType, subjectOf } from './compose.ts'
import { terminalTypes } from './payload.ts'

describe('the type of a mail', () => {
  it.each([
    ['status', 'p-1', 'status'],
    ['result', 'p-1', 'result'],
    ['merge_failed', 'p-1', 'merge_failed'],
    ['message', 'operator', 'message'],
    ['message', 'p-1', null],
    ['worker_died', 'p-1', null],
    ['worker_died', 'operator', null],
    ['gossip', 'p-1', null],
    ['', 'operator', null],
  ])('%s of %s: %s', (word, from, type) => {
    const result = decideType(word, from)
    expect('type' in result ? result.type : result.refused).toBe(type ?? 'INVALID_MAIL_TYPE')
  })
})

describe('a reply', () => {
  it.each(mailTypes)('to a %s is no end of work', (type) => {
    expect(terminalTypes as readonly MailType[]).not.toContain(replyType(type))
  })
  it('answers what was asked', () => {
    expect(mailTypes.filter((type) => replyType(type) === 'answer')).toEqual([
      'question',
      'escalation',
      'decision_gate',
    ])
    expect(mailTypes.filter(asks)).toEqual(['escalation', 'decision_gate'])
  })
  it.each([
    ['Which?', 'Re: Which?'],
    ['Re: Which?', 'Re: Which?'],
    ['RE: Which?', 'RE: Which?'],
  ])('%s -> %s', (subject, reply) => expect(replySubject(subject)).toBe(reply))
  it.each([
    [{ options: ['a', 'b'] }, 'a', 'accept'],
    [{ options: ['a', 'b'] }, 'c', 'INVALID_PAYLOAD'],
    [{ options: ['a', 'b'] }, undefined, 'accept'],
    [null, 'a', 'INVALID_PAYLOAD'],
  ])('of %j chooses %s: %s', (payload, option, expected) => {
    const result = decideOption({ type: 'decision_gate', payload }, option)
    expect(result === 'accept' ? result : result.refused).toBe(expected)
  })
})

describe('a choice', () => {
  it.each([
    [null, 'new'],
    [{ id: 'mail-9', option: 'left' }, 'same'],
    [{ id: 'mail-9', option: 'right' }, 'MAIL_ANSWERED'],
  ] as const)('of left after %j: %s', (chosen, expected) => {
    const result = decideChoice('mail-7', 'left', chosen)
    expect(typeof result === 'string' ? result : result.refused).toBe(expected)
  })
})

describe('a subject', () => {
  it.each([
    ['one\ntwo', 'one'],
    ['\n\n  two  \nthree', 'two'],
    ['', ''],
    ['a\u2028b\tc', 'a b c'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ])('%j -> %j', (text, subject) => expect(subjectOf(text)).toBe(subject))
})
