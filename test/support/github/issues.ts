/**
 * Issues of the GitHub on this machine: labels with who gave them, comments, history, permissions and dependencies, answered in
 * the shapes of GitHub's own description (`description.ts` judges them). A commit on the default branch that says "Closes #n"
 * closes the issue, as there.
 */
import { exampleOf, type Operation } from './description.ts'

// biome-ignore lint/suspicious/noExplicitAny: GitHub's answers have hundreds of fields; the description checks them
type Json = any

export interface FakeComment {
  readonly id: number
  author: string
  body: string
  created: number
  updated: number
}

export interface FakeIssue {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  labels: string[]
  readonly author: string
  readonly created: number
  updated: number
  readonly comments: FakeComment[]
  readonly events: { event: string; label?: string; actor: string; at: number }[]
  /** Numbers of this repository, or `owner/name#n`. */
  blockedBy: { number: number; state: 'open' | 'closed' }[]
}

export interface FakeIssues {
  readonly list: FakeIssue[]
  /** By login: admin, write, read; nobody else may do anything. */
  readonly permissions: Map<string, string>
  open(given: { title: string; body?: string; author?: string; labels?: readonly string[]; by?: string }): FakeIssue
  /** What somebody does at GitHub. */
  label(number: number, label: string, by: string): void
  unlabel(number: number, label: string, by: string): void
  say(number: number, author: string, body: string): FakeComment
  rewrite(number: number, body: string): void
  close(number: number, by: string): void
}

export interface IssueGround {
  readonly url: string
  readonly fullName: string
  /** Whose token is used. */
  readonly self: string
  tick(): number
  /** Messages of the commits that came to the default branch since the last call. */
  landed(): readonly string[]
}

export class IssueRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const time = (at: number): string => new Date(at).toISOString().replace('.000', '')

