/**
 * May a session with a role be started, by whom, under whom, and with what? One decision over facts; the flow reads them in
 * the transaction that writes the row. What a harness, a branch or a model can is `core/session/spawn`.
 */
import type { Refusal } from '#contract/error'
import type { Role } from '#contract/role'
import type { Permissions, Phase } from '#contract/session'
import { nearest } from '#core/nearest'
import { scopesOverlap } from './scope.ts'
import { find, type RoleRow, type RoleTable } from './table.ts'

export interface ParentFacts {
  readonly id: string
  /** null: a session without a role leads nobody. */
  readonly role: Role | null
  readonly depth: number
  readonly phase: Phase
  readonly projectId: string
  /** Those of its children that have not ended and owe a report. */
  readonly liveChildren: number
}

export interface Sibling {
  readonly id: string
  readonly name: string
  readonly files: readonly string[]
}

export interface EffortFacts {
  readonly id: string
  readonly projectId: string
  readonly running: boolean
  readonly permissions: Permissions
  /** Sessions of it that have not ended. */
  readonly live: number
  /** Those of them that write. */
  readonly writers: readonly Sibling[]
}

export interface SpawnLimits {
  readonly maxDepth: number
  readonly maxChildren: number
  readonly maxAgents: number
}

export interface RoleSpawnFacts {
  readonly role: string
  readonly table: RoleTable
  readonly projectId: string
  /** The parent's id as it was given; null: none. */
  readonly parentAsked: string | null
  readonly parent: ParentFacts | null
  /** Started through the parent's own token. */
  readonly byParent: boolean
  readonly effortAsked: string | null
  readonly effort: EffortFacts | null
  readonly files: readonly string[]
  readonly allowOverlap: boolean
  /** What the operator asked for. */
  readonly permissions: Permissions | undefined
  readonly limits: SpawnLimits
}

export interface RolePlace {
  readonly row: RoleRow
  readonly parentId: string | null
  readonly depth: number
  readonly effortId: string | null
  readonly permissions: Permissions
  /** Live writers of the effort whose scope meets this one; allowed on purpose. */
  readonly overlaps: readonly string[]
}

export function decideRole(facts: RoleSpawnFacts): RolePlace | Refusal {
  const row = find(facts.table, facts.role)
  if (row === null) return unknownRole(facts)
  const { parent, effort, limits } = facts
  if (facts.parentAsked !== null && parent === null) return noParent(facts.parentAsked, 'There is no session')
  if (parent !== null && parent.phase === 'ended') return noParent(parent.id, 'It has ended:')
  if (parent !== null && parent.projectId !== facts.projectId) return noParent(parent.id, 'Not of this project:')
  if (facts.effortAsked !== null && (effort === null || effort.projectId !== facts.projectId))
    return {
      refused: 'EFFORT_NOT_FOUND',
      message: `There is no effort "${facts.effortAsked}" here.`,
      hint: listEfforts,
    }
  if (effort !== null && !effort.running)
    return { refused: 'EFFORT_ENDED', message: `Effort ${effort.id} is over.`, hint: 'Start another effort.' }
  const mayNot = parent !== null && facts.byParent ? refuseByTable(facts.table, parent, row) : null
  if (mayNot !== null) return mayNot
  const depth = parent === null ? 0 : parent.depth + 1
  const tooMany = refuseByLimits(parent, effort, depth, limits)
  if (tooMany !== null) return tooMany
  const overlaps = row.files === 'writes' && effort !== null ? meeting(facts.files, effort.writers) : []
  if (overlaps.length > 0 && !facts.allowOverlap) return overlap(facts.files, overlaps)
  return {
    row,
    parentId: parent?.id ?? null,
    depth,
    effortId: effort?.id ?? null,
    permissions: facts.permissions ?? capped(row.permissions, effort?.permissions ?? 'bypass'),
    overlaps: overlaps.map(({ id }) => id),
  }
}

const reach: Record<Permissions, number> = { 'read-only': 0, ask: 1, bypass: 2 }

/** The lesser of the two. */
export const capped = (asked: Permissions, cap: Permissions): Permissions => (reach[asked] <= reach[cap] ? asked : cap)

function refuseByTable(table: RoleTable, parent: ParentFacts, row: RoleRow): Refusal | null {
  const own = parent.role === null ? null : find(table, parent.role)
  const may = own?.spawns ?? []
  if (may.some((one) => one.toLowerCase() === row.name.toLowerCase())) return null
  return {
    refused: 'ROLE_MAY_NOT_SPAWN',
    message: `${parent.id} is ${own === null ? 'without a role' : `a ${own.name}`} and may not start a ${row.name}.`,
    hint: may.length === 0 ? 'Ask your parent or the operator for it.' : `It may start: ${may.join(', ')}.`,
    details: { role: own?.name ?? null, asked: row.name, allowed: may },
  }
}

