/** The table of what each harness can do, as docs/harnesses.md shows it between its markers. Made from `can`, never by hand. */
import type { Abilities, Harness } from '#ports/harness'

const columns: readonly { readonly head: string; readonly cell: (can: Abilities) => string }[] = [
  { head: 'resume', cell: (can) => yes(can.resume) },
  { head: 'fork', cell: (can) => yes(can.fork) },
  { head: 'steer', cell: (can) => yes(can.steer) },
  { head: 'interrupt', cell: (can) => yes(can.interrupt) },
  { head: 'permissions', cell: (can) => can.permissions.join(', ') },
  { head: 'questions', cell: (can) => yes(can.questions) },
  { head: 'usage', cell: (can) => can.usage },
  { head: 'models', cell: (can) => yes(can.models) },
  { head: 'thinking', cell: (can) => yes(can.thinking) },
  { head: 'deltas', cell: (can) => yes(can.deltas) },
  { head: 'tools', cell: (can) => yes(can.tools) },
  { head: 'instructions', cell: (can) => can.instructions },
  { head: 'pictures', cell: (can) => can.pictures },
  { head: 'mcp', cell: (can) => yes(can.mcp) },
  { head: 'guard', cell: (can) => yes(can.guard) },
  { head: 'terminal', cell: (can) => yes(can.terminal === true) },
]

const yes = (able: boolean): string => (able ? 'yes' : 'no')
const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

export function abilityMatrix(harnesses: readonly Harness[]): string {
  const heads = ['harness', 'proven', ...columns.map((column) => column.head), 'versions']
  const rows = harnesses.map((harness) =>
    row([
      `\`${harness.id}\``,
      harness.proven,
      ...columns.map((column) => column.cell(harness.can)),
      harness.testedVersions,
    ]),
  )
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n')
}
