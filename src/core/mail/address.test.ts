import { describe, expect, it } from 'vitest'
import { type AddressFacts, type Member, resolveAddress } from './address.ts'

const member = (id: string, role: string | null, parentId: string | null, ended = false): Member => ({
  id,
  role,
  parentId,
  ended,
})

const crew = [
  member('p-1', 'coordinator', null),
  member('p-2', 'lead', 'p-1'),
  member('p-3', 'builder', 'p-2'),
  member('p-4', 'builder', 'p-2'),
  member('p-5', 'builder', 'p-2', true),
  member('p-6', 'reviewer', 'p-2', true),
  member('p-7', 'archivist', 'p-1'),
]
const alone = member('p-9', null, null)
const all = [...crew, alone, member('p-10', null, 'p-9', true)]

const facts = (from: string): AddressFacts => {
  const sender = all.find((one) => one.id === from) ?? null
  return {
    from,
    parentId: sender?.parentId ?? null,
    members: sender === null || sender === alone ? all.filter((one) => one.parentId === from) : crew,
    session: (id) => all.find((one) => one.id === id) ?? null,
  }
}
const resolve = (from: string, to: string): unknown => {
  const result = resolveAddress(to, facts(from))
  return 'refused' in result ? result.refused : result.to
}

describe('an address', () => {
  it.each([
    ['p-2', 'operator', ['operator']],
    ['operator', 'operator', 'UNKNOWN_RECIPIENT'],
    ['operator', 'p-2', ['p-2']],
    ['p-3', 'p-4', ['p-4']],
    ['p-3', 'p-3', ['p-3']],
    ['p-3', 'p-5', 'RECIPIENT_ENDED'],
    ['p-3', 'p-99', 'UNKNOWN_RECIPIENT'],
    ['p-3', '', 'UNKNOWN_RECIPIENT'],
    ['p-3', 'builders', 'UNKNOWN_RECIPIENT'],
    ['p-3', '@parent', ['p-2']],
    ['p-3', '@PARENT', ['p-2']],
    ['p-1', '@parent', 'EMPTY_GROUP'],
    ['operator', '@parent', 'EMPTY_GROUP'],
    ['p-10', '@parent', ['p-9']],
    ['p-2', '@children', ['p-3', 'p-4']],
    ['p-3', '@children', 'EMPTY_GROUP'],
    ['p-9', '@children', 'EMPTY_GROUP'],
    ['operator', '@children', 'EMPTY_GROUP'],
    ['p-2', '@all', ['p-1', 'p-3', 'p-4', 'p-7']],
    ['p-9', '@all', 'EMPTY_GROUP'],
    ['p-2', '@builders', ['p-3', 'p-4']],
    ['p-3', '@builders', ['p-4']],
    ['p-3', '@Builders', ['p-4']],
    ['p-3', '@reviewers', 'EMPTY_GROUP'],
    ['p-3', '@mergers', 'EMPTY_GROUP'],
    ['p-3', '@archivists', ['p-7']],
    ['p-9', '@builders', 'EMPTY_GROUP'],
    ['p-3', '@builder', 'UNKNOWN_RECIPIENT'],
    ['p-3', '@gardeners', 'UNKNOWN_RECIPIENT'],
    ['p-3', '@', 'UNKNOWN_RECIPIENT'],
    ['p-3', '@s', 'UNKNOWN_RECIPIENT'],
  ])('%s to %s: %j', (from, to, expected) => {
    expect(resolve(from, to)).toEqual(expected)
  })

  it('says of a parent that has ended that it has ended', () => {
    const result = resolveAddress('@parent', { ...facts('p-3'), session: (id) => member(id, 'lead', null, true) })
    expect(result).toMatchObject({ hint: expect.stringContaining('Send it to operator instead') })
    expect(result).toMatchObject({ refused: 'RECIPIENT_ENDED', hint: expect.stringContaining('restore p-2') })
  })

  it('tells a group from a single receiver, also when it has one member', () => {
    expect(resolveAddress('@builders', facts('p-3'))).toEqual({ to: ['p-4'], group: true })
    expect(resolveAddress('p-4', facts('p-3'))).toEqual({ to: ['p-4'], group: false })
  })
})
