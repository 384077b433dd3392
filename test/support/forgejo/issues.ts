/** Issues, labels and comments of a repository at the Forgejo of this machine, with its own habits: labels are rows with ids. */
import type { Operation } from './description.ts'
import { Refusal } from './git.ts'

// biome-ignore lint/suspicious/noExplicitAny: the description checks what is answered
type Json = any

export interface FakeComment {
  readonly id: number
  readonly author: string
  body: string
  readonly created: number
  updated: number
}

export interface FakeIssue {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  /** Ids of labels. */
  labels: number[]
  readonly author: string
  readonly created: number
  updated: number
  readonly comments: FakeComment[]
  readonly events: { type: string; by: string; at: number; label?: string; body?: string }[]
  readonly blockedBy: { number: number; state: 'open' | 'closed' }[]
}

export interface FakeIssues {
  readonly list: FakeIssue[]
  readonly labels: { id: number; name: string }[]
  readonly permissions: Map<string, string>
  /** Whether the token may ask what others may do. */
  runs: boolean
  open(given: { title: string; body?: string; author?: string; labels?: readonly string[]; by?: string }): FakeIssue
  say(number: number, author: string, body: string): FakeComment
  /** As somebody else would. */
  label(number: number, name: string, by: string): void
  unlabel(number: number, name: string, by: string): void
}

export interface IssueGround {
  readonly url: string
  readonly fullName: string
  readonly self: string
  tick(): number
  /** Issues and pull requests are numbered together. */
  nextNumber(): number
  page(list: Json[], query: URLSearchParams): Json
  user(login: string): Json
}

export const time = (at: number): string => new Date(at).toISOString().replace('.000', '')

