/**
 * How a merge that git could not finish goes on: which conflicts a union settles because somebody asked for it, and who gets
 * those that are left: an agent, where one is named and was not asked too often, else a person. Decides only; the union itself
 * is git's.
 */
import type { MergeTier } from '#contract/merge'

export interface Conflict {
  readonly path: string
  /** content: both sides changed the same text of a plain file. Everything else (deletions, links, submodules, binary) is other. */
  readonly kind: 'content' | 'other'
}

export interface TierPlan {
  readonly union: readonly string[]
  readonly left: readonly string[]
}

export function planConflicts(
  conflicts: readonly Conflict[],
  policy: { readonly union: readonly string[]; readonly tiers: readonly MergeTier[] },
): TierPlan {
  const globs = policy.tiers.includes('mechanical') ? policy.union.map(globPattern) : []
  const union: string[] = []
  const left: string[] = []
  for (const { path, kind } of conflicts) {
    const asked = kind === 'content' && globs.some((pattern) => pattern.test(path))
    ;(asked ? union : left).push(path)
  }
  return { union, left }
}

export interface ResolverPolicy {
  readonly tiers: readonly MergeTier[]
  /** The agent spec of the agent tier. */
  readonly agent: string | null
  readonly agentTries: number
}

/** Who resolves what is left. null: nobody may. */
export function whoResolves(policy: ResolverPolicy, agentTries: number): 'agent' | 'human' | null {
  if (policy.tiers.includes('agent') && policy.agent !== null && agentTries < policy.agentTries) return 'agent'
  return policy.tiers.includes('human') ? 'human' : null
}

const rank: Record<MergeTier, number> = { clean: 0, mechanical: 1, agent: 2, human: 3 }

/** A merge is called by the highest tier that any of its attempts needed. */
export const higherTier = (one: MergeTier | null, other: MergeTier): MergeTier =>
  one !== null && rank[one] > rank[other] ? one : other

/**
 * Globs as `.gitattributes` reads them: without a slash they match a name at any depth, `*` and `?` stay within a directory,
 * `**` crosses them.
 */
export function globPattern(glob: string): RegExp {
  const anchored = glob.replace(/^\//, '')
  const free = !anchored.includes('/') && !glob.startsWith('/')
  let text = ''
  for (let at = 0; at < anchored.length; ) {
    const rest = anchored.slice(at)
    if (rest.startsWith('**/')) {
      text += '(?:.*/)?'
      at += 3
    } else if (rest.startsWith('**')) {
      text += '.*'
      at += 2
    } else {
      const char = anchored[at]!
      text += char === '*' ? '[^/]*' : char === '?' ? '[^/]' : char.replace(/[\\^$.|+()[\]{}/]/g, '\\$&')
      at += 1
    }
  }
  return new RegExp(`^${free ? '(?:.*/)?' : ''}${text}$`, 's')
}
