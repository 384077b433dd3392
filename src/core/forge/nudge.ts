/**
 * What a session is told of its pull request: red checks, changes that were asked for, conflicts. Once per evidence: the
 * signature of what was told last is kept with the pull request, and the same is never said twice.
 */
import type { PullRequest } from '#contract/pr'

export type NudgeCause = 'ci' | 'review' | 'conflict'
export type NudgeFacts = Pick<
  PullRequest,
  'number' | 'title' | 'head' | 'base' | 'state' | 'checks' | 'ci' | 'review' | 'mergeability' | 'url'
>

export interface Nudge {
  readonly signature: string
  readonly subject: string
  readonly body: string
}

const fence = (text: string): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}\n${text}\n${marks}`
}

function ofChecks(pr: NudgeFacts): { words: string; mark: string } | null {
  // While some still run, more may turn red: all of them are told at once.
  if (pr.ci !== 'failing' || pr.checks.some((check) => check.state === 'pending')) return null
  const red = pr.checks.filter((check) => check.state === 'failed' || check.state === 'cancelled')
  const lines = red.map(({ name, state, url, tail }) => {
    const head = `- ${name}: ${state}${url === null ? '' : ` (${url})`}`
    return tail === null ? head : `${head}\n${fence(tail)}`
  })
  const mark = `ci ${pr.head} ${red
    .map(({ name }) => name)
    .sort()
    .join(',')}`
  return {
    words: `These checks of ${pr.head.slice(0, 12)} did not pass. Mend the cause, commit and push.\n${lines.join('\n')}`,
    mark,
  }
}

export function nudgeOf(pr: NudgeFacts, told: string | null, wanted: readonly NudgeCause[]): Nudge | null {
  if (pr.state !== 'open') return null
  const parts: { words: string; mark: string }[] = []
  const checks = wanted.includes('ci') ? ofChecks(pr) : null
  if (checks !== null) parts.push(checks)
  if (wanted.includes('review') && pr.review === 'changes_requested')
    parts.push({ words: `A reviewer asks for changes: ${pr.url}`, mark: `review ${pr.head}` })
  if (wanted.includes('conflict') && pr.mergeability === 'conflicting')
    parts.push({
      words: `It conflicts with ${pr.base}. Bring ${pr.base} into the branch, resolve the conflicts, commit and push.`,
      mark: `conflict ${pr.head}`,
    })
  if (parts.length === 0) return null
  const signature = parts.map(({ mark }) => mark).join('; ')
  if (signature === told) return null
  return {
    signature,
    subject: `Pull request #${pr.number} needs work`,
    body: `Pull request #${pr.number}, "${pr.title}" (${pr.url}).\n\n${parts.map(({ words }) => words).join('\n\n')}`,
  }
}
