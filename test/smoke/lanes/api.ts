/**
 * The surface of the API: every operation of the OpenAPI document is called by curl as it is documented and must answer its
 * documented status, type and shape, and must turn away who brings no token. One that is not in the table below is called
 * empty, must answer in a documented way, and is observed as tried no further.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home, Said } from '../home.ts'
import type { Lane } from '../lane.ts'
import { answerOf, type Document, misfits, type Operation } from '../schema.ts'

interface Call {
  readonly path?: string
  readonly body?: unknown
  readonly token?: null
}

/** What one call needs of the ones before it. */
interface World {
  readonly home: Home
  readonly session: string
  readonly working: string
  readonly asking: string
  readonly requestId: string
  readonly blob: string
  readonly link: () => Promise<string>
  readonly bearer: () => Promise<number>
}

type Good = (world: World) => Call | Promise<Call>

const of = (id: string, rest = ''): Call => ({ path: `/api/v1/sessions/${id}${rest}` })
const empty: Good = () => ({ body: {} })
const plain: Good = () => ({})
const shop: Good = () => ({ path: '/api/v1/projects/shop' })

/** In this order: reads, then what changes a session, then what ends things. */
const good: Readonly<Record<string, Good>> = {
  getHealth: plain,
  getReadiness: plain,
  getStatus: plain,
  getDoctor: plain,
  runDoctor: empty,
  getConfigSchema: plain,
  getOpenApiJson: plain,
  getOpenApiYaml: plain,
  createLink: empty,
  exchangeCode: async ({ link }) => ({ body: { code: await link() }, token: null }),
  listBearers: plain,
  revokeBearer: async ({ bearer }) => ({ path: `/api/v1/auth/bearers/${await bearer()}` }),
  listProjects: plain,
  addProject: ({ home }) => ({ body: { path: home.repository('second') } }),
  getProject: shop,
  updateProject: () => ({ path: '/api/v1/projects/shop', body: { name: 'Shop' } }),
  getTrust: () => ({ path: '/api/v1/projects/shop/trust' }),
  trustProject: () => ({ path: '/api/v1/projects/shop/trust', body: {} }),
  getProjectConfig: () => ({ path: '/api/v1/projects/shop/config' }),
  listHarnesses: plain,
  probeHarness: () => ({ path: '/api/v1/harnesses/rehearsal/probe', body: {} }),
  listSessions: plain,
  spawnSession: () => ({ body: { projectId: 'shop', harness: 'rehearsal', prompt: '@say hi' } }),
  getSession: ({ session }) => of(session),
  changeSession: ({ session }) => ({ ...of(session), body: { name: 'renamed' } }),
  listEvents: ({ session }) => of(session, '/events?limit=5'),
  getTurn: ({ session }) => of(session, '/turns/1'),
  getBlob: ({ session, blob }) => of(session, `/blobs/${blob}`),
  getRaw: ({ session }) => of(session, '/raw'),
  getDiff: ({ session }) => of(session, '/diff'),
  listFiles: ({ session }) => of(session, '/files'),
  listSnapshots: ({ session }) => of(session, '/snapshots'),
  listWorktrees: plain,
  restoreSnapshot: ({ session, home }) => ({
    ...of(session, '/snapshots/1/restore'),
    body: { to: join(home.dir, 'restored') },
  }),
  listOrchestrators: plain,
  startOrchestrator: () => ({ body: { projectId: 'shop' } }),
  reportActivity: ({ working }) => ({ ...of(working, '/activity'), body: { state: 'active' } }),
  sendMessage: ({ working }) => ({ ...of(working, '/send'), body: { message: 'later' } }),
  cancelTurn: ({ working }) => ({ ...of(working, '/cancel'), body: {} }),
  answerRequest: ({ asking, requestId }) => ({ ...of(asking, '/answer'), body: { requestId, text: 'yes' } }),
  startTurn: ({ session }) => ({ ...of(session, '/turns'), body: { prompt: '@say again' } }),
  killSession: ({ session }) => ({ ...of(session, '/kill'), body: {} }),
  restoreSession: ({ session }) => ({ ...of(session, '/restore'), body: {} }),
  forkSession: ({ session }) => ({ ...of(session, '/fork'), body: {} }),
  cleanupSessions: empty,
  rotateToken: empty,
}

