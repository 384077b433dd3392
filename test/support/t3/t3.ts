/**
 * A T3 server on this machine, of 0.0.27 or 0.0.33: plays the HTTP contract that was recorded of the real ones and refuses what
 * they refuse, as opaquely as they do (a body that does not fit: 400 without a word; a command that does not apply: 500 with a
 * trace). Its agents are the test's hands. It listens on loopback only.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commandOf, type T3Command } from './commands.ts'

export type T3Version = '0.0.27' | '0.0.33'

export interface FakeThread {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly modelSelection: { readonly instanceId: string; readonly model: string }
  readonly messages: { readonly id: string; readonly role: 'user'; readonly text: string; readonly createdAt: string }[]
  latestTurn: { turnId: string; state: string; requestedAt: string } | null
  session: { status: string; lastError: string | null; updatedAt: string } | null
  asks: 'approval' | 'input' | null
  archivedAt: string | null
  deletedAt: string | null
}

export interface FakeT3 {
  readonly url: string
  readonly requests: {
    readonly method: string
    readonly path: string
    readonly status: number
    readonly authorization: string | null
    readonly body: unknown
  }[]
  readonly threads: Map<string, FakeThread>
  readonly projects: Map<string, { readonly id: string; readonly title: string; readonly workspaceRoot: string }>
  /** The tokens that are taken, with their scopes. */
  readonly tokens: Map<string, readonly string[]>
  /** What the agent does: its turn is at this, answering the newest words. */
  turn(thread: string, state: string): void
  /** Answers the next request that fits instead of T3: a status and a body; null lets it pass. */
  instead: ((request: IncomingMessage) => { readonly status: number; readonly body: string } | null) | null
  close(): Promise<void>
}

