/** One good request for every operation of the API, so that tests can walk all of them. */

export interface Sample {
  readonly path: string
  readonly body?: unknown
  readonly status?: number
  /** Stays open: only its headers are awaited. */
  readonly stream?: true
}

const session = '/api/v1/sessions/shop-1'
const project = '/api/v1/projects/shop'

export const samples: Record<string, Sample> = {
  getHealth: { path: '/healthz' },
  getReadiness: { path: '/readyz' },
  getStatus: { path: '/api/v1/status' },
  shutdown: { path: '/shutdown', body: { agents: 'keep' }, status: 202 },
  getDoctor: { path: '/api/v1/doctor' },
  runDoctor: { path: '/api/v1/doctor', body: { fix: true } },
  getConfigSchema: { path: '/api/v1/config/schema' },
  getOpenApiJson: { path: '/api/v1/openapi.json' },
  getOpenApiYaml: { path: '/api/v1/openapi.yaml' },
  exchangeCode: { path: '/auth/exchange', body: { code: 'CODE' } },
  createLink: { path: '/api/v1/auth/link', status: 201 },
  listBearers: { path: '/api/v1/auth/bearers' },
  revokeBearer: { path: '/api/v1/auth/bearers/1' },
  rotateToken: { path: '/api/v1/auth/rotate' },
  listProjects: { path: '/api/v1/projects' },
  addProject: { path: '/api/v1/projects', body: { path: '/repos/shop' }, status: 201 },
  getProject: { path: project },
  updateProject: { path: project, body: { name: 'Shop', settings: { ports: 5 } } },
  archiveProject: { path: project },
  getTrust: { path: `${project}/trust` },
  trustProject: { path: `${project}/trust`, body: { hash: 'h' } },
  getProjectConfig: { path: `${project}/config` },
  listHarnesses: { path: '/api/v1/harnesses' },
  probeHarness: { path: '/api/v1/harnesses/rehearsal/probe' },
  listSessions: { path: '/api/v1/sessions?project=shop&status=idle&kind=worker&includeTerminated=true&limit=5' },
  spawnSession: { path: '/api/v1/sessions', body: { projectId: 'shop', prompt: 'go' }, status: 201 },
  cleanupSessions: { path: '/api/v1/sessions/cleanup', body: { dryRun: true } },
  getSession: { path: session },
  renameSession: { path: session, body: { name: 'new name' } },
  killSession: { path: `${session}/kill` },
  restoreSession: { path: `${session}/restore` },
  forkSession: { path: `${session}/fork`, status: 201 },
  reportActivity: { path: `${session}/activity`, body: { state: 'idle' } },
  listWorktrees: { path: '/api/v1/worktrees' },
  startTurn: { path: `${session}/turns`, body: { prompt: 'go on' }, status: 202 },
  getTurn: { path: `${session}/turns/1` },
  cancelTurn: { path: `${session}/cancel` },
  sendMessage: { path: `${session}/send`, body: { message: 'hello', interrupt: true } },
  answerRequest: { path: `${session}/answer`, body: { requestId: 'r1', decision: 'allow' } },
  listEvents: { path: `${session}/events?after=0&limit=10` },
  streamSession: { path: `${session}/stream`, stream: true },
  streamFleet: { path: '/api/v1/events?after=0&session=shop-1', stream: true },
  getBlob: { path: `${session}/blobs/b1` },
  getRaw: { path: `${session}/raw?from=0&limit=100&channel=stdout` },
  getDiff: { path: `${session}/diff?from=1&to=2&stat=true` },
  listFiles: { path: `${session}/files` },
  listSnapshots: { path: `${session}/snapshots` },
  restoreSnapshot: { path: `${session}/snapshots/1/restore`, body: { to: '/tmp/somewhere' } },
  listOrchestrators: { path: '/api/v1/orchestrators' },
  startOrchestrator: { path: '/api/v1/orchestrators', body: { projectId: 'shop' }, status: 201 },
  getOrchestrator: { path: '/api/v1/orchestrators/shop-2' },
}
