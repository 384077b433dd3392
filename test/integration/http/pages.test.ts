/** The cockpit's files: served from their directory alone, with strict headers, cached as their names allow. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DoorWorld, openDoor } from './door-world.ts'

let dir: string
let world: DoorWorld
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'drover-pages-'))
  const web = join(dir, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Cockpit</title>')
  await writeFile(join(web, 'assets', 'index-Ab12Cd34.js'), 'console.log("hello");'.repeat(200))
  await writeFile(join(web, '.secret'), 'the treasure')
  await writeFile(join(dir, 'outside.txt'), 'the treasure')
  await symlink(join(dir, 'outside.txt'), join(web, 'link.txt'))
  world = await openDoor({ assetsDir: web })
})
afterEach(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => world.call('GET', path, { token: null, headers })

describe('pages', () => {
  it('serves the document at / and at addresses of the page, without a token', async () => {
    const root = await get('/')
    expect(root.text).toContain('Cockpit')
    expect(root.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(root.headers['cache-control']).toBe('no-cache')
    expect(root.headers['content-security-policy']).toContain("script-src 'self'")
    expect(root.headers['content-security-policy']).not.toContain('unsafe')
    expect(root.headers['x-content-type-options']).toBe('nosniff')
    expect(root.headers['x-frame-options']).toBe('DENY')
    expect((await get('/sessions/shop-1', { accept: 'text/html,*/*' })).text).toContain('Cockpit')
    expect((await get('/sessions/shop-1')).json.code).toBe('ROUTE_NOT_FOUND')
    expect((await get('/assets/gone-Ab12Cd34.js', { accept: 'text/html' })).status).toBe(404)
    expect((await get('/api/nothing', { accept: 'text/html' })).status).toBe(404)
    expect((await world.call('HEAD', '/', { token: null })).status).toBe(200)
  })

  it('caches hashed files for good, squeezes them, and answers 304', async () => {
    const path = '/assets/index-Ab12Cd34.js'
    const plain = await get(path)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(path, { 'if-none-match': plain.headers.etag ?? '' })).status).toBe(304)
    const squeezed = await fetchRaw(path)
    expect(gunzipSync(squeezed).toString()).toBe(plain.text)
    expect(squeezed.length).toBeLessThan(plain.text.length)
  })

  it('never leaves its directory (must never 11)', async () => {
    for (const path of [
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/link.txt',
      '/.secret',
      '/assets%2f..%2f..%2foutside.txt',
      '/assets',
      '/%00',
      '/%zz',
    ]) {
      const answer = await get(path)
      expect(answer.text, path).not.toMatch(/treasure/)
      expect(answer.status, path).toBe(404)
    }
  })

  it('says what to do where no cockpit was built (must never 38)', async () => {
    await world.close()
    world = await openDoor()
    const page = await get('/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('npm run build')
    expect(page.text).not.toContain('<script')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

async function fetchRaw(path: string): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const asked = request(world.url + path, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      expect(response.headers['content-encoding']).toBe('gzip')
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
    asked.on('error', reject)
    asked.end()
  })
}
