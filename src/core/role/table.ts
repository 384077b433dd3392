/**
 * The one table of roles: what each reads or writes, whom it may start, with which mail its work ends, what it is allowed by
 * default, how long it lives, and what it is told. A project overrides rows and adds its own (`[roles.NAME]`); nothing else
 * knows a role by name.
 */
import type { MailType } from '#contract/mail'
import type { OwnRole, Role } from '#contract/role'
import type { Permissions } from '#contract/session'

export interface RoleRow {
  readonly name: Role
  /** Does it change files, or only look at them? */
  readonly files: 'reads' | 'writes'
  /** Roles that it may start. */
  readonly spawns: readonly Role[]
  /** The mails that end its work, the usual one first; empty where it lives as long as its effort. */
  readonly ends: readonly MailType[]
  readonly permissions: Permissions
  /** task: it owes one report. effort: it lives on between its turns and owes none. */
  readonly lifetime: 'task' | 'effort'
  /** `[roles.NAME] agent`. */
  readonly agent: string | null
  /** How it works, where the project has no words of its own. */
  readonly text: string
  /** What else it is told where there is mail and somebody to report to. */
  readonly duty: string
}

const reports: readonly MailType[] = ['worker_done', 'result']

const implement = 'You implement exactly what the task asks for, with the tests that prove it, and nothing beside it.'

const row = (
  name: Role,
  files: RoleRow['files'],
  permissions: Permissions,
  text: string,
  more: Partial<RoleRow> = {},
): RoleRow => ({
  name,
  files,
  spawns: [],
  ends: reports,
  permissions,
  lifetime: 'task',
  agent: null,
  text,
  duty: '',
  ...more,
})

const rows: readonly RoleRow[] = [
  row(
    'scout',
    'reads',
    'read-only',
    'You look; you change nothing. Find out what was asked, with file and line for every claim, and say what you did not find.',
  ),
  row('builder', 'writes', 'bypass', implement, {
    duty: 'Change only files of your scope and commit your work. Say that the branch is ready to be merged before you report.',
  }),
  row(
    'reviewer',
    'reads',
    'read-only',
    'You review; you change nothing. Read the change and the code around it, run what can be run, and report what is wrong, most serious first, with file and line.',
    { duty: 'The payload of your report holds `verdict`: PASS or FAIL, and `findings`: a list of sentences.' },
  ),
  row(
    'merger',
    'writes',
    'bypass',
    'You bring two sides of a conflict together. Keep what each side added; drop nothing without saying so; leave no conflict marker; commit the result.',
    { ends: ['merged', 'merge_failed'] },
  ),
  row(
    'lead',
    'reads',
    'read-only',
    'You split the work; you do not do it yourself. Look first (a scout), then give each builder one task with a scope of files that no other builder has, then have the result reviewed.',
    {
      spawns: ['scout', 'builder', 'reviewer', 'merger'],
      duty: 'After you started others, wait for them: a turn that ends without a report and without waiting for something counts as your end.',
    },
  ),
  row(
    'coordinator',
    'reads',
    'read-only',
    'You plan towards the goal and keep the whole in view. Start a lead for each part, wait for their reports, judge them, and ask the operator where a choice is not yours.',
    { spawns: ['lead', 'scout', 'builder', 'reviewer', 'merger'], ends: [], lifetime: 'effort' },
  ),
]

/** Names that tasks of a relay use beside the roles above. */
const taskTexts: Readonly<Record<string, string>> = {
  planner:
    'You plan; you do not implement. Read what is there, then break the work into tasks small enough to be done and verified one by one, and report them as follow-ups in their order.',
  executor: implement,
  tester: 'You test: write and run tests for what the task names, and report what fails and how to see it.',
  fixer: 'You mend one defect: make it fail in a test first, mend the cause, and show that the test passes.',
}

/** What a task's role means in a relay, where there is no mail and nobody to start. */
export const textOfTaskRole = (role: string): string | null =>
  Object.hasOwn(taskTexts, role) ? taskTexts[role]! : (find(rows, role)?.text ?? null)

export type RoleTable = readonly RoleRow[]

/** The table of a project: the built-in rows with its own words over them, then the roles that it adds. */
export function roleTable(own: Readonly<Record<string, OwnRole>>): RoleTable {
  const named = (name: string): OwnRole | null =>
    Object.entries(own).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null
  const known = rows.map((one) => overridden(one, named(one.name)))
  const added = Object.entries(own)
    .filter(([name]) => find(rows, name) === null)
    .map(([name, words]) => overridden(row(name, 'reads', 'read-only', `You work as ${name}.`), words))
  return [...known, ...added]
}

function overridden(base: RoleRow, own: OwnRole | null): RoleRow {
  if (own === null) return base
  const files = own.files ?? base.files
  const ends = own.ends ?? base.ends
  return {
    ...base,
    files,
    ends,
    lifetime: ends.length === 0 ? 'effort' : 'task',
    spawns: own.spawns ?? base.spawns,
    permissions: own.permissions ?? (own.files === undefined ? base.permissions : defaultOf(files)),
    agent: own.agent ?? base.agent,
  }
}

const defaultOf = (files: RoleRow['files']): Permissions => (files === 'writes' ? 'bypass' : 'read-only')

/** Case makes no difference; null: there is no such role. */
export const find = (table: RoleTable, name: string): RoleRow | null =>
  table.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null

export const builtInRoles: RoleTable = rows
