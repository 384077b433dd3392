/** The table of roles, row by row, and what a project may say over it. */
import { describe, expect, it } from 'vitest'
import { roles } from '#contract/role'
import { builtInRoles, find, roleTable, textOfTaskRole } from './table.ts'

describe('the table', () => {
  it.each([
    ['scout', 'reads', [], ['worker_done', 'result'], 'read-only', 'task'],
    ['builder', 'writes', [], ['worker_done', 'result'], 'bypass', 'task'],
    ['reviewer', 'reads', [], ['worker_done', 'result'], 'read-only', 'task'],
    ['merger', 'writes', [], ['merged', 'merge_failed'], 'bypass', 'task'],
    ['lead', 'reads', ['scout', 'builder', 'reviewer', 'merger'], ['worker_done', 'result'], 'read-only', 'task'],
    ['coordinator', 'reads', ['lead', 'scout', 'builder', 'reviewer', 'merger'], [], 'read-only', 'effort'],
  ])('%s', (name, files, spawns, ends, permissions, lifetime) => {
    const row = find(builtInRoles, name)
    expect(row).toMatchObject({ files, spawns, ends, permissions, lifetime })
    expect(row?.text).not.toBe('')
  })

  it('holds the roles of the contract and no other (must never 45)', () => {
    expect(builtInRoles.map((row) => row.name)).toEqual([...roles])
    expect(find(builtInRoles, 'Builder')?.name).toBe('builder')
    expect(find(builtInRoles, 'constructor')).toBeNull()
  })

  it('tells tasks of a relay the same words', () => {
    for (const { name, text } of builtInRoles) expect(textOfTaskRole(name)).toBe(text)
    expect(textOfTaskRole('executor')).toBe(textOfTaskRole('builder'))
    expect(textOfTaskRole('nobody')).toBeNull()
  })
})

describe('a project’s own words', () => {
  it('stand over a row and leave the rest of it', () => {
    const row = find(roleTable({ Builder: { agent: 'cx', permissions: 'ask' } }), 'builder')
    expect(row).toMatchObject({ name: 'builder', agent: 'cx', permissions: 'ask', files: 'writes' })
  })

  it('add roles, which read unless they say otherwise', () => {
    const table = roleTable({ tester: {}, painter: { files: 'writes', spawns: ['scout'], ends: [] } })
    expect(find(table, 'tester')).toMatchObject({ files: 'reads', permissions: 'read-only', lifetime: 'task' })
    expect(find(table, 'painter')).toMatchObject({ permissions: 'bypass', spawns: ['scout'], lifetime: 'effort' })
    expect(table).toHaveLength(builtInRoles.length + 2)
  })

  it('take the rights of one that reads from one that wrote', () => {
    expect(find(roleTable({ builder: { files: 'reads' } }), 'builder')?.permissions).toBe('read-only')
  })
})
