/** Pull requests, statuses and branch rules of a repository at the Forgejo of this machine; heads and merges are real git. */
import type { Operation } from './description.ts'
import { git, merged, Refusal, tip } from './git.ts'
import { time } from './issues.ts'

// biome-ignore lint/suspicious/noExplicitAny: the description checks what is answered
type Json = any

export interface FakePull {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  branch: string
  base: string
  /** Whose repository the branch is of; a fork's is not pushed here. */
  from: string
  /** Its author lets maintainers push to it. */
  editable?: boolean
  merged: string | null
  updated: number
  reviews: { login: string; state: string; dismissed?: boolean; body?: string; comments?: FakeComment[] }[]
  asked: string[]
  /** It has not worked out yet whether it can be merged. */
  checking: boolean
}

export interface FakeComment {
  readonly path: string
  readonly position: number
  readonly body: string
  resolver?: string
}

export interface FakePulls {
  readonly list: FakePull[]
  /** By commit. */
  readonly statuses: Map<string, { context: string; status: string; target_url?: string }[]>
  /** What a branch requires; names or globs. */
  required: string[]
  approvals: number
  mayPush: boolean
  change(number: number, patch: Partial<FakePull>): void
}

export interface PullGround {
  readonly url: string
  readonly fullName: string
  readonly dir: string
  tick(): number
  nextNumber(): number
  page(list: Json[], query: URLSearchParams): Json
  user(login: string): Json
}

const isDraft = (title: string): boolean => /^(?:WIP:|\[WIP\])/i.test(title)

