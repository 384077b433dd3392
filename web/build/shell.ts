/**
 * What makes the page installable: manifest, icons, and a service worker that keeps the shell (page, scripts, styles) for
 * the moment the daemon does not answer. The worker never sees an API call, a stream or a sign-in.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { iconPng, iconSvg } from './png.ts'

const manifest = {
  id: '/',
  name: 'Drover',
  short_name: 'Drover',
  description: 'See and steer every coding agent.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f6f2',
  theme_color: '#0b6b5d',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

const worker = (version: string, files: readonly string[]): string => `
const cacheName = 'drover-shell-${version}'
const files = ${JSON.stringify(files)}
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith('drover-shell-') && n !== cacheName).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  )
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (/^\\/(api|auth|healthz|readyz|shutdown)(\\/|$)/.test(url.pathname)) return
    event.respondWith(fetch(request).catch(() => caches.match('/').then((page) => page ?? Response.error())))
    return
  }
  if (!files.includes(url.pathname)) return
  event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(request)))
})
self.addEventListener('push', (event) => {
  let told = {}
  try { told = event.data?.json() ?? {} } catch { /* Not ours: something came, and that is all that is known. */ }
  const text = (value, fallback) => (typeof value === 'string' && value !== '' ? value : fallback)
  const path = text(told.path, '/needs-you')
  const show = () =>
    self.registration.showNotification(text(told.title, 'Drover needs you'), {
      body: text(told.body, ''),
      tag: text(told.id, 'drover'),
      icon: '/icon-192.png',
      data: { path: path.startsWith('/') && !path.startsWith('//') ? path : '/needs-you' },
    })
  // Whoever looks at the conversation sees its answer there.
  const looks = (one) => new Promise((tell) => {
    if (one.visibilityState !== 'visible') return tell(false)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => tell(data === true)
    setTimeout(() => tell(false), 500)
    one.postMessage({ type: 'looks', path }, [port2])
  })
  const seen = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return (await Promise.all(open.map(looks))).includes(true)
  }
  event.waitUntil(path.startsWith('/talk/') ? seen().then((is) => is ? undefined : show()) : show())
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/needs-you'
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const page = open[0]
      if (!page) return self.clients.openWindow(path)
      page.postMessage({ type: 'go', path })
      return page.focus()
    }),
  )
})
`

export function shell(): Plugin {
  return {
    name: 'drover-shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, source: string | Uint8Array): void => {
          this.emitFile({ type: 'asset', fileName, source })
        }
        const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        emit('icon.svg', iconSvg)
        emit('icon-180.png', iconPng(180, 0))
        emit('icon-192.png', iconPng(192, 0.22))
        emit('icon-512.png', iconPng(512, 0.22))
        emit('icon-maskable-512.png', iconPng(512, 0))
        emit('manifest.webmanifest', JSON.stringify(manifest))
        const files = ['/', '/icon.svg', '/manifest.webmanifest', ...built.map((name) => `/${name}`)]
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
        emit('sw.js', worker(version, files).trimStart())
      },
    },
  }
}
