/**
 * The security table on a real daemon with real agents: the token of a running worker and of an orchestrator against every
 * route of the document, and paths that climb in every place that takes an id or a path.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { asker, unfit } from './ask.ts'
import { type Operation, operationsOf } from './generate.ts'

let w: World
let operations: Operation[]
let worker: Session
let lead: Session
beforeAll(async () => {
  w = await world()
  await w.addProject()
  operations = operationsOf((await w.call('GET', '/api/v1/openapi.json')).body)
  const hold = '@write a.txt a\n@sh echo $DROVER_TOKEN > .token.new; mv .token.new .token\n@say ready\n@hang'
  worker = await w.spawn(hold)
  lead = await w.spawn(hold, { kind: 'orchestrator' })
  await w.spawn('@say other')
  for (const { id } of [worker, lead]) await w.row(id, (row) => row.kind === 'text' && row.text === 'ready')
})
afterAll(() => w.end())

const tokenOf = (session: Session): string => readFileSync(join(session.workspace ?? '', '.token'), 'utf8').trim()

/** A request to this route that would do something if it were let in. */
const sample = (operation: Operation, own: string) => {
  const path = operation.path.replace('{n}', '1').replace('{blob}', 'b1')
  const id = path.includes('/projects/')
    ? 'demo'
    : path.includes('/harnesses/')
      ? 'rehearsal'
      : path.includes('/bearers/')
        ? '1'
        : own
  const bodies: Record<string, object> = {
    spawnSession: { projectId: 'demo', prompt: '@say x', harness: 'rehearsal' },
    startTurn: { prompt: '@say x' },
    sendMessage: { message: 'x' },
    answerRequest: { requestId: 'r', text: 'x' },
    reportActivity: { state: 'active' },
    guardCall: { tool: 'Read', input: {} },
    changeSession: { name: 'x' },
    exchangeCode: { code: 'x' },
    startOrchestrator: { projectId: 'demo' },
    addProject: { path: w.repo.path },
  }
  return {
    operation: operation.id,
    method: operation.method,
    path: path.replace('{id}', id),
    ...(operation.body === null ? {} : { body: JSON.stringify(bodies[operation.id] ?? {}) }),
  }
}

/** A hook is believed by its signature, and off until a secret is configured. */
const everybody = ['getDoorHealth', 'getHealth', 'getReadiness', 'getT3Environment', 'exchangeCode', 'githubHook']
/** The last one finds nothing: a worker is no orchestrator. */
const aboutItself = ['getSession', 'getTurn', 'listEvents', 'streamSession', 'getBlob', 'getOrchestrator']

/** The queue of its own project: which task and which project is the flow's to judge. */
const ownQueue = ['listTasks', 'addTask', 'getTask', 'claimTask', 'finishTask', 'handOffTask', 'failTask']

/** What it says of its own work. */
const ownProgress = ['listProgress', 'addProgress']

/** Its own merges. The other routes of a merge find none here. */
const ownMerges = [
  'listMerges',
  'getMerge',
  'getMergeDiff',
  'getMergeOutput',
  'cancelMerge',
  'enqueueMerge',
  'predictMerge',
]

/** Its own mail: whose it is, the flow judges. */
const ownMail = [
  'sendMail',
  'listMail',
  'getMail',
  'getMailThread',
  'readMail',
  'replyToMail',
  'editMail',
  'cancelMail',
]

/** The effort it belongs to, and threads of its own pull requests; here it finds none. What its tools may do the routes behind them say. */
const ownEffort = ['getEffort', 'resolvePullRequestThreads', 'listPresence', 'mcp']

/** The routes whose door let this token in: whatever came after, it was not a refusal of the caller. */
async function letIn(token: string | null, own: string): Promise<string[]> {
  const door = asker(w, token)
  const passed: string[] = []
  for (const operation of operations) {
    const one = sample(operation, own)
    const reply = await door.ask(one)
    expect(unfit(one, reply)).toBeNull()
    const code = /"code":"(\w+)"/.exec(reply.text)?.[1]
    if (reply.status !== 401 && reply.status !== 403) passed.push(operation.id)
    else if (code === 'CODE_EXPIRED') passed.push(operation.id)
    // The last two are the words of T3's controllers.
    else expect(['UNAUTHORIZED', 'FORBIDDEN_SCOPE', 'auth_invalid', 'insufficient_scope'], operation.id).toContain(code)
  }
  door.end()
  return passed.toSorted()
}

