/** The way out to a forge, against servers that flood, lead elsewhere and go in circles. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GuardOptions, guardedFetch } from '#adapters/forge/guarded-fetch'

const headers = { authorization: 'token canary' }
const mb = 1024 * 1024
let servers: Server[] = []
let heard: { path: string; authorization: string | undefined }[] = []

const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer((request, response) => {
    heard.push({ path: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const leads = (to: () => string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(302, { location: to() }).end()
/** A hundred megabytes of `x`, then some last words; stops where nobody listens. */
const floods = (_: IncomingMessage, response: ServerResponse): void => {
  const part = 'x'.repeat(mb)
  let left = 100
  const more = (): void => {
    while (left > 0) {
      left -= 1
      if (!response.write(part)) return void response.once('drain', more)
    }
    response.end('the last words')
  }
  more()
}
const out = (origin: string, over: Partial<GuardOptions> = {}) =>
  guardedFetch({ origin, timeoutMs: 20_000, mostBytes: mb, ...over })

beforeEach(() => {
  heard = []
})
afterEach(async () => {
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }),
  )
  servers = []
})

it('a read that leads elsewhere is followed without the credential, inside the origin with it', async () => {
  const elsewhere = await listen((_, response) => void response.end('a log'))
  const forge = await listen((request, response) =>
    leads(() => (request.url === '/one' ? '/two' : `${elsewhere}/log`))(request, response),
  )
  expect(await (await out(forge, { plainElsewhere: true })(`${forge}/one`, { headers })).text()).toBe('a log')
  expect(heard).toEqual([
    { path: '/one', authorization: 'token canary' },
    { path: '/two', authorization: 'token canary' },
    { path: '/log', authorization: undefined },
  ])
})

it('a write that leads elsewhere, another host, plain http and circles are refused; nothing is heard there', async () => {
  const elsewhere = await listen((_, response) => void response.end('stolen'))
  const forge = await listen(leads(() => elsewhere))
  await expect(out(forge)(`${forge}/write`, { method: 'POST', headers })).rejects.toThrow('nothing was sent there')
  await expect(out(forge)(`${forge}/read`, { headers })).rejects.toThrow('plain http')
  await expect(out(forge)(`${elsewhere}/read`, { headers })).rejects.toThrow('is not the forge')
  expect(heard.map(({ path }) => path)).toEqual(['/write', '/read'])
  const round = await listen(leads(() => '/again'))
  await expect(out(round)(`${round}/again`, { headers })).rejects.toThrow('circles')
})

it('an answer of 100 MB is refused; of a log as long the end is kept, and of a diff the beginning', async () => {
  const forge = await listen(floods)
  await expect(out(forge)(`${forge}/list`, { headers })).rejects.toThrow(`more than ${mb} bytes`)
  let cuts = 0
  const onCut = (): void => void cuts++
  const log = await (await out(forge, { over: 'last', onCut })(`${forge}/log`, { headers })).text()
  expect([log.length, log.endsWith('xthe last words'), cuts > 0]).toEqual([mb, true, true])
  const diff = await (await out(forge, { over: 'first' })(`${forge}/diff`, { headers })).text()
  expect([diff.length, diff.endsWith('x')]).toEqual([mb, true])
})
