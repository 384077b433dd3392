/** Starts the page: looks, address, sign-in, live state, then React. Knows every part and no detail. */
import './ui/tokens.css'
import './ui/base.css'
import './ui/components.css'
import './layout.css'
import './features/fleet/fleet.css'
import './features/session/session.css'
import './features/session/land.css'
import './features/heats/heats.css'
import { createRoot } from 'react-dom/client'
import { bearerKey } from './api/bearer.ts'
import { App } from './app.tsx'
import { watchNews } from './features/needs-you/news.ts'
import { begin, retryNow } from './live/cockpit.ts'
import { followInbox } from './live/inbox.ts'
import { followLoop } from './live/loop.ts'
import { go, watchAddress } from './routes/router.ts'
import { showTheme, themeNow } from './ui/theme.ts'

showTheme(themeNow())
watchAddress()
followInbox()
followLoop()
watchNews()
void begin()

// A link pasted into a page that is open already changes only the fragment.
window.addEventListener('hashchange', () => void begin())
// Another tab of this origin signed in.
window.addEventListener('storage', (event) => {
  if (event.key === bearerKey && event.newValue !== null) void begin()
})
window.addEventListener('online', retryNow)
window.addEventListener('pageshow', retryNow)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) retryNow()
})

// Without a secure context there is no worker: the page works all the same, only not while the daemon is away.
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
if (workers && import.meta.env.PROD) {
  workers.register('/sw.js').catch(() => {})
  workers.addEventListener('message', (event: MessageEvent<{ type?: string; path?: string }>) => {
    if (event.data.type === 'go' && event.data.path) go(event.data.path)
    // Asked before it rings: is this what somebody looks at?
    if (event.data.type === 'looks')
      event.ports[0]?.postMessage(location.pathname === event.data.path && !document.hidden && document.hasFocus())
  })
}

createRoot(document.getElementById('root')!).render(<App />)
