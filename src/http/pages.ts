/**
 * The cockpit's files: served from one directory and nowhere else, with the headers that keep a page to itself. Hashed
 * files are cached for good, the rest is asked for anew. Without a built cockpit a plain page says what to do.
 */
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { statusPage } from './status-page.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}
const compressible = /^(text\/|application\/(json|manifest)|image\/svg)/

export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
} as const

interface Kept {
  readonly stamp: string
  readonly etag: string
  readonly plain: Buffer
  readonly small: Buffer | null
}

export interface Pages {
  /** null: there is no such page or file. */
  get(path: string, request: Request, requestId: string): Promise<Response | null>
}

export function createPages(options: { dir: string | null; version: string; ready: () => boolean }): Pages {
  const kept = new Map<string, Kept>()
  const { dir } = options

  const load = async (root: string, name: string): Promise<Kept | null> => {
    const file = await insideFile(root, name)
    if (file === null) return null
    const known = kept.get(file.path)
    if (known?.stamp === file.stamp) return known
    const plain = await readFile(file.path)
    const wanted = compressible.test(types[extname(name)] ?? '') && plain.length > 1_024
    const small = wanted ? await promisify(gzip)(plain, { level: 9 }) : null
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    const fresh = { stamp: file.stamp, etag, plain, small }
    kept.set(file.path, fresh)
    return fresh
  }

  return {
    async get(path, request, requestId) {
      if (dir === null) {
        if (path !== '/') return null
        const html = statusPage({ version: options.version, ready: options.ready() })
        return new Response(html, { headers: headersFor('.html', 'no-store', requestId) })
      }
      const name = path === '/' ? 'index.html' : path.slice(1)
      const persona = personaManifest.exec(path)?.[1]
      if (persona !== undefined) return homeScreen(await load(dir, 'manifest.webmanifest'), persona, requestId)
      const file = await load(dir, name)
      if (file !== null) return answer(file, name, request, requestId)
      // The page has addresses of its own (/sessions/…): all of them are the one document.
      const wantsPage = request.headers.get('accept')?.includes('text/html') === true && extname(name) === ''
      const index = wantsPage || path === '/' ? await load(dir, 'index.html') : null
      return index === null ? null : answer(index, 'index.html', request, requestId)
    },
  }
}

/** Put on a home screen from a persona's page, that page is what opens: the manifest again, with its name and address. */
const personaManifest = /^\/talk\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.webmanifest$/

function homeScreen(file: Kept | null, persona: string, requestId: string): Response | null {
  if (file === null) return null
  const path = `/talk/${persona}`
  const own = { ...JSON.parse(file.plain.toString()), id: path, start_url: path, name: persona, short_name: persona }
  return new Response(JSON.stringify(own), { headers: headersFor('.webmanifest', 'no-cache', requestId) })
}

const headersFor = (extension: string, cache: string, requestId: string): Record<string, string> => ({
  ...pageHeaders,
  'content-type': types[extension] ?? 'application/octet-stream',
  'cache-control': cache,
  'x-request-id': requestId,
})

function answer(file: Kept, name: string, request: Request, requestId: string): Response {
  const hashed = /^assets\/.+[-.][A-Za-z0-9_-]{8,}\.\w+$/.test(name)
  const headers = headersFor(extname(name), hashed ? 'public, max-age=31536000, immutable' : 'no-cache', requestId)
  headers.etag = file.etag
  headers.vary = 'accept-encoding'
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  const squeezed = file.small !== null && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (squeezed) headers['content-encoding'] = 'gzip'
  return new Response(new Uint8Array(squeezed && file.small !== null ? file.small : file.plain), { headers })
}

/** The real path must lie inside the root: neither `..`, nor a hidden file, nor a link leads out. */
async function insideFile(root: string, name: string): Promise<{ path: string; stamp: string } | null> {
  let decoded: string
  try {
    decoded = decodeURIComponent(name)
  } catch {
    // A broken escape names no file.
    return null
  }
  if (/[\0\\]/.test(decoded) || decoded.split('/').some((part) => part === '' || part.startsWith('.'))) return null
  try {
    const base = await realpath(root)
    const path = await realpath(join(base, decoded))
    if (!path.startsWith(base + sep)) return null
    const facts = await stat(path)
    return facts.isFile() ? { path, stamp: `${facts.size}:${facts.mtimeMs}` } : null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    throw error
  }
}