export async function startT3(version: T3Version): Promise<FakeT3> {
  const receipts = new Map<string, number | 'rejected'>()
  let sequence = 0
  let clock = Date.parse('2030-01-01T00:00:00Z')
  const tick = (): string => {
    clock += 1000
    return new Date(clock).toISOString()
  }
  const isNew = version !== '0.0.27'

  /** The pure part of the real one: what a command does, or that it does not apply. */
  const apply = (command: T3Command, createdAt: string): boolean => {
    if (command.type === 'project.create') {
      if (fake.projects.has(command.projectId)) return false
      const { projectId: id, title, workspaceRoot } = command
      fake.projects.set(id, { id, title, workspaceRoot })
      sequence += 1
      return true
    }
    if (command.type === 'thread.create') {
      if (!fake.projects.has(command.projectId) || fake.threads.has(command.threadId)) return false
      fake.threads.set(command.threadId, {
        ...{ id: command.threadId, projectId: command.projectId, title: command.title, messages: [] },
        ...{ modelSelection: command.modelSelection, latestTurn: null, session: null, asks: null },
        ...{ archivedAt: null, deletedAt: null },
      })
      sequence += 1
      return true
    }
    const thread = fake.threads.get(command.threadId)
    if (thread === undefined || thread.deletedAt !== null) return false
    if (command.type === 'thread.delete') thread.deletedAt = createdAt
    else if (command.type === 'thread.archive') thread.archivedAt = createdAt
    else if (command.type === 'thread.turn.start') {
      thread.messages.push({ id: command.message.messageId, role: 'user', text: command.message.text, createdAt })
      sequence += 1
    }
    sequence += 1
    return true
  }

  const showThread = (thread: FakeThread, shell: boolean) => {
    const { asks, messages, ...rest } = thread
    const words = messages.at(-1)?.createdAt ?? null
    const flags = {
      latestUserMessageAt: words,
      hasPendingApprovals: asks === 'approval',
      hasPendingUserInput: asks === 'input',
      hasActionableProposedPlan: false,
    }
    const modes = { runtimeMode: 'full-access', interactionMode: 'default', branch: null, worktreePath: null }
    if (shell) return { ...rest, ...modes, ...flags }
    return { ...rest, ...modes, messages: isNew ? [] : messages, proposedPlans: [], activities: [], checkpoints: [] }
  }
  const failure = (status: number, _tag: string, code: string, more: object) => ({
    status,
    body: JSON.stringify({ _tag, code, ...more, traceId: `trace-${++sequence}` }),
  })

  const dispatch = (text: string) => {
    const command = commandOf(text, isNew)
    if (command === null) return { status: 400, body: '' }
    if (command.type === 'project.create' && command.createWorkspaceRootIfMissing !== true)
      return failure(400, 'EnvironmentRequestInvalidError', 'invalid_request', { reason: 'invalid_command' })
    const before = receipts.get(command.commandId)
    if (typeof before === 'number') return { status: 200, body: JSON.stringify({ sequence: before }) }
    // The newer one goes by its own clock.
    const createdAt = isNew || command.createdAt === undefined ? tick() : command.createdAt
    if (before === 'rejected' || !apply(command, createdAt)) {
      receipts.set(command.commandId, 'rejected')
      const reason = 'orchestration_dispatch_failed'
      return failure(500, 'EnvironmentInternalError', 'internal_error', { reason })
    }
    receipts.set(command.commandId, sequence)
    return { status: 200, body: JSON.stringify({ sequence }) }
  }

  const answerTo = (method: string, path: string, authorization: string | null, text: string) => {
    if (method === 'GET' && path === '/.well-known/t3/environment')
      return { status: 200, body: JSON.stringify({ environmentId: 'e', label: 'vm', serverVersion: version }) }
    const read = ['/api/orchestration/snapshot', ...(isNew ? ['/api/orchestration/shell'] : [])]
    const isRead = method === 'GET' && read.includes(path)
    // What no route takes falls to the pages, which are not built here.
    if (!isRead && !(method === 'POST' && path === '/api/orchestration/dispatch'))
      return { status: 503, body: 'No web build' }
    const scopes = authorization?.startsWith('Bearer ') ? fake.tokens.get(authorization.slice(7)) : undefined
    if (scopes === undefined) {
      const reason = authorization === null ? 'missing_credential' : 'invalid_credential'
      return failure(401, 'EnvironmentAuthInvalidError', 'auth_invalid', { reason })
    }
    const requiredScope = isRead ? 'orchestration:read' : 'orchestration:operate'
    if (!scopes.includes(requiredScope))
      return failure(403, 'EnvironmentScopeRequiredError', 'insufficient_scope', { requiredScope })
    if (!isRead) return dispatch(text)
    const shell = path.endsWith('/shell')
    const threads = [...fake.threads.values()]
      .filter(({ deletedAt, archivedAt }) => !shell || (deletedAt === null && archivedAt === null))
      .map((thread) => showThread(thread, shell))
    const projects = [...fake.projects.values()].map((project) => ({ ...project, deletedAt: null }))
    return { status: 200, body: JSON.stringify({ snapshotSequence: sequence, projects, threads, updatedAt: tick() }) }
  }

  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { pathname: path } = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const authorization = request.headers.authorization ?? null
    const given = fake.instead?.(request) ?? answerTo(method, path, authorization, text)
    fake.requests.push({
      method,
      path,
      status: given.status,
      authorization,
      body: text === '' ? null : JSON.parse(text),
    })
    answer.writeHead(given.status, given.body === '' ? {} : { 'content-type': 'application/json' })
    answer.end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeT3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    threads: new Map(),
    projects: new Map(),
    tokens: new Map(),
    turn(id, state) {
      const thread = fake.threads.get(id)!
      const requestedAt = thread.messages.at(-1)?.createdAt ?? tick()
      const statuses: Readonly<Record<string, string>> = {
        completed: 'ready',
        interrupted: 'interrupted',
        error: 'error',
      }
      thread.latestTurn = { turnId: `turn-${thread.messages.length}`, state, requestedAt }
      thread.session = {
        status: statuses[state] ?? 'running',
        lastError: state === 'error' ? 'It broke.' : null,
        updatedAt: tick(),
      }
    },
    instead: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}
