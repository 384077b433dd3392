/**
 * Whose word lets a proven merge land. What the operator enqueues needs none beyond that, nor what an agent of an effort
 * offers to the target that the effort was started with. What any other agent enqueues, what changes the rules (Drover's
 * configuration, CI workflows), and what drops lines above the clean tier waits for `merge approve`.
 */
import type { ApprovalReason, DroppedLine, Merge, MergeApproved, MergeProof, MergeTier } from '#contract/merge'
import { globPattern } from './tier.ts'

const workflows = [
  '.github/workflows/**',
  '.github/actions/**',
  '.forgejo/workflows/**',
  '.gitea/workflows/**',
  '.gitlab-ci.yml',
  '.gitlab/ci/**',
  '.circleci/**',
  '.buildkite/**',
  '.woodpecker/**',
  '.woodpecker.yml',
  '.woodpecker.yaml',
  '.travis.yml',
  '.drone.yml',
  '.azure-pipelines/**',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'Jenkinsfile',
].map((glob) => globPattern(`/${glob}`))

const isConfig = (path: string): boolean => path === '.drover' || path.startsWith('.drover/')
const isWorkflow = (path: string): boolean => workflows.some((pattern) => pattern.test(path))

export interface ConsentFacts {
  readonly by: Merge['by']
  readonly target: string
  /** The effort that its session works in, with the target it was started with. */
  readonly effort: { readonly into: string } | null
  readonly tier: MergeTier
  /** Every path that differs between the target and the result, old names of renamed ones too. */
  readonly paths: readonly string[]
  readonly dropped: readonly DroppedLine[]
}

export function approvalsNeeded(facts: ConsentFacts): readonly ApprovalReason[] {
  const needed: ApprovalReason[] = []
  if (facts.by === 'session' && facts.effort?.into !== facts.target) needed.push('agent')
  if (facts.paths.some(isConfig)) needed.push('drover_config')
  if (facts.paths.some(isWorkflow)) needed.push('workflows')
  if (facts.tier !== 'clean' && facts.dropped.length > 0) needed.push('dropped_lines')
  return needed
}

const sameLine = (one: DroppedLine, other: DroppedLine): boolean =>
  one.file === other.file && one.text === other.text && one.input === other.input

/** An approval holds for a later attempt as long as that shows nothing that was not approved. */
export function isCovered(
  needed: readonly ApprovalReason[],
  { dropped, more }: Pick<MergeProof, 'dropped' | 'more'>,
  approved: MergeApproved | null,
): boolean {
  if (needed.length === 0) return true
  if (approved === null) return false
  if (needed.some((reason) => !approved.reasons.includes(reason))) return false
  if (!needed.includes('dropped_lines')) return true
  // Lines beyond the list were counted and never shown: nobody can say that they are the same ones.
  if (more > 0) return false
  const left = [...approved.dropped]
  return dropped.every((line) => {
    const at = left.findIndex((known) => sameLine(known, line))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const words: Record<ApprovalReason, string> = {
  agent: 'an agent asked for it',
  drover_config: "it changes Drover's configuration",
  workflows: 'it changes CI workflows',
  dropped_lines: 'it drops lines that a side had added',
}

export const whyApproval = (needed: readonly ApprovalReason[]): string =>
  needed.map((reason) => words[reason]).join(', ')