/** Tried by other means: streams never end by themselves, these two come last. */
const apart = ['streamSession', 'streamFleet', 'getOrchestrator', 'archiveProject', 'shutdown']

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const routesOf = (document: Document): Route[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** The status a good call answers with. */
const success = ({ operation }: Route): string => Object.keys(operation.responses).find((code) => code < '300') ?? ''

/** What is not as documented; empty when all is. */
function faults(document: Document, route: Route, said: Said): string[] {
  const told = `${route.operation.operationId} ${said.status}`
  const documented = answerOf(document, route.operation, said.status)
  if (documented === undefined) return [`${told} is not documented: ${said.text.slice(0, 200)}`]
  const content = Object.entries(documented.content ?? {})
  const schema = content.find(([type]) => said.type.startsWith(type))?.[1].schema
  if (content.length > 0 && !content.some(([type]) => said.type.startsWith(type)))
    return [`${told} comes as ${said.type}, not as ${content.map(([type]) => type)}`]
  if (schema === undefined || !said.type.startsWith('application/json')) return []
  return misfits(document, schema, said.json, told)
}

async function prepare(home: Home): Promise<World> {
  await home.json(['project', 'add', '--path', home.repository('shop')])
  await home.json(['project', 'set', 'shop', 'default_harness=rehearsal'])
  const spawn = async (prompt: string, ...more: string[]) =>
    (await home.json(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', prompt, ...more])).session
  const session = await spawn('@write a.txt one\n@flood 1 70000', '--wait')
  // The snapshot after the turn is made behind it.
  await home.until(session.id, (one) => one.filesChanged !== null)
  const working = await spawn('@hang')
  const asking = await spawn('@ask Go on?')
  const { events } = await home.json(['session', 'tail', session.id])
  const blob = events.find((row: { refs?: object }) => row.refs !== undefined)?.refs.text.blob
  const { request } = await home.until(asking.id, (one) => one.status === 'needs_input')
  const link = async (): Promise<string> => (await home.json(['link'])).code
  return {
    home,
    session: session.id,
    working: working.id,
    asking: asking.id,
    requestId: request.requestId,
    blob,
    link,
    bearer: async () => {
      const page = await home.curl('POST', '/auth/exchange', { body: { code: await link() }, token: null })
      return page.json.id
    },
  }
}

export const apiLane: Lane = {
  name: 'api',
  shows: 'every operation of the OpenAPI document, by curl, as documented',
  async run({ home, check, observe }) {
    const world = await prepare(home)
    const document = (await home.curl('GET', '/api/v1/openapi.json')).json as Document
    const routes = routesOf(document)
    const named = (id: string): Route => {
      const found = routes.find((route) => route.operation.operationId === id)
      assert.ok(found, `${id} is not in the document`)
      return found
    }
    const answers = (route: Route, said: Said, status = success(route)): void => {
      assert.deepEqual(faults(document, route, said), [])
      assert.equal(String(said.status), status, `${route.operation.operationId}: ${said.text.slice(0, 300)}`)
    }

    const closed = routes.filter(({ operation }) => (operation.security ?? []).length > 0)
    await check(`${closed.length} operations turn away who brings no token`, async () => {
      for (const route of closed) {
        const path = route.path.replace('{id}', 'shop-1').replace('{n}', '1').replace('{blob}', 'b1')
        const said = await home.curl(route.method, path, { token: null })
        assert.deepEqual([route.operation.operationId, said.status], [route.operation.operationId, 401])
        assert.deepEqual(faults(document, route, said), [])
      }
    })

    await check(`${Object.keys(good).length} operations answer a good call as documented`, async () => {
      for (const [id, call] of Object.entries(good)) {
        const route = named(id)
        const { path = route.path, body, token } = await call(world)
        const said = await home.curl(route.method, path, {
          ...(body === undefined ? {} : { body }),
          ...(token === null ? { token } : {}),
        })
        answers(route, said)
      }
    })

    await check('both streams say what they are and catch up', async () => {
      for (const [id, path] of [
        ['streamSession', `/api/v1/sessions/${world.session}/stream`],
        ['streamFleet', '/api/v1/events'],
      ] as const) {
        const headers = join(home.dir, `${id}.headers`)
        await home.listen(path, (frame) => (frame.event === 'caught-up' ? true : undefined), { extra: ['-D', headers] })
        assert.match(readFileSync(headers, 'utf8'), /^HTTP\/1\.1 200/)
        assert.match(readFileSync(headers, 'utf8'), /content-type: text\/event-stream/i)
      }
    })

    const others = routes.filter(({ operation: { operationId: id } }) => !(id in good) && !apart.includes(id))
    for (const route of others) {
      await check(`${route.operation.operationId} answers an empty call in a documented way`, async () => {
        const path = route.path.replace('{id}', 'shop-1').replaceAll(/\{\w+\}/g, '1')
        const said = await home.curl(route.method, path, route.method === 'GET' ? {} : { body: {} })
        assert.ok(said.status < 500, said.text.slice(0, 300))
        assert.deepEqual(faults(document, route, said), [])
      })
      observe(`${route.method} ${route.path} is called empty only`)
    }

    await check('what is not there is refused by name', async () => {
      const codes: readonly (readonly [string, string, number, string])[] = [
        ['GET', '/api/v1/no-such-route', 404, 'ROUTE_NOT_FOUND'],
        ['DELETE', '/api/v1/sessions', 405, 'METHOD_NOT_ALLOWED'],
        ['GET', '/api/v1/sessions/shop-999', 404, 'SESSION_NOT_FOUND'],
        ['GET', '/api/v1/projects/none', 404, 'PROJECT_NOT_FOUND'],
        ['GET', '/api/v1/sessions?limit=no', 400, 'INVALID_QUERY'],
        ['GET', `/api/v1/sessions/${world.session}/events?after=x`, 400, 'INVALID_CURSOR'],
      ]
      for (const [method, path, status, code] of codes) {
        const said = await home.curl(method, path)
        assert.deepEqual([path, said.status, said.json?.code], [path, status, code])
      }
      const said = await home.curl('POST', '/api/v1/sessions', { body: { promt: 'x' } })
      assert.deepEqual([said.status, said.json.code], [400, 'INVALID_BODY'])
    })

    await check('an orchestrator is found by its id; a project without live sessions is archived', async () => {
      const { orchestrators } = (await home.curl('GET', '/api/v1/orchestrators')).json
      const found = await home.curl('GET', `/api/v1/orchestrators/${orchestrators[0].id}`)
      answers(named('getOrchestrator'), found)
      answers(named('archiveProject'), await home.curl('DELETE', '/api/v1/projects/second'))
      answers(named('archiveProject'), await home.curl('DELETE', '/api/v1/projects/shop'), '409')
    })

    await check('shutdown is the last word', async () => {
      answers(named('shutdown'), await home.curl('POST', '/shutdown', { body: {} }))
    })
  },
}