export function createPulls(ground: () => PullGround): FakePulls & {
  answer(op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } | null
} {
  const api: FakePulls = {
    list: [],
    statuses: new Map(),
    required: [],
    approvals: 0,
    mayPush: true,
    change(number, patch) {
      Object.assign(api.list.find((one) => one.number === number)!, patch, { updated: ground().tick() })
    },
  }
  const mergeable = (pull: FakePull): boolean =>
    !pull.checking && !isDraft(pull.title) && merged(ground().dir, pull.base, pull.branch) !== null
  const show = (pull: FakePull): Json => {
    const { url, fullName, dir, user } = ground()
    const repo = (full_name: string): Json => ({ id: 1, full_name, name: full_name.split('/')[1] })
    const isMerged = pull.merged !== null
    const head = tip(dir, pull.branch) ?? '0'.repeat(40)
    return {
      ...{ id: pull.number, number: pull.number, title: pull.title, body: pull.body, state: pull.state },
      url: `${url}/${fullName}/pulls/${pull.number}`,
      html_url: `${url}/${fullName}/pulls/${pull.number}`,
      user: user('ada'),
      ...{
        labels: [],
        milestone: null,
        assignee: null,
        assignees: null,
        is_locked: false,
        comments: 0,
        due_date: null,
      },
      requested_reviewers: pull.asked.length === 0 ? null : pull.asked.map(user),
      draft: isDraft(pull.title),
      allow_maintainer_edit: pull.editable ?? false,
      mergeable: pull.state === 'open' && mergeable(pull),
      merged: isMerged,
      merged_at: isMerged ? time(pull.updated) : null,
      merge_commit_sha: pull.merged,
      head: { label: pull.branch, ref: pull.branch, sha: head, repo_id: 1, repo: repo(pull.from) },
      base: { label: pull.base, ref: pull.base, sha: tip(dir, pull.base), repo_id: 1, repo: repo(fullName) },
      created_at: '2030-01-01T00:00:00Z',
      updated_at: time(pull.updated),
      closed_at: pull.state === 'closed' ? time(pull.updated) : null,
    }
  }
  const open = (body: Json): FakePull => {
    const { dir, fullName } = ground()
    const branch = String(body.head).replace(`${fullName.split('/')[0]}:`, '')
    if (!body.title) throw new Refusal(422, '[Title]: Required')
    if (branch === body.base)
      throw new Refusal(422, 'Invalid PullRequest: There are no changes between the head and the base')
    for (const name of [branch, body.base])
      if (tip(dir, name) === null) throw new Refusal(404, `could not find '${name}' to be a commit, branch or tag`)
    const other = api.list.find((one) => one.state === 'open' && one.branch === branch && one.from === fullName)
    if (other !== undefined)
      throw new Refusal(409, `pull request already exists for these targets [id: ${other.number}]`)
    const made: FakePull = {
      ...{ number: ground().nextNumber(), title: body.title, body: body.body ?? '', state: 'open' },
      ...{ branch, base: body.base, from: fullName, merged: null, updated: ground().tick() },
      ...{ reviews: [], asked: [], checking: false },
    }
    api.list.push(made)
    return made
  }
  const merge = (pull: FakePull, body: Json): void => {
    const { dir } = ground()
    if (pull.merged !== null) throw new Refusal(405, 'The PR is already merged')
    if (pull.state !== 'open') throw new Refusal(404, 'The target could not be found')
    if (isDraft(pull.title)) throw new Refusal(405, 'Work in progress PRs cannot be merged')
    if (pull.checking) throw new Refusal(405, 'Please try again later')
    if (body.head_commit_id && body.head_commit_id !== tip(dir, pull.branch)) throw new Refusal(409, 'head out of date')
    const wanting = api.required.filter((name) => {
      const given = api.statuses.get(tip(dir, pull.branch) ?? '') ?? []
      return !given.some((one) => one.context === name && one.status === 'success')
    })
    if (wanting.length > 0) throw new Refusal(405, 'Not all required status checks successful')
    const tree = merged(dir, pull.base, pull.branch)
    if (tree === null) throw new Refusal(409, 'Merge conflict')
    const second = body.Do === 'squash' ? [] : ['-p', `refs/heads/${pull.branch}`]
    const parents = ['-p', `refs/heads/${pull.base}`, ...second]
    const commit = git(
      dir,
      'commit-tree',
      tree,
      ...parents,
      '-m',
      `Merge pull request '${pull.title}' (#${pull.number})`,
    )
    git(dir, 'update-ref', `refs/heads/${pull.base}`, commit)
    api.change(pull.number, { state: 'closed', merged: commit })
  }
  const statusOf = (ref: string, query: URLSearchParams): Json => {
    const given = (api.statuses.get(ref) ?? []).map((one, id) => ({
      ...{ id: id + 1, target_url: '', description: '', url: '', creator: null, ...one },
      ...{ created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' },
    }))
    const statuses = ground().page(given, query)
    return { sha: ref, state: 'pending', statuses: statuses.length === 0 ? null : statuses, total_count: given.length }
  }

  return Object.assign(api, {
    answer(op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } | null {
      const pull = (): FakePull => {
        const one = api.list.find(({ number }) => number === Number(op.words.index))
        if (one === undefined) throw new Refusal(404, 'pull request does not exist')
        return one
      }
      switch (op.key.replace('/repos/{owner}/{repo}', '')) {
        case 'GET /pulls': {
          const state = query.get('state') ?? 'open'
          const list = api.list.filter((one) => state === 'all' || one.state === state)
          return { status: 200, body: ground().page(list.sort((a, b) => b.updated - a.updated).map(show), query) }
        }
        case 'POST /pulls':
          return { status: 201, body: show(open(body)) }
        case 'GET /pulls/{index}':
          return { status: 200, body: show(pull()) }
        case 'PATCH /pulls/{index}':
          if (pull().merged !== null && body.state !== undefined)
            throw new Refusal(412, 'cannot change state of this pull request, it was already merged')
          api.change(pull().number, body)
          return { status: 201, body: show(pull()) }
        case 'POST /pulls/{index}/merge':
          merge(pull(), body)
          return { status: 200, body: null }
        case 'GET /pulls/{index}/reviews': {
          const given = pull().reviews.map(({ login, comments = [], ...review }, id) => ({
            ...{
              id: id + 1,
              body: '',
              user: ground().user(login),
              dismissed: false,
              stale: false,
              official: true,
              ...review,
            },
            ...{ commit_id: '', comments_count: comments.length, html_url: '', pull_request_url: '' },
          }))
          return { status: 200, body: ground().page(given, query) }
        }
        case 'GET /pulls/{index}/reviews/{id}/comments': {
          const { login = '', comments = [] } = pull().reviews[Number(op.words.id) - 1] ?? {}
          const shown = comments.map(({ resolver, ...comment }, n) => ({
            ...{ id: Number(op.words.id) * 100 + n, html_url: '', original_position: 0, ...comment },
            ...{ user: ground().user(login), resolver: resolver === undefined ? null : ground().user(resolver) },
          }))
          return { status: 200, body: shown }
        }
        case 'POST /pulls/{index}/reviews': {
          const one = pull()
          if (body.commit_id && body.commit_id !== tip(ground().dir, one.branch))
            throw new Refusal(422, 'the commit is not the head')
          const comments = (body.comments ?? []).map((comment: Json) => ({
            ...{ path: comment.path, body: comment.body, position: comment.new_position ?? comment.old_position },
          }))
          const made = { login: 'ada', state: body.event, body: body.body, comments }
          api.change(one.number, { reviews: [...one.reviews, made] })
          return { status: 200, body: { id: one.reviews.length, state: body.event, body: body.body, html_url: '' } }
        }
        case 'GET /pulls/{index}.{diffType}':
          return { status: 200, body: git(ground().dir, 'diff', `${pull().base}...${pull().branch}`) }
        case 'GET /commits/{ref}/status':
          return { status: 200, body: statusOf(op.words.ref ?? '', query) }
        case 'GET /branches/{branch}': {
          if (tip(ground().dir, op.words.branch ?? '') === null) throw new Refusal(404, 'branch does not exist')
          const on = api.required.length > 0 || api.approvals > 0 || !api.mayPush
          const shown = {
            name: op.words.branch,
            protected: on,
            required_approvals: api.approvals,
            user_can_push: api.mayPush,
          }
          return {
            status: 200,
            body: { ...shown, enable_status_check: api.required.length > 0, status_check_contexts: api.required },
          }
        }
        default:
          return null
      }
    },
  })
}
