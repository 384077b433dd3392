/**
 * The prompt of a try: who you are and how to report, the project's instructions, the role, the task, what is left in the
 * tree, what the operator said, the summary before, the last tries, how to finish. A conversation that goes on gets only what
 * is new. Bounded, cut on character boundaries; quoted text never begins a line as a command of its own.
 */
import type { TryOutcome } from '#contract/relay'

export interface PromptFacts {
  readonly agent: string
  readonly relayId: string
  readonly tryN: number
  /** null: the relay's own prompt. */
  readonly taskId: string | null
  readonly title: string
  readonly body: string
  readonly role: string | null
  readonly expects: 'change' | 'none'
  readonly verify: readonly string[]
  readonly commit: 'leftovers' | 'agent'
  readonly branch: string | null
  readonly instructions: string | null
  readonly roleText: string | null
  /** Files that differ from HEAD when it begins. */
  readonly leftovers: readonly string[]
  /** Commits that earlier tries of this task made. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  readonly previousSummary: string | null
  readonly lastTries: readonly {
    readonly n: number
    readonly agent: string
    readonly outcome: TryOutcome | null
    readonly reason: string | null
    readonly summary: string | null
  }[]
  /** The last words of the agent before, when another one takes over. */
  readonly lastWords: string | null
  /** Why the same agent is asked again. */
  readonly guidance: string | null
  /** The conversation goes on. */
  readonly resumed: boolean
}

export interface ComposedPrompt {
  readonly text: string
  /** The part that brings it up to date; null: nothing was there before. */
  readonly handoff: string | null
}

const most = { instructions: 20_000, role: 20_000, body: 200_000, summary: 3000, words: 3000, files: 60, tries: 5 }

export function composePrompt(facts: PromptFacts): ComposedPrompt {
  const handoff = handoffOf(facts)
  const parts = facts.resumed ? resumedParts(facts, handoff) : freshParts(facts, handoff)
  return { text: parts.filter((part): part is string => part !== null).join('\n\n'), handoff }
}

function freshParts(facts: PromptFacts, handoff: string | null): readonly (string | null)[] {
  return [
    whoYouAre(facts),
    section('Project instructions', facts.instructions, most.instructions),
    section(`Role: ${facts.role ?? ''}`, facts.roleText, most.role),
    task(facts),
    handoff,
    howToFinish(facts),
  ]
}

/** Its conversation has everything else. */
function resumedParts(facts: PromptFacts, handoff: string | null): readonly (string | null)[] {
  return [
    facts.guidance === null
      ? 'Go on with the task where you left off.'
      : `Go on with the task: it is not done yet.\n${quoted(cut(facts.guidance, most.words))}`,
    facts.guidance === null ? handoff : null,
    task(facts),
    howToFinish(facts),
  ]
}

function whoYouAre({ agent, relayId, tryN, taskId, branch }: PromptFacts): string {
  const where = branch === null ? '' : ` on the branch ${branch}`
  const report =
    taskId === null
      ? 'Report how far you are with: "$DROVER_BIN" progress --summary "…"'
      : [
          'Report with exactly these commands, run in a shell:',
          '  done:            "$DROVER_BIN" task done --summary "what was done"',
          '  part of it:      "$DROVER_BIN" task handoff --summary "what was done" --followup "what is left"',
          '  cannot be done:  "$DROVER_BIN" task fail --summary "why"',
          '  needs a person:  "$DROVER_BIN" task fail --needs-user --summary "the question"',
        ].join('\n')
  return `You are ${agent}, try ${tryN} of relay ${relayId}${where}. Nobody answers while you work: decide and go on.\n${report}`
}

const section = (heading: string, text: string | null, length: number): string | null =>
  text === null || text.trim() === '' ? null : `# ${heading}\n${cut(text.trim(), length)}`

function task({ taskId, title, body, expects, verify }: PromptFacts): string {
  const head = taskId === null ? '# Task' : `# Task ${taskId}: ${title}`
  const words = taskId === null ? body : body.trim() === '' ? title : body
  const more = [
    expects === 'none' ? 'No change to the files is expected.' : null,
    verify.length === 0 ? null : `It counts as done when this holds: ${verify.join(' && ')}`,
  ].filter((line) => line !== null)
  return [head, cut(words, most.body), ...more].join('\n')
}

function handoffOf(facts: PromptFacts): string | null {
  const { leftovers, commits, previousSummary, lastTries, lastWords } = facts
  const parts = [
    commits.length === 0
      ? null
      : `Commits of earlier tries:\n${commits.map(({ hash, subject }) => `- ${hash.slice(0, 12)} ${subject}`).join('\n')}`,
    leftovers.length === 0 ? null : `Not committed in the tree, left by the try before:\n${list(leftovers)}`,
    previousSummary === null ? null : `Summary of the work before:\n${quoted(cut(previousSummary, most.summary))}`,
    lastTries.length === 0
      ? null
      : `Tries of this task so far:\n${lastTries.slice(-most.tries).map(tryLine).join('\n')}`,
    lastWords === null ? null : `The last words of the agent before you:\n${quoted(cut(lastWords, most.words))}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `# What was done before\n${parts.join('\n\n')}`
}

function tryLine({ n, agent, outcome, reason, summary }: PromptFacts['lastTries'][number]): string {
  const why = [reason, summary].filter((text) => text !== null && text !== '').join(' ')
  return `- try ${n} by ${agent}: ${outcome ?? 'running'}${why === '' ? '' : `. ${oneLine(cut(why, 500))}`}`
}

function howToFinish({ commit, expects }: PromptFacts): string {
  if (expects === 'none') return '# To finish\nSay what you found, then report.'
  const how =
    commit === 'agent' ? 'Commit all of your work with a clear message' : 'Commit your work with a clear message'
  return `# To finish\n${how}; do not push, do not switch the branch. Then report.`
}

function list(files: readonly string[]): string {
  const shown = files.slice(0, most.files).map((file) => `- ${file}`)
  return [...shown, ...(files.length > most.files ? [`- and ${files.length - most.files} more`] : [])].join('\n')
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Never through the middle of a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.charCodeAt(length - 1)
  return `${text.slice(0, end >= 0xd800 && end < 0xdc00 ? length - 1 : length)} […]`
}
