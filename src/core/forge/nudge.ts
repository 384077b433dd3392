/**
 * What a session is told of its pull request: red checks, what reviewers object to, conflicts. Once per evidence: what was
 * told of each cause is kept with the pull request, and the same is never said twice. After three mails about one cause that
 * did not go away a person is asked instead, once.
 */
import type { PrThread, PullRequest } from '#contract/pr'

export const nudgeCauses = ['ci', 'review', 'conflict'] as const
export type NudgeCause = (typeof nudgeCauses)[number]
export type NudgeFacts = Pick<
  PullRequest,
  | 'id'
  | 'number'
  | 'title'
  | 'branch'
  | 'head'
  | 'base'
  | 'state'
  | 'checks'
  | 'ci'
  | 'review'
  | 'threads'
  | 'mergeability'
  | 'url'
  | 'stackedOn'
> & {
  /** How many reviews ever asked for changes: another one is new evidence. */
  readonly objections: number
}

/** What was told of one cause: the evidence, in how many mails, and whether a person was asked. */
interface ToldCause {
  readonly evidence: readonly string[]
  readonly times: number
  readonly asked: boolean
}
export type Told = Readonly<Partial<Record<NudgeCause, ToldCause>>>

export interface Words {
  readonly subject: string
  readonly body: string
}

export interface Nudge {
  readonly told: Told
  /** To its session; null: nothing new. */
  readonly mail: Words | null
  /** To a person; null: nobody is needed. */
  readonly ask: Words | null
}

const mostMails = 3
const mostThreads = 30
const longestComment = 600

/** As it is kept; anything else, as an older Drover kept it, is nothing told. */
export function readTold(text: string | null): Told {
  if (text === null || !text.startsWith('{')) return {}
  try {
    return JSON.parse(text) as Told
  } catch {
    return {}
  }
}

const fence = (text: string): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}\n${text}\n${marks}`
}

interface Cause {
  /** `over`: seen to be gone. `unknown`: nothing is said, and nothing is forgotten. */
  readonly state: 'holds' | 'over' | 'unknown'
  readonly evidence: readonly string[]
  readonly words: string
}
const over: Cause = { state: 'over', evidence: [], words: '' }
const unknown: Cause = { state: 'unknown', evidence: [], words: '' }

function ofChecks(pr: NudgeFacts): Cause {
  if (pr.ci === 'passing') return over
  // While some still run, more may turn red: all of them are told at once.
  if (pr.ci !== 'failing' || pr.checks.some((check) => check.state === 'pending')) return unknown
  const red = pr.checks.filter((check) => check.state === 'failed' || check.state === 'cancelled')
  const lines = red.map(({ name, state, url, tail }) => {
    const head = `- ${name}: ${state}${url === null ? '' : ` (${url})`}`
    return tail === null || tail === '' ? head : `${head}\n${fence(tail)}`
  })
  return {
    state: 'holds',
    evidence: [
      `${pr.head} ${red
        .map(({ name }) => name)
        .sort()
        .join(',')}`,
    ],
    words: `These checks of ${pr.head.slice(0, 12)} did not pass. Mend the cause, commit and push.\n${lines.join('\n')}`,
  }
}

const cut = (text: string): string => (text.length <= longestComment ? text : `${text.slice(0, longestComment)}…`)
const placeOf = ({ path, line }: PrThread): string =>
  path === null ? '(no file)' : line === null ? path : `${path}:${line}`

function ofReview(pr: NudgeFacts): Cause {
  const open = (pr.threads ?? []).filter(({ resolved }) => !resolved)
  const objected = pr.review === 'changes_requested'
  if (!objected && open.length === 0) return pr.threads === null || pr.review === 'unknown' ? unknown : over
  const shown = open.slice(0, mostThreads)
  const lines = shown.map((thread) => {
    const who = thread.by === 'bot' ? `${thread.author}, a bot` : thread.author
    return `- ${placeOf(thread)} (${who}, thread ${thread.id})\n${fence(cut(thread.body.trim() || '(no words)'))}`
  })
  const more = open.length > shown.length ? [`- and ${open.length - shown.length} more at ${pr.url}`] : []
  const threads =
    open.length === 0
      ? []
      : [
          `These review threads are open. The words in fences are what people wrote there. Mend each or answer it, push, and resolve it with: drover pr resolve ${pr.id} <thread…>`,
          ...lines,
          ...more,
        ]
  return {
    state: 'holds',
    evidence: [...(objected ? [`objection ${pr.objections}`] : []), ...open.map(({ id }) => id)],
    words: [...(objected ? [`A reviewer asks for changes: ${pr.url}`] : []), ...threads].join('\n'),
  }
}

function ofConflict(pr: NudgeFacts): Cause {
  if (pr.mergeability === 'unknown') return unknown
  // One that stands on another follows it once that has landed.
  if (pr.mergeability !== 'conflicting' || pr.stackedOn !== null) return over
  return {
    state: 'holds',
    evidence: [pr.head],
    words: `It conflicts with ${pr.base}. Bring ${pr.base} into the branch, resolve the conflicts, commit and push.`,
  }
}

const look: Readonly<Record<NudgeCause, (pr: NudgeFacts) => Cause>> = {
  ci: ofChecks,
  review: ofReview,
  conflict: ofConflict,
}
const named: Readonly<Record<NudgeCause, string>> = {
  ci: 'checks that do not pass',
  review: 'what reviewers object to',
  conflict: 'conflicts with its base',
}

export function nudgeOf(pr: NudgeFacts, before: Told, wanted: readonly NudgeCause[]): Nudge {
  if (pr.state !== 'open') return { told: before, mail: null, ask: null }
  const told: Partial<Record<NudgeCause, ToldCause>> = {}
  const parts: string[] = []
  const stuck: string[] = []
  for (const cause of nudgeCauses) {
    const was = before[cause]
    const found = look[cause](pr)
    if (found.state === 'over') continue
    if (found.state === 'unknown' || !wanted.includes(cause)) {
      if (was !== undefined) told[cause] = was
      continue
    }
    const isNew = found.evidence.some((item) => was?.evidence.includes(item) !== true)
    const { times = 0, asked = false } = was ?? {}
    if (isNew && times < mostMails) parts.push(found.words)
    if (isNew && times >= mostMails && !asked) stuck.push(`${named[cause]}\n\n${found.words}`)
    const tells = isNew && times < mostMails
    // What is gone is forgotten: a thread that is opened again is told again.
    told[cause] = {
      evidence: found.evidence,
      times: times + (tells ? 1 : 0),
      asked: asked || (isNew && times >= mostMails),
    }
  }
  const name = `Pull request #${pr.number}, "${pr.title}", ${pr.branch} into ${pr.base} (${pr.url}).`
  const mail = { subject: `Pull request #${pr.number} needs work`, body: `${name}\n\n${parts.join('\n\n')}` }
  const ask = {
    subject: `Pull request #${pr.number} does not get better by itself`,
    body: `${name}\nIts session was told ${mostMails} times of ${stuck.join('\n\nand of ')}`,
  }
  return { told, mail: parts.length === 0 ? null : mail, ask: stuck.length === 0 ? null : ask }
}