describe('a session’s token on every route', () => {
  it('nobody: health and sign-in alone', async () => {
    expect(await letIn(null, worker.id)).toEqual(everybody.toSorted())
  })

  it('a worker: itself, to read and to report, and nothing else', async () => {
    expect(await letIn(tokenOf(worker), worker.id)).toEqual(
      [
        ...everybody,
        ...aboutItself,
        'reportActivity',
        'guardCall',
        'waitFor',
        'listChildren',
        ...ownQueue,
        ...ownProgress,
        ...ownMerges,
        ...ownMail,
        ...ownEffort,
      ].toSorted(),
    )
    expect(await letIn(tokenOf(worker), lead.id)).toEqual(
      [...everybody, ...ownQueue, ...ownProgress, ...ownMerges, ...ownMail, ...ownEffort].toSorted(),
    )
    expect((await w.session(worker.id)).phase).toBe('live')
  })

  it('an orchestrator: reads and spawns within its project; it kills, approves and changes nothing', async () => {
    const passed = await letIn(tokenOf(lead), lead.id)
    for (const name of [
      'killSession',
      'answerRequest',
      'cancelTurn',
      'restoreSession',
      'cleanupSessions',
      'trustProject',
    ])
      expect(passed).not.toContain(name)
    for (const name of [
      'updateProject',
      'archiveProject',
      'addProject',
      'createLink',
      'listBearers',
      'rotateToken',
      'shutdown',
    ])
      expect(passed).not.toContain(name)
    expect(passed).toEqual(expect.arrayContaining(['spawnSession', 'getSession', 'sendMessage', 'getProject']))
  })

  it('the token dies with its launch', async () => {
    const token = tokenOf(worker)
    expect((await w.call('GET', `/api/v1/sessions/${worker.id}`, undefined, { token })).status).toBe(200)
    await ok(w.call('POST', `/api/v1/sessions/${worker.id}/cancel`, {}))
    expect((await w.call('GET', `/api/v1/sessions/${worker.id}`, undefined, { token })).status).toBe(401)
  })

  it('the operator’s token is in no agent’s environment', () => {
    const operator = readFileSync(join(w.home, 'token'), 'utf8').trim()
    const environs = w.processes().flatMap(({ pid }) => (pid === w.daemon.pid ? [] : [environOf(pid)]))
    expect(environs.filter((environ) => environ.includes('DROVER_TOKEN=')).length).toBeGreaterThan(0)
    expect(environs.filter((environ) => environ.includes(operator))).toEqual([])
  })
})

/** Empty for a process that is gone meanwhile. */
function environOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

const climbs = [
  '../../../../../../../../etc/passwd',
  '..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '..%5c..%5cetc',
  '%00',
  'demo-1%00',
  'demo-1/../../token',
  '..%252f..%252fetc%252fpasswd',
  '.',
  '..',
  '~',
  '%2fetc%2fpasswd',
]