function refuseByLimits(
  parent: ParentFacts | null,
  effort: EffortFacts | null,
  depth: number,
  { maxDepth, maxChildren, maxAgents }: SpawnLimits,
): Refusal | null {
  if (depth > maxDepth)
    return {
      refused: 'DEPTH_EXCEEDED',
      message: `It would stand ${depth} below the root; at most ${maxDepth} is allowed.`,
      hint: 'Do the work here, or raise max_depth of [coordination].',
      details: { depth, limit: maxDepth },
    }
  if (parent !== null && parent.liveChildren >= maxChildren)
    return {
      refused: 'CHILDREN_LIMIT',
      message: `${parent.id} already has ${parent.liveChildren} of ${maxChildren} children at work.`,
      hint: 'Wait for one of them to report, dismiss one, or raise max_children of [coordination].',
      details: { live: parent.liveChildren, limit: maxChildren },
    }
  if (effort !== null && effort.live >= maxAgents)
    return {
      refused: 'EFFORT_LIMIT',
      message: `Effort ${effort.id} already has ${effort.live} of ${maxAgents} agents.`,
      hint: 'Dismiss one that has reported, or raise max_agents of [coordination].',
      details: { live: effort.live, limit: maxAgents },
    }
  return null
}

/** A writer without a scope has the whole tree, and so meets only those that declared one of their own. */
function meeting(files: readonly string[], writers: readonly Sibling[]): readonly Sibling[] {
  if (files.length === 0) return []
  return writers.filter((one) => one.files.length > 0 && scopesOverlap(files, one.files))
}

const overlap = (files: readonly string[], others: readonly Sibling[]): Refusal => ({
  refused: 'FILE_SCOPE_OVERLAP',
  message: `The scope ${files.join(', ')} meets that of ${others
    .map(({ id, name, files: theirs }) => `${id}${name === id ? '' : ` (${name})`}: ${theirs.join(', ')}`)
    .join('; ')}.`,
  hint: 'Give each its own files, or allow it on purpose with --allow-overlap.',
  details: { files, sessions: others.map(({ id, files: theirs }) => ({ id, files: theirs })) },
})

const listEfforts = 'List them with: drover effort ls'

const noParent = (id: string, why: string): Refusal => ({
  refused: 'PARENT_NOT_FOUND',
  message: `${why} "${id}", so nobody could be its parent.`,
  hint: 'Name a session that lives in this project: drover session ls',
})

function unknownRole({ role, table }: RoleSpawnFacts): Refusal {
  const names = table.map((one) => one.name)
  const near = nearest(role.toLowerCase(), names)
  return {
    refused: 'ROLE_UNKNOWN',
    message: `There is no role "${role}".`,
    hint: `${near === null ? '' : `Did you mean "${near}"? `}There are: ${names.join(', ')}.`,
    details: { role, nearest: near },
  }
}

/** What a session may not say for those it starts: they come from the table and the effort. */
export function refuseGiven(given: Readonly<Record<string, unknown>>): Refusal | null {
  const said = ['permissions', 'branch', 'base', 'ignoreConfig'].filter((key) => given[key] !== undefined)
  if (said.length === 0) return null
  return {
    refused: 'FORBIDDEN_SCOPE',
    message: `A session cannot choose ${said.join(', ')} of those it starts.`,
    hint: 'Leave it out: the role table and the effort decide.',
    details: { given: said },
  }
}

/** A session with a role starts roles only. */
export const roleNeeded = (parentId: string, table: RoleTable): Refusal => ({
  refused: 'ROLE_UNKNOWN',
  message: `${parentId} has a role and starts sessions with a role only; none was named.`,
  hint: `Name one: ${table.map((one) => one.name).join(', ')}.`,
})

/** A worker on its own starts nobody. */
export const workersSpawnNobody: Refusal = {
  refused: 'FORBIDDEN_SCOPE',
  message: 'Only an orchestrator, or a session whose role allows it, may start sessions.',
  hint: 'Ask the operator for it.',
}

export interface AgentChoice {
  /** `--agent`, or a harness that was named. */
  readonly asked: string | null
  readonly own: string | null
  /** The route of that role, first choice first. */
  readonly route: readonly string[]
  readonly parent: string | null
}

/** Whose agent spec counts; null: the project's default. */
export const chooseAgent = ({ asked, own, route, parent }: AgentChoice): string | null =>
  asked ?? own ?? route[0] ?? parent
