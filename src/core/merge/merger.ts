/**
 * The agent tier's session: the words it is called with, and what the end of its turn means for its merge. The prompt says what
 * clashes, what each side meant and how to finish; what people and agents wrote before is quoted, so that no line of it reads
 * as an instruction. Pure.
 */
import type { TurnOutcome } from '#contract/agent-event'
import type { Phase } from '#contract/session'
import { cut } from '#core/relay/prompt'

export interface MergerFacts {
  readonly id: string
  readonly branch: string
  readonly target: string
  readonly mergeBase: string
  readonly base: string
  readonly source: string
  readonly conflicts: readonly string[]
  readonly branchSide: MergerSide
  readonly targetSide: MergerSide
  /** `.drover/roles/merger.md` of the project. */
  readonly roleText: string | null
}

/** What one side did since the two parted. */
export interface MergerSide {
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  readonly tasks: readonly { readonly id: string; readonly title: string; readonly body: string }[]
}

const most = { files: 200, commits: 50, tasks: 10, body: 20_000, role: 20_000 }

export function composeMergerPrompt(facts: MergerFacts): string {
  const { id, branch, target, mergeBase, base, source } = facts
  return [
    [
      `You are the merger of ${id}: git could not finish the merge of ${branch} into ${target} by itself.`,
      'This directory is a scratch worktree of that merge alone, detached, with the merge open in it. Nobody answers while you work: decide and go on.',
      `The two sides parted at ${mergeBase}. HEAD is ${base}, the tip of ${target}; MERGE_HEAD is ${source}, from ${branch}.`,
    ].join('\n'),
    `# Files in conflict\n${listed(facts.conflicts)}`,
    side(`What ${branch} did`, facts.branchSide),
    side(`What ${target} did meanwhile`, facts.targetSide),
    [
      '# To finish',
      'Keep what both sides meant: no line that either side added may be lost without need. Leave no conflict marker.',
      'Resolve each file, stage it with `git add`, leave no other file behind, then commit once with `git commit --no-edit`.',
      'Do not push, do not switch, create or move branches, do not rewrite commits, do not work outside this directory.',
      'If it cannot be resolved, say why and end without a commit: a person goes on from here.',
    ].join('\n'),
    facts.roleText === null || facts.roleText.trim() === ''
      ? null
      : `# Role: merger\n${cut(facts.roleText.trim(), most.role)}`,
  ]
    .filter((part) => part !== null)
    .join('\n\n')
}

function side(heading: string, { commits, tasks }: MergerSide): string {
  const log = commits.slice(0, most.commits).map(({ hash, subject }) => `> ${hash.slice(0, 12)} ${oneLine(subject)}`)
  const more = commits.length > most.commits ? [`> and ${commits.length - most.commits} more`] : []
  const wanted = tasks
    .slice(0, most.tasks)
    .map(({ id, title, body }) => `Task ${id}:\n${quoted([title, cut(body.trim(), most.body)].join('\n').trim())}`)
  return [`# ${heading}`, ...(log.length === 0 ? ['> no commits of its own'] : log), ...more, ...wanted].join('\n')
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, most.files).map((file) => `- ${oneLine(file)}`)
  return [...shown, ...(files.length > most.files ? [`- and ${files.length - most.files} more`] : [])].join('\n')
}

const quoted = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n')
/** Names of files and subjects are anybody's: none of them begins a line of its own. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()

export interface MergerTurn {
  readonly sessionId: string
  /** null: its session is not there. */
  readonly phase: Phase | null
  readonly turn: 'running' | TurnOutcome | null
  /** Words wait for it: another turn follows. */
  readonly queued: boolean
}

/** wait: it is at work. look: it says that it is through. Anything else is why a person goes on. */
export function judgeMerger({
  sessionId,
  phase,
  turn,
  queued,
}: MergerTurn): 'wait' | 'look' | { readonly why: string } {
  if (phase === null) return { why: `The session ${sessionId} that was to resolve it is gone.` }
  if (phase !== 'ended' && (turn === 'running' || turn === null || queued)) return 'wait'
  if (turn === 'completed') return 'look'
  if (phase === 'ended') return { why: `The session ${sessionId} ended before it had resolved the conflict.` }
  return turn === 'cancelled'
    ? { why: `The turn of ${sessionId}, which was to resolve it, was cancelled.` }
    : { why: `The turn of ${sessionId}, which was to resolve it, failed; see: drover session tail ${sessionId}.` }
}