describe('paths that climb', () => {
  const leaks = (text: string): boolean => /root:.*:0:0:/.test(text) || text.includes(tokenFile())
  const tokenFile = (): string => readFileSync(join(w.home, 'token'), 'utf8').trim()

  it('in every id of every route are refused and read nothing', async () => {
    const door = asker(w, tokenFile())
    for (const operation of operations) {
      for (const parameter of operation.parameters.filter((one) => one.in === 'path')) {
        for (const climb of climbs) {
          const base = sample(operation, 'demo-1')
          const path = operation.path
            .replace(`{${parameter.name}}`, climb)
            .replace('{id}', operation.path.includes('/projects/') ? 'demo' : 'demo-1')
            .replace('{n}', '1')
            .replace('{blob}', 'b1')
          const one = { ...base, path }
          const reply = await door.ask(one)
          expect(unfit(one, reply)).toBeNull()
          expect(leaks(reply.text), path).toBe(false)
          // '.' and '~' may name nothing; what climbs is no id at all.
          if (reply.status < 400) expect([200, 405], path).toContain(reply.status)
        }
      }
    }
    door.end()
  })

  it('in a diff’s file, a project’s path, a branch, a base or a session’s name reach nothing outside', async () => {
    const before = readdirSync(w.dir)
    for (const climb of [
      '../../../../etc/passwd',
      '/etc/passwd',
      '..',
      '/',
      ':(top)',
      '-h',
      '--output=pwned',
      '\u0000',
    ]) {
      const file = encodeURIComponent(climb)
      const diff = await w.call('GET', `/api/v1/sessions/${lead.id}/diff?file=${file}`)
      expect(diff.status, climb).toBeLessThan(500)
      expect(leaks(diff.text), climb).toBe(false)
      for (const body of [{ branch: climb }, { base: climb }, { projectId: climb }, { harness: climb }]) {
        const spawned = await w.call('POST', '/api/v1/sessions', {
          projectId: 'demo',
          harness: 'rehearsal',
          prompt: '@say x',
          ...body,
        })
        expect(spawned.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
        expect(spawned.status, JSON.stringify(body)).toBeLessThan(500)
      }
      const id = await w.call('POST', '/api/v1/projects', { path: w.repo.path, id: climb })
      expect(id.status, climb).toBeGreaterThanOrEqual(400)
    }
    expect(readdirSync(w.dir)).toEqual(before)
    expect(existsSync(join(w.repo.path, 'pwned'))).toBe(false)
  })

  it('a snapshot is written to an absolute, empty directory and nowhere else', async () => {
    await ok(w.call('POST', `/api/v1/sessions/${lead.id}/kill`, {}))
    const { snapshots } = await ok<{ snapshots: { n: number }[] }>(
      w.call('GET', `/api/v1/sessions/${lead.id}/snapshots`),
    )
    const restore = (to: string) =>
      w.call('POST', `/api/v1/sessions/${lead.id}/snapshots/${snapshots.at(-1)?.n}/restore`, { to })
    for (const to of ['relative', '../up', w.repo.path, w.home, '', '\u0000', join(w.repo.path, 'README.md')]) {
      const answer = await restore(to)
      expect(answer.status, to).toBeGreaterThanOrEqual(400)
      expect(answer.status, to).toBeLessThan(500)
    }
    expect(readFileSync(join(w.repo.path, 'README.md'), 'utf8')).toBe('# Test\n')
    expect((await restore(join(w.dir, 'fresh'))).status).toBe(200)
    expect(readFileSync(join(w.dir, 'fresh', 'a.txt'), 'utf8')).toBe('a\n')
  })
})

describe('where requests come from', () => {
  it('a foreign Host, a rebinding name and a foreign Origin are refused before anything else (weak point 15)', async () => {
    for (const host of [
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0.0.0.0',
      '169.254.169.254',
    ]) {
      const answer = await w.call('GET', '/api/v1/sessions', undefined, { tcp: true, headers: { host } })
      expect([answer.status, answer.body.code], host).toEqual([403, 'FORBIDDEN_HOST'])
    }
    for (const origin of ['http://evil.example', 'null', `http://localhost:${w.daemon.port + 1}`]) {
      const answer = await w.call('POST', '/api/v1/sessions', {}, { tcp: true, headers: { origin } })
      expect([answer.status, answer.body.code], origin).toEqual([403, 'FORBIDDEN_ORIGIN'])
    }
  })

  it('a sign-in code works once; a revoked page is out', async () => {
    const { code } = await ok<{ code: string }>(w.call('POST', '/api/v1/auth/link', {}))
    const page = await ok<{ bearer: string; id: number }>(w.call('POST', '/auth/exchange', { code }, { token: null }))
    const again = await w.call('POST', '/auth/exchange', { code }, { token: null })
    expect([again.status, again.body.code]).toEqual([401, 'CODE_EXPIRED'])
    expect((await w.call('GET', '/api/v1/sessions', undefined, { token: page.bearer })).status).toBe(200)
    await ok(w.call('DELETE', `/api/v1/auth/bearers/${page.id}`))
    expect((await w.call('GET', '/api/v1/sessions', undefined, { token: page.bearer })).status).toBe(401)
  })
})
