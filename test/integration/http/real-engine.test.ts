/**
 * The door before the real engine: a daemon of its own in a temporary home, a rehearsal agent, and every answer held
 * against the schema that the document promises.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventRow } from '#contract/api/event'
import { routes } from '#http/routes'
import { awaited } from '#test/support/awaited'
import { openSse } from './sse-client.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let dir: string
let daemon: ChildProcess
let url: string
let token: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'drover-real-'))
  const repo = join(dir, 'repo')
  await mkdir(repo)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repo, stdio: 'ignore', timeout: 30_000 })
  git('init', '-b', 'main')
  git('-c', 'user.name=a', '-c', 'user.email=a@example', 'commit', '--allow-empty', '-m', 'one')
  const home = join(dir, 'home')
  await mkdir(home, { mode: 0o700 })
  daemon = spawn(process.execPath, [join(root, 'src/daemon.ts')], {
    env: { ...process.env, DROVER_HOME: home, XDG_CONFIG_HOME: join(dir, 'config'), DROVER_PORT: '0' },
    stdio: 'ignore',
  })
  await awaited('running.json of the daemon', fileAppears(home, 'running.json'), 50_000)
  url = `http://127.0.0.1:${JSON.parse(await readFile(join(home, 'running.json'), 'utf8')).port}`
  token = (await readFile(join(home, 'token'), 'utf8')).trim()
  while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
})

afterAll(async () => {
  const gone = new Promise((resolve) => daemon.once('exit', resolve))
  await call('POST', '/shutdown', { agents: 'stop' })
  await awaited('the end of the daemon after /shutdown', gone, 50_000)
  await rm(dir, { recursive: true, force: true })
})

function fileAppears(folder: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, () => {
      if (existsSync(join(folder, name))) done(resolve)
    })
    const died = (code: number | null): void => done(() => reject(new Error(`the daemon ended with ${code}`)))
    const done = (then: () => void): void => {
      watcher.close()
      daemon.off('exit', died)
      then()
    }
    daemon.once('exit', died)
    if (existsSync(join(folder, name))) done(resolve)
  })
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass here
  return { status: answer.status, json: (text.startsWith('{') ? JSON.parse(text) : text) as any }
}

/** Calls an operation by its name and holds what comes back against its schema. */
async function hold(name: string, values: Record<string, string | number> = {}, body?: unknown, query = '') {
  const route = routes.find((one) => one.name === name)
  if (route === undefined || typeof route.answer === 'string') throw new Error(`no JSON route ${name}`)
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]))
  const answer = await call(route.method.toUpperCase(), path + query, body)
  expect(`${name} ${answer.status} ${answer.json.code ?? ''}`.trim()).toBe(`${name} ${route.status}`)
  const parsed = route.answer.safeParse(answer.json)
  expect(parsed.error?.issues ?? [], name).toEqual([])
  return answer.json
}

describe('the real engine behind the door', () => {
  it('answers every operation in the shape that the document promises', async () => {
    await hold('addProject', {}, { path: join(dir, 'repo'), id: 'shop' })
    const project = { id: 'shop' }
    for (const name of [
      'getStatus',
      'listProjects',
      'listHarnesses',
      'getConfigSchema',
      'listBearers',
      'listWorktrees',
      'checkRoutes',
    ]) {
      await hold(name)
    }
    for (const name of ['getProject', 'getTrust', 'getProjectConfig']) await hold(name, project)
    await hold('updateProject', project, { name: 'The shop', settings: { default_harness: 'rehearsal' } })
    await hold('trustProject', project, {})
    await hold('probeHarness', { id: 'rehearsal' })
    const prompt = '@say hello\n@write a.txt hi\n@usage 1 2 0.01\n@tool look {"at": 1}\n@ask Which way?\n@say done'
    await hold('spawnSession', {}, { projectId: 'shop', harness: 'rehearsal', prompt })
    const session = { id: 'shop-1' }
    const stream = await openSse(`${url}/api/v1/sessions/shop-1/stream`, token)
    const asked = await stream.until((frame) => frame.data.includes('"kind":"request"'))
    const { requestId } = JSON.parse(asked.data)
    await hold('getSession', session)
    await hold('listSessions', {}, undefined, '?project=shop&status=needs_input')
    await hold('sendMessage', session, { message: '@say queued' })
    await hold('answerRequest', session, { requestId, text: 'left' })
    await stream.until((frame) => frame.data.includes('"kind":"turn_end"') && frame.data.includes('"turn":2'))
    await hold('listEvents', session, undefined, '?after=0')
    await hold('getTurn', { ...session, n: 1 })
    for (const name of ['getRaw', 'getDiff', 'listFiles', 'listSnapshots']) await hold(name, session)
    await hold('restoreSnapshot', { ...session, n: 1 }, { to: join(dir, 'recovered') })
    await hold('changeSession', session, { name: 'renamed' })
    await hold('reportActivity', session, { state: 'idle' })
    await hold('forkSession', session, { prompt: '@say forked' })
    await hold('killSession', session)
    await hold('archiveSession', session)
    await hold('unarchiveSession', session)
    await hold('cleanupSessions', {}, { dryRun: true, sessions: ['shop-1'] })
    await hold('restoreSession', session)
    await hold('startOrchestrator', {}, { projectId: 'shop' })
    await hold('listOrchestrators')
    await hold('getDoctor')
    const kinds = new Set<string>()
    for (const frame of stream.frames.filter((one) => one.event === null)) {
      const row = eventRow.safeParse(JSON.parse(frame.data))
      expect(row.error?.issues ?? []).toEqual([])
      kinds.add(row.data?.kind ?? '')
    }
    expect([...kinds]).toEqual(
      expect.arrayContaining(['user', 'session', 'text', 'tool', 'usage', 'request', 'turn_end']),
    )
    const ids = stream.frames.filter((one) => one.event === null).map((one) => Number(one.id))
    expect(ids).toEqual(ids.map((_, i) => i + 1))
    stream.close()
  })
})