export function createIssues(ground: () => IssueGround): FakeIssues & {
  answer(op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } | null
} {
  const list: FakeIssue[] = []
  const permissions = new Map<string, string>([['ada', 'admin']])
  let comments = 0
  const find = (number: number): FakeIssue => {
    const found = list.find((one) => one.number === number)
    if (found === undefined) throw new IssueRefusal(404, 'Not Found')
    return found
  }
  const note = (issue: FakeIssue, event: string, actor: string, label?: string): void => {
    issue.updated = ground().tick()
    issue.events.push({ event, actor, at: issue.updated, ...(label === undefined ? {} : { label }) })
  }
  const api: FakeIssues = {
    list,
    permissions,
    open({ title, body = '', author = 'ada', labels = [], by = author }) {
      const at = ground().tick()
      const made: FakeIssue = {
        ...{ number: 1001 + list.length, title, body, state: 'open', labels: [], author },
        ...{ created: at, updated: at, comments: [], events: [], blockedBy: [] },
      }
      list.push(made)
      for (const label of labels) api.label(made.number, label, by)
      return made
    },
    label(number, label, by) {
      const issue = find(number)
      if (issue.labels.includes(label)) return
      issue.labels.push(label)
      note(issue, 'labeled', by, label)
    },
    unlabel(number, label, by) {
      const issue = find(number)
      if (!issue.labels.includes(label)) return
      issue.labels = issue.labels.filter((one) => one !== label)
      note(issue, 'unlabeled', by, label)
    },
    say(number, author, body) {
      const issue = find(number)
      const at = ground().tick()
      const made = { id: 9000 + ++comments, author, body, created: at, updated: at }
      issue.comments.push(made)
      issue.updated = at
      return made
    },
    rewrite(number, body) {
      Object.assign(find(number), { body, updated: ground().tick() })
    },
    close(number, by) {
      const issue = find(number)
      if (issue.state === 'closed') return
      issue.state = 'closed'
      note(issue, 'closed', by)
    },
  }

  const user = (login: string): Json => ({ ...exampleOf('issue').user, login })
  const showLabels = (issue: FakeIssue): Json =>
    issue.labels.map((name, id) => ({ ...exampleOf('label-items')[0], name, id: id + 1 }))
  const show = (issue: FakeIssue): Json => {
    const { pull_request: _p, ...shape } = exampleOf('issue')
    const { url, fullName } = ground()
    return {
      ...shape,
      ...{ number: issue.number, title: issue.title, body: issue.body, state: issue.state, user: user(issue.author) },
      labels: showLabels(issue),
      html_url: `${url}/${fullName}/issues/${issue.number}`,
      repository_url: `${url}/repos/${fullName}`,
      comments: issue.comments.length,
      closed_at: issue.state === 'closed' ? time(issue.updated) : null,
      created_at: time(issue.created),
      updated_at: time(issue.updated),
    }
  }
  const showComment = (issue: FakeIssue, comment: FakeComment): Json => ({
    ...exampleOf('issue-comment'),
    id: comment.id,
    body: comment.body,
    user: user(comment.author),
    html_url: `${ground().url}/${ground().fullName}/issues/${issue.number}#issuecomment-${comment.id}`,
    created_at: time(comment.created),
    updated_at: time(comment.updated),
  })
  const showEvent = (entry: FakeIssue['events'][number], id: number): Json => {
    const example = exampleOf('timeline-issue-events').find((one: Json) => one.event === 'labeled')
    const { label: _l, ...shape } = example
    const label = entry.label === undefined ? {} : { label: { name: entry.label, color: 'ededed' } }
    return { ...shape, id, event: entry.event, actor: user(entry.actor), created_at: time(entry.at), ...label }
  }
  const showTimeline = (issue: FakeIssue): Json => {
    const said = issue.comments.map((comment) => {
      const { id, ...rest } = exampleOf('timeline-issue-events').find((one: Json) => one.event === 'commented')
      const who = user(comment.author)
      const times = { created_at: time(comment.created), updated_at: time(comment.updated) }
      return {
        at: comment.created,
        shown: { ...rest, id: comment.id ?? id, body: comment.body, user: who, actor: who, ...times },
      }
    })
    const happened = issue.events.map((entry, id) => ({ at: entry.at, shown: showEvent(entry, id + 1) }))
    return [...said, ...happened].sort((a, b) => a.at - b.at).map(({ shown }) => shown)
  }
  /** As GitHub does it: the words of a commit on the default branch, in the name of whoever pushed. */
  const closeLanded = (): void => {
    for (const message of ground().landed())
      for (const [, n] of message.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\s+#(\d+)/gi))
        if (list.some((one) => one.number === Number(n))) api.close(Number(n), ground().self)
  }
  const page = (all: Json, query: URLSearchParams): Json => {
    const size = Number(query.get('per_page') ?? 30)
    if (size > 100) throw new IssueRefusal(422, 'per_page is at most 100')
    const from = (Number(query.get('page') ?? 1) - 1) * size
    return all.slice(from, from + size)
  }
  const commentOf = (id: number): { issue: FakeIssue; comment: FakeComment } => {
    for (const issue of list) {
      const comment = issue.comments.find((one) => one.id === id)
      if (comment !== undefined) return { issue, comment }
    }
    throw new IssueRefusal(404, 'Not Found')
  }

  return {
    ...api,
    answer(op, query, body) {
      closeLanded()
      const me = ground().self
      const number = Number(op.words.issue_number)
      switch (`${op.method} ${op.path.replace('/repos/{owner}/{repo}', '')}`) {
        case 'get /issues': {
          const labels = (query.get('labels') ?? '').split(',').filter((one) => one !== '')
          const state = query.get('state') ?? 'open'
          const fits = list
            .filter((one) => state === 'all' || one.state === state)
            .filter((one) => labels.every((label) => one.labels.includes(label)))
          return { status: 200, body: page(fits.reverse().map(show), query) }
        }
        case 'get /issues/{issue_number}':
          return { status: 200, body: show(find(number)) }
        case 'patch /issues/{issue_number}': {
          if (body.state === 'closed') api.close(number, me)
          if (typeof body.body === 'string') api.rewrite(number, body.body)
          return { status: 200, body: show(find(number)) }
        }
        case 'get /issues/{issue_number}/comments':
          return {
            status: 200,
            body: page(
              find(number).comments.map((one) => showComment(find(number), one)),
              query,
            ),
          }
        case 'post /issues/{issue_number}/comments': {
          if (body.body === '') throw new IssueRefusal(422, 'Validation Failed: body is blank')
          if (body.body.length > 65_536) throw new IssueRefusal(422, 'Validation Failed: body is too long')
          return { status: 201, body: showComment(find(number), api.say(number, me, body.body)) }
        }
        case 'patch /issues/comments/{comment_id}': {
          const { issue, comment } = commentOf(Number(op.words.comment_id))
          Object.assign(comment, { body: body.body, updated: ground().tick() })
          issue.updated = comment.updated
          return { status: 200, body: showComment(issue, comment) }
        }
        case 'delete /issues/comments/{comment_id}': {
          const { issue, comment } = commentOf(Number(op.words.comment_id))
          issue.comments.splice(issue.comments.indexOf(comment), 1)
          issue.updated = ground().tick()
          return { status: 204, body: null }
        }
        case 'post /issues/{issue_number}/labels': {
          const labels = Array.isArray(body) ? body : body.labels
          if (!Array.isArray(labels) || labels.length === 0) throw new IssueRefusal(422, 'Validation Failed: labels')
          for (const label of labels) api.label(number, label, me)
          return { status: 200, body: showLabels(find(number)) }
        }
        case 'delete /issues/{issue_number}/labels/{name}': {
          if (!find(number).labels.includes(op.words.name ?? '')) throw new IssueRefusal(404, 'Label does not exist')
          api.unlabel(number, op.words.name ?? '', me)
          return { status: 200, body: showLabels(find(number)) }
        }
        case 'get /issues/{issue_number}/timeline':
          return { status: 200, body: page(showTimeline(find(number)), query) }
        case 'get /issues/{issue_number}/dependencies/blocked_by':
          return {
            status: 200,
            body: page(
              find(number).blockedBy.map((one) => ({ ...show(find(number)), number: one.number, state: one.state })),
              query,
            ),
          }
        case 'get /collaborators/{username}/permission': {
          const permission = permissions.get(op.words.username ?? '') ?? 'none'
          const shape = exampleOf('repository-collaborator-permission-response-if-user-has-admin-permissions')
          return {
            status: 200,
            body: {
              ...shape,
              permission,
              role_name: permission,
              user: { ...shape.user, login: op.words.username, role_name: permission },
            },
          }
        }
        default:
          return null
      }
    },
  }
}
