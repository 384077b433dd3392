/** What roles are told, held against what they may: the table's mails, the guard's verdicts, the tools that there are. */
import { describe, expect, it } from 'vitest'
import { shellParser } from '#adapters/shell/parse'
import { mailTypes } from '#contract/mail'
import { tools } from '#mcp/agent-tools'
import { judgeCall } from './guard.ts'
import type { GuardFacts } from './guard-facts.ts'
import { callsOf } from './guard-tool.ts'
import { composeInstructions } from './instructions.ts'
import { builtInRoles, type RoleRow } from './table.ts'
import { reminderText } from './words.ts'

const worktree = '/w/p-3'
const told = (row: RoleRow): string => {
  const assignment = {
    ...{ sessionId: 'p-3', branch: 'b', workspace: worktree, parentId: 'p-2', effort: null, task: null, spec: null },
    ...{ files: [], siblings: [], depth: 0, maxDepth: 2 },
  }
  const text = composeInstructions({ row, roleText: null, profile: null, assignment })
  return `${text}\n${reminderText(row, { parent: true, children: 1 })}`
}
const guard = (row: RoleRow): GuardFacts => ({
  mayWriteFiles: row.files === 'writes',
  scope: [],
  mayPush: false,
  worktree,
  branch: 'b',
  nativeSubagents: 'deny',
})

/** As it is typed: without what may be left away, and with one of what is to be chosen from. */
const typed = (shown: string): string =>
  shown
    .replace(/ \[[^\]]*\]/g, '')
    .replace(/\|[\w:]+/g, '')
    .replaceAll('…', 'words')

describe.each(builtInRoles.map((row) => [row.name, row] as const))('a %s', (_, row) => {
  it('is told the mails that its row ends with, and no other end (must never 16)', () => {
    const text = told(row)
    for (const type of row.ends) expect(text).toContain(`\`${type}\``)
    const ends = new Set(builtInRoles.flatMap(({ ends: all }) => all))
    const foreign = mailTypes.filter((type) => ends.has(type) && !row.ends.includes(type))
    const owes = text.slice(text.indexOf('# How to speak'), text.indexOf('Your turn ended without'))
    for (const type of foreign) expect(owes).not.toContain(`\`${type}\``)
  })

  it('is promised no command that its guard denies (must never 44)', () => {
    const commands = [...told(row).matchAll(/`(drover [^`]*)`/g)].map((found) => typed(found[1]!))
    expect(commands.length).toBeGreaterThan(2)
    for (const command of commands)
      expect([command, judgeCall(guard(row), { tool: 'shell', command, cwd: worktree }, shellParser.parse)]).toEqual([
        command,
        { verdict: 'allow' },
      ])
  })

  it('is promised every tool that there is, and its guard denies none (must never 44)', () => {
    const listed = /by name if you do not see them\): ([^.]*)\./.exec(told(row))?.[1]?.split(', ')
    expect(listed?.toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    const input = { to: '@parent', type: 'status', subject: 's', body: 'git push', role: 'scout', prompt: 'rm -rf /' }
    for (const { name } of tools)
      for (const tool of [name, `mcp__drover__${name}`, `drover_${name}`, `drover-${name}`]) {
        const calls = callsOf({ tool, input, cwd: worktree })
        expect([tool, calls]).toEqual([tool, [{ tool: 'other', name: tool }]])
      }
    // The one that the table refuses is said to be refused.
    expect(told(row).includes('Nobody: `spawn` is refused')).toBe(row.spawns.length === 0)
  })
})
