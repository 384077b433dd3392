/**
 * A tracker and its checks as values on a simulated machine: issues with labels, comments and history, written in one step each
 * with the answer in a step of its own, so that a crash fits between what was done and what was heard. Judges nothing: every
 * write is counted, and who looks decides.
 */
import type { StageResult } from '#contract/trip'
import type { CiSources } from '#ports/ci-source'
import type { Tracker, TrackerApi, TrackerComment, TrackerEvent, TrackerIssue } from '#ports/tracker'
import type { Life, Scheduler } from './scheduler.ts'

export interface SimComment {
  readonly id: string
  readonly author: string
  body: string
  readonly createdAt: string
  updatedAt: string
}

export interface SimIssue {
  readonly number: number
  readonly author: string
  state: 'open' | 'closed'
  labels: string[]
  readonly comments: SimComment[]
  readonly events: TrackerEvent[]
  readonly createdAt: string
  updatedAt: string
  /** How often Drover closed it. */
  closes: number
  /** What blocks it, and is open. */
  blockedBy: number[]
}

export interface Issues {
  readonly all: Map<number, SimIssue>
  /** Every comment that Drover ever wrote, those that are gone too. */
  readonly written: { readonly issue: number; readonly body: string }[]
  readonly verdicts: Map<string, StageResult>
  /** Commits that were asked about and not judged yet. */
  readonly asked: Set<string>
  open(author: string): SimIssue
  label(issue: SimIssue, label: string, by: string): void
  unlabel(issue: SimIssue, label: string, by: string): void
  say(issue: SimIssue, author: string, body: string): SimComment
  /** What landed said that it closes it. */
  closedByWords(number: number): void
  trackerOf(life: Life): Tracker
  ciOf(life: Life): CiSources
}

/** Whose token it is; everybody but `eve` may write. */
export const self = 'ada'

export function createIssues(scheduler: Scheduler): Issues {
  const all = new Map<number, SimIssue>()
  const written: { issue: number; body: string }[] = []
  let ids = 100
  let ticks = 0
  /** Every write has a later time than the one before, as a tracker's own clock has. */
  const time = (): string => {
    ticks += 1
    return new Date(Date.UTC(2030, 0, 1) + ticks * 1000 + Math.floor(steady() / 1000) * 1000).toISOString()
  }
  const begun = scheduler.now().getTime()
  // The wall may be set back; the tracker is another machine.
  let latest = 0
  const steady = (): number => {
    latest = Math.max(latest, scheduler.now().getTime() - begun)
    return latest
  }
  const touch = (issue: SimIssue): string => {
    issue.updatedAt = time()
    return issue.updatedAt
  }
  const note = (issue: SimIssue, kind: TrackerEvent['kind'], label: string | null, actor: string): void => {
    issue.events.push({ kind, label, actor, association: null, at: touch(issue) })
  }
  const issues: Issues = {
    all,
    written,
    verdicts: new Map(),
    asked: new Set(),
    open(author) {
      const at = time()
      const made: SimIssue = {
        ...{
          number: all.size + 1,
          author,
          state: 'open',
          labels: [],
          comments: [],
          events: [],
          closes: 0,
          blockedBy: [],
        },
        ...{ createdAt: at, updatedAt: at },
      }
      all.set(made.number, made)
      return made
    },
    label(issue, label, by) {
      if (issue.labels.includes(label)) return
      issue.labels.push(label)
      note(issue, 'labeled', label, by)
    },
    unlabel(issue, label, by) {
      if (!issue.labels.includes(label)) return
      issue.labels = issue.labels.filter((one) => one !== label)
      note(issue, 'unlabeled', label, by)
    },
    say(issue, author, body) {
      ids += 1
      const at = touch(issue)
      const made = { id: String(ids), author, body, createdAt: at, updatedAt: at }
      issue.comments.push(made)
      return made
    },
    closedByWords(number) {
      const issue = all.get(number)
      if (issue === undefined || issue.state === 'closed') return
      issue.state = 'closed'
      note(issue, 'closed', null, self)
    },
    trackerOf: (life) => () => apiOf(life),
    ciOf: (life) => () => ({
      ask: ({ commit }) =>
        life.sees('ci', () => {
          issues.asked.add(commit)
          const result = issues.verdicts.get(commit) ?? 'pending'
          return { result, red: result === 'failure' ? [{ name: 'unit', url: null }] : [], detail: null }
        }),
    }),
  }
  const show = (issue: SimIssue): TrackerIssue => ({
    number: issue.number,
    url: `https://github.com/ada/shop/issues/${issue.number}`,
    title: `Issue ${issue.number}`,
    body: 'Please do it.',
    state: issue.state,
    labels: [...issue.labels],
    author: issue.author,
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
  })
  const shown = (comment: SimComment): TrackerComment => ({ ...comment, url: '' })
  const need = (number: number): SimIssue => {
    const found = all.get(number)
    if (found === undefined) throw new Error(`there is no issue ${number}`)
    return found
  }
  const commentOf = (id: string): { issue: SimIssue; comment: SimComment } | null => {
    for (const issue of all.values()) {
      const comment = issue.comments.find((one) => one.id === id)
      if (comment !== undefined) return { issue, comment }
    }
    return null
  }
  const apiOf = (life: Life): TrackerApi => {
    /** One act, whose result is the answer of the step after it. */
    const acts = <T>(name: string, act: () => T): Promise<T> => {
      let made: T
      return life.does(
        name,
        [
          () => {
            made = act()
          },
        ],
        () => made,
      )
    }
    return {
      labelled: (_repo, label) =>
        life.sees('issues', () =>
          [...all.values()].filter(({ state, labels }) => state === 'open' && labels.includes(label)).map(show),
        ),
      issue: (_repo, number) => life.sees('issue', () => (all.has(number) ? show(need(number)) : null)),
      events: (_repo, number) => life.sees('events', () => [...need(number).events]),
      comments: (_repo, number) => life.sees('comments', () => need(number).comments.map(shown)),
      permission: (_repo, login) => life.sees('permission', () => (login === 'eve' ? 'read' : 'write')),
      blockers: (_repo, number) =>
        life.sees('blockers', () =>
          need(number).blockedBy.map((one) => ({ repo: 'ada/shop', number: one, state: 'open' })),
        ),
      self: () => life.sees('self', () => self),
      addLabel: (_repo, number, label) => acts('add-label', () => issues.label(need(number), label, self)),
      removeLabel: (_repo, number, label) => acts('remove-label', () => issues.unlabel(need(number), label, self)),
      async comment(repo, number, { body, mark }) {
        const there = (await apiOf(life).comments(repo, number)).find((one) => one.body.includes(mark))
        if (there !== undefined) return there
        return acts('comment', () => {
          written.push({ issue: number, body })
          return shown(issues.say(need(number), self, body))
        })
      },
      editComment: (_repo, id, body) =>
        acts('edit-comment', () => {
          const found = commentOf(id)
          if (found === null) return false
          Object.assign(found.comment, { body, updatedAt: touch(found.issue) })
          return true
        }),
      deleteComment: (_repo, id) =>
        acts('delete-comment', () => {
          const found = commentOf(id)
          if (found === null) return
          found.issue.comments.splice(found.issue.comments.indexOf(found.comment), 1)
          touch(found.issue)
        }),
      close: (_repo, number) =>
        acts('close-issue', () => {
          const issue = need(number)
          if (issue.state === 'closed') return
          issue.state = 'closed'
          issue.closes += 1
          note(issue, 'closed', null, self)
        }),
    }
  }
  return issues
}