export function createIssues(ground: () => IssueGround): FakeIssues & {
  answer(op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } | null
} {
  let ids = 0
  const find = (number: number): FakeIssue => {
    const found = api.list.find((one) => one.number === number)
    if (found === undefined) throw new Refusal(404, 'issue does not exist')
    return found
  }
  const labelOf = (name: string): { id: number; name: string } => {
    const known = api.labels.find((one) => one.name === name)
    if (known !== undefined) return known
    const made = { id: ++ids, name }
    api.labels.push(made)
    return made
  }
  const note = (issue: FakeIssue, entry: { type: string; by: string; label?: string; body?: string }): void => {
    issue.updated = ground().tick()
    issue.events.push({ ...entry, at: issue.updated })
  }
  const give = (issue: FakeIssue, id: number, by: string): void => {
    const label = api.labels.find((one) => one.id === id)
    if (label === undefined || issue.labels.includes(id)) return
    issue.labels.push(id)
    note(issue, { type: 'label', by, label: label.name, body: '1' })
  }
  const take = (issue: FakeIssue, id: number, by: string): void => {
    const label = api.labels.find((one) => one.id === id)
    if (label === undefined) throw new Refusal(422, 'label does not exist')
    if (!issue.labels.includes(id)) return
    issue.labels = issue.labels.filter((one) => one !== id)
    note(issue, { type: 'label', by, label: label.name, body: '' })
  }
  const api: FakeIssues = {
    list: [],
    labels: [],
    permissions: new Map([['ada', 'owner']]),
    runs: true,
    open({ title, body = '', author = 'ada', labels = [], by = author }) {
      const at = ground().tick()
      const made: FakeIssue = {
        ...{ number: ground().nextNumber(), title, body, state: 'open', labels: [], author },
        ...{ created: at, updated: at, comments: [], events: [], blockedBy: [] },
      }
      api.list.push(made)
      for (const label of labels) api.label(made.number, label, by)
      return made
    },
    label: (number, name, by) => give(find(number), labelOf(name).id, by),
    unlabel: (number, name, by) => take(find(number), labelOf(name).id, by),
    say(number, author, body) {
      const issue = find(number)
      const at = ground().tick()
      const made = { id: ++ids, author, body, created: at, updated: at }
      issue.comments.push(made)
      issue.updated = at
      return made
    },
  }

  const showLabel = (id: number): Json => {
    const { name } = api.labels.find((one) => one.id === id) ?? { name: '' }
    return {
      id,
      name,
      color: 'ededed',
      description: '',
      exclusive: false,
      is_archived: false,
      url: `${ground().url}/l`,
    }
  }
  const show = (issue: FakeIssue): Json => ({
    ...{ id: issue.number, number: issue.number, title: issue.title, body: issue.body, state: issue.state, ref: '' },
    url: `${ground().url}/api/v1/repos/${ground().fullName}/issues/${issue.number}`,
    html_url: `${ground().url}/${ground().fullName}/issues/${issue.number}`,
    user: ground().user(issue.author),
    original_author: '',
    original_author_id: 0,
    labels: issue.labels.map(showLabel),
    ...{ milestone: null, assignee: null, assignees: null, is_locked: false, pull_request: null, due_date: null },
    comments: issue.comments.length,
    closed_at: issue.state === 'closed' ? time(issue.updated) : null,
    created_at: time(issue.created),
    updated_at: time(issue.updated),
    repository: { id: 1, name: ground().fullName.split('/')[1], owner: 'ada', full_name: ground().fullName },
    ...{ assets: [], pin_order: 0 },
  })
  const showComment = (issue: FakeIssue, { id, body, author, created, updated }: FakeComment): Json => ({
    ...{ id, body, user: ground().user(author), original_author: '', original_author_id: 0, assets: [] },
    html_url: `${ground().url}/${ground().fullName}/issues/${issue.number}#issuecomment-${id}`,
    ...{ pull_request_url: '', issue_url: `${ground().url}/${ground().fullName}/issues/${issue.number}` },
    ...{ created_at: time(created), updated_at: time(updated) },
  })
  const showTimeline = (issue: FakeIssue): Json[] => {
    const entry = (type: string, by: string, at: number, body: string, id: number, label: Json = null): Json => ({
      ...{ id, type, body, user: ground().user(by), label, html_url: '', issue_url: '', pull_request_url: '' },
      ...{ created_at: time(at), updated_at: time(at), assignee: null, milestone: null, removed_assignee: false },
    })
    const said = issue.comments.map((one) => entry('comment', one.author, one.created, one.body, one.id))
    const happened = issue.events.map(({ type, by, at, label, body = '' }, n) => {
      const row = label === undefined ? undefined : api.labels.find((one) => one.name === label)
      return entry(type, by, at, body, 100_000 + n, row === undefined ? null : showLabel(row.id))
    })
    return [...said, ...happened].sort((a, b) => a.created_at.localeCompare(b.created_at))
  }
  const commentOf = (id: number): { issue: FakeIssue; comment: FakeComment } => {
    for (const issue of api.list) {
      const comment = issue.comments.find((one) => one.id === id)
      if (comment !== undefined) return { issue, comment }
    }
    throw new Refusal(404, 'comment does not exist')
  }
  const listed = (query: URLSearchParams): Json => {
    const names = (query.get('labels') ?? '').split(',').filter((one) => one !== '')
    // As it is published: any of them, and those that do not exist are discarded.
    const ids = api.labels.filter(({ name }) => names.includes(name)).map(({ id }) => id)
    const state = query.get('state') ?? 'open'
    const fits = api.list
      .filter((one) => state === 'all' || one.state === state)
      .filter((one) => ids.length === 0 || one.labels.some((id) => ids.includes(id)))
    return ground().page(fits.reverse().map(show), query)
  }

  return Object.assign(api, {
    answer(op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } | null {
      const me = ground().self
      const issue = (): FakeIssue => find(Number(op.words.index))
      switch (op.key.replace('/repos/{owner}/{repo}', '')) {
        case 'GET /issues':
          return { status: 200, body: listed(query) }
        case 'GET /issues/{index}':
          return { status: 200, body: show(issue()) }
        case 'PATCH /issues/{index}': {
          const one = issue()
          if (body.state === 'closed' && one.blockedBy.some(({ state }) => state === 'open'))
            throw new Refusal(412, 'cannot close this issue because it still has open dependencies')
          if (body.state === 'closed' && one.state === 'open') {
            one.state = 'closed'
            note(one, { type: 'close', by: me })
          }
          return { status: 201, body: show(one) }
        }
        case 'GET /issues/{index}/comments':
          return { status: 200, body: issue().comments.map((one) => showComment(issue(), one)) }
        case 'POST /issues/{index}/comments':
          if (body.body === '') throw new Refusal(422, '[Body]: Required')
          return { status: 201, body: showComment(issue(), api.say(issue().number, me, body.body)) }
        case 'PATCH /issues/comments/{id}': {
          const { issue: at, comment } = commentOf(Number(op.words.id))
          Object.assign(comment, { body: body.body, updated: ground().tick() })
          return { status: 200, body: showComment(at, comment) }
        }
        case 'DELETE /issues/comments/{id}': {
          const { issue: at, comment } = commentOf(Number(op.words.id))
          at.comments.splice(at.comments.indexOf(comment), 1)
          return { status: 204, body: null }
        }
        case 'GET /issues/{index}/timeline':
          return { status: 200, body: ground().page(showTimeline(issue()), query) }
        case 'GET /issues/{index}/dependencies': {
          const shown = issue().blockedBy.map((one) => ({ ...show(issue()), number: one.number, state: one.state }))
          return { status: 200, body: ground().page(shown, query) }
        }
        case 'GET /issues/{index}/labels':
          return { status: 200, body: issue().labels.map(showLabel) }
        case 'POST /issues/{index}/labels':
          for (const id of body.labels) if (typeof id === 'number') give(issue(), id, me)
          return { status: 200, body: issue().labels.map(showLabel) }
        case 'DELETE /issues/{index}/labels/{id}':
          take(issue(), Number(op.words.id), me)
          return { status: 204, body: null }
        case 'GET /labels':
          return {
            status: 200,
            body: ground().page(
              api.labels.map(({ id }) => showLabel(id)),
              query,
            ),
          }
        case 'POST /labels': {
          if (!/^#?[0-9a-f]{6}$/i.test(body.color)) throw new Refusal(422, '[Color]: bad color')
          const made = { id: ++ids, name: body.name }
          api.labels.push(made)
          return { status: 201, body: showLabel(made.id) }
        }
        case 'GET /collaborators/{collaborator}/permission': {
          const who = op.words.collaborator ?? ''
          if (!api.runs && who !== me)
            throw new Refusal(403, 'Only admins can query all permissions, collaborators can query only their own')
          const permission = api.permissions.get(who)
          if (permission === undefined) throw new Refusal(404, 'user does not exist')
          return { status: 200, body: { permission, role_name: permission, user: ground().user(who) } }
        }
        default:
          return null
      }
    },
  })
}
