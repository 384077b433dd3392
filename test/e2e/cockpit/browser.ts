/** A real Chromium for the cockpit's tests: found, started, signed in by a single-use link, watched for faults, ended. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ok, type World } from '#test/support/world'

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
export const whyNoBrowser = 'skipped: no chromium on this machine'

export const phone = { width: 390, height: 844 }
/** Another desk, or the other scheme, for a whole run: `DROVER_TEST_DESK=1920x1080 DROVER_TEST_SCHEME=dark`. */
const [width = 1440, height = 900] = process.env.DROVER_TEST_DESK?.split('x').map(Number) ?? []
export const desk = { width, height }
const usualScheme = process.env.DROVER_TEST_SCHEME === 'dark' ? 'dark' : 'light'

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    headless: true,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, CSP violations, and requests to any other origin. A healthy page has none. */
  readonly faults: string[]
  close(): Promise<void>
}

export interface TabOptions {
  readonly size?: { readonly width: number; readonly height: number }
  readonly scheme?: 'light' | 'dark'
  readonly path?: string
  readonly signedIn?: boolean
  readonly touch?: boolean
  readonly userAgent?: string
  readonly permissions?: readonly string[]
  /** Through a wire of the test instead of straight to the daemon. */
  readonly port?: number
}

export const originOf = (world: World, port = world.daemon.port): string => `http://127.0.0.1:${port}`

export async function freshLink(world: World, port?: number): Promise<string> {
  const { code } = await ok<{ code: string }>(world.call('POST', '/api/v1/auth/link', {}))
  return `${originOf(world, port)}/#code=${code}`
}

function watch(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // A daemon that is away or a refusal on purpose is what some tests are about; the browser reports each failed load.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(text)) faults.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) faults.push(`foreign request: ${url}`)
  })
  return faults
}

export async function openTab(browser: Browser, world: World, options: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: options.size ?? desk,
    colorScheme: options.scheme ?? usualScheme,
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    reducedMotion: 'reduce',
    permissions: [...(options.permissions ?? [])],
    ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
  })
  const page = await context.newPage()
  const faults = watch(page, originOf(world, options.port))
  if (options.signedIn !== false) {
    await page.goto(await freshLink(world, options.port))
    await page.locator('.top').waitFor()
  }
  const path = options.path ?? '/'
  if (path !== '/' || options.signedIn === false) await page.goto(`${originOf(world, options.port)}${path}`)
  return { page, context, faults, close: () => context.close() }
}

export const lamp = (page: Page, state: 'live' | 'connecting' | 'down') =>
  page.locator(`.lamp[data-link="${state}"]`).first()
