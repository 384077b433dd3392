/**
 * A door on a free loopback port and a Unix socket, before a fake fleet, with a real gate on a real store in a temporary
 * home: the operator, a signed-in page, a worker and an orchestrator each with a token of their own.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request as nodeRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import { createGate, hashToken } from '#flows/access/gate'
import { createHttp, type Http, type HttpConfig, type HttpLog } from '#http/http'
import type { Listening } from '#http/listen'
import type { Journal } from '#ports/store/journal'
import { createFakeFleet, type FakeFleet } from './fake-flows.ts'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Record<string, unknown>
}

export interface DoorWorld {
  readonly home: string
  readonly fleet: FakeFleet
  readonly http: Http
  readonly listening: Listening
  readonly url: string
  readonly journal: Journal
  readonly gate: ReturnType<typeof createGate>
  readonly token: () => Promise<string>
  readonly workerToken: string
  readonly leadToken: string
  readonly log: LogLine[]
  readonly stops: string[]
  /** Moves the gate's clock. */
  advance(ms: number): void
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export interface CallOptions {
  readonly token?: string | null
  readonly body?: unknown
  readonly raw?: string | Buffer
  readonly headers?: Record<string, string>
  readonly viaSocket?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

const stamp = '2025-01-02T03:04:05.000Z'

export async function openDoor(
  options: { config?: Partial<HttpConfig>; assetsDir?: string | null } = {},
): Promise<DoorWorld> {
  const home = await mkdtemp(join(tmpdir(), 'drover-http-'))
  let shift = 0
  const clock = { now: () => new Date(Date.now() + shift), zone: 'UTC' }
  const journal = openJournal({ path: join(home, 'drover.db'), now: clock.now, redact: (text) => text })
  const workerToken = 'worker-token-worker-token-worker-token'
  const leadToken = 'lead-token-lead-token-lead-token-lead'
  addLaunch(journal, 'shop-1', 'worker', workerToken)
  addLaunch(journal, 'shop-2', 'orchestrator', leadToken)
  const tokenFile = join(home, 'token')
  const gate = createGate({ journal, clock, tokenFile })
  const fleet = createFakeFleet()
  const log: LogLine[] = []
  const stops: string[] = []
  const write =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      log.push({ level, message, fields })
    }
  const logger: HttpLog = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const http = createHttp({
    flows: fleet.flows,
    gate,
    config: { allowedHosts: [], trustedProxy: null, checkAnswers: true, ...options.config },
    assets: { dir: options.assetsDir ?? null },
    log: logger,
    version: '0.0.0-test',
    pid: process.pid,
    home,
    onShutdown: (agents) => stops.push(agents),
  })
  const listening = await http.listen({
    host: '127.0.0.1',
    port: 0,
    socketPath: join(home, 'drover.sock'),
    graceMs: 200,
  })
  const token = async () => (await readFile(tokenFile, 'utf8')).trim()

  return {
    home,
    fleet,
    http,
    listening,
    url: `http://127.0.0.1:${listening.port}`,
    journal,
    gate,
    token,
    workerToken,
    leadToken,
    log,
    stops,
    advance(ms) {
      shift += ms
    },
    async call(method, path, more = {}) {
      const bearer = more.token === undefined ? await token() : more.token
      const body = more.raw ?? (more.body === undefined ? undefined : JSON.stringify(more.body))
      return exchange(
        more.viaSocket === true ? { socketPath: listening.socket ?? '' } : { host: '127.0.0.1', port: listening.port },
        method,
        path,
        { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...more.headers },
        body,
      )
    },
    async close() {
      await listening.close()
      journal.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function exchange(
  place: { socketPath: string } | { host: string; port: number },
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = nodeRequest({ ...place, method, path, headers, agent: false }, (response) => {
      readAll(response).then((text) => resolve(answerOf(response, text)), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function answerOf(response: IncomingMessage, text: string): Answer {
  const type = response.headers['content-type'] ?? ''
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Record<string, string>,
    text,
    json: type.includes('application/json') && text !== '' ? JSON.parse(text) : null,
  }
}

/** A session with a running launch whose token is known. */
function addLaunch(journal: Journal, id: string, kind: 'worker' | 'orchestrator', token: string): void {
  journal.command((tx) => {
    if (tx.project('shop') === null) {
      tx.putProject({
        id: 'shop',
        name: 'shop',
        path: '/repos/shop',
        repo: '',
        defaultBranch: 'main',
        settings: {},
        archivedAt: null,
        createdAt: stamp,
      })
    }
    tx.insertSession({
      id,
      projectId: 'shop',
      kind,
      name: id,
      harness: 'rehearsal',
      runtime: 'process',
      model: null,
      permissions: 'bypass',
      phase: 'live',
      activity: 'idle',
      activitySince: stamp,
      workspaceId: null,
      nativeId: null,
      launchId: null,
      turn: 0,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      lastText: null,
      lastActivityAt: stamp,
      filesChanged: null,
      spark: [],
      sparkMinute: 0,
      request: null,
      trouble: null,
      failure: null,
      children: [],
      parkedUntil: null,
      endReason: null,
      endedBy: null,
      ignoreConfig: false,
      forkedFrom: null,
      role: null,
      parentId: null,
      depth: 0,
      effortId: null,
      taskId: null,
      files: [],
      waiting: null,
      report: null,
      duties: null,
      spawnKey: null,
      opening: null,
      archivedAt: null,
      lastEventId: 0,
      createdAt: stamp,
      updatedAt: stamp,
    })
    tx.insertLaunch({
      id: `l_${id.replace(/\W/g, '').padEnd(24, '0').slice(0, 24)}`,
      sessionId: id,
      runtime: 'process',
      n: 1,
      dir: '/nowhere',
      state: 'running',
      lifetime: 'turn',
      pid: null,
      startTime: null,
      bootId: null,
      offset: 0,
      inputBytes: 0,
      dialogue: null,
      adapterFaults: 0,
      resumeOf: null,
      tokenHash: hashToken(token),
      exitCode: null,
      exitSignal: null,
      startedAt: stamp,
      endedAt: null,
      start: {},
    })
  })
}
