/** `drover phone`: from this desk to a page on a phone. Looks for a way, says the one step that is missing, or shows the code. */
import { execFile } from 'node:child_process'
import { hostname, networkInterfaces, userInfo } from 'node:os'
import { DroverError } from '#contract/error'
import { type PhoneFacts, type PhoneWay, waysToPhone } from '#core/phone/way'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { paint } from '../print.ts'

/** The output of a program, or null when it is not there, fails or takes too long. */
const outputOf = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> =>
  new Promise((done) => {
    execFile(program, [...args], { env, timeout: 5_000, maxBuffer: 8 * 2 ** 20 }, (error, stdout) =>
      done(error === null ? stdout : null),
    )
  })

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // Not JSON: an old version, or a message for people.
    return null
  }
}

async function tailscale(env: NodeJS.ProcessEnv, port: number): Promise<PhoneFacts['tailscale']> {
  // Signed out it says so in its JSON, with an exit code of its own.
  const status = parsed(await outputOf('tailscale', ['status', '--json'], env))
  if (status === null) return null
  const self = status.Self as { readonly DNSName?: unknown } | undefined
  const name = typeof self?.DNSName === 'string' ? self.DNSName.replace(/\.$/, '') : ''
  const serving = (await outputOf('tailscale', ['serve', 'status', '--json'], env)) ?? ''
  const served = new RegExp(`"Proxy":\\s*"http://(127\\.0\\.0\\.1|localhost):${port}/?"`).test(serving)
  return { state: String(status.BackendState ?? 'unknown'), name: name === '' ? null : name, served }
}

/** IPv4 addresses of this machine, without the ones that lead nowhere. */
const lanAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address)

async function serverOf(context: Context): Promise<PhoneFacts['server']> {
  const { effectiveValues } = await import('../local-config.ts')
  const values = effectiveValues(context.env, null)
  if (!Array.isArray(values))
    throw new DroverError('INVALID_CONFIG', 'the configuration does not hold', {
      hint: 'Run `drover config check`: it names the place.',
    })
  const of = (key: string): unknown => values.find((value) => value.key === key)?.value
  const hosts = of('server.allowed_hosts')
  return {
    host: String(of('server.host') ?? '127.0.0.1'),
    tls: of('server.tls_cert') != null && of('server.tls_key') != null,
    allowedHosts: Array.isArray(hosts) ? hosts.map(String) : [],
  }
}

function otherWays(context: Context, ways: readonly PhoneWay[]): string {
  const said = ways.flatMap((way) => (way.ready ? [] : [`${way.way}: ${way.why} ${way.step}`]))
  return said.length === 0 ? '' : `\n${paint(context.io, 'dim', `Another way, ${said.join('\n')}`)}\n`
}

export const phone: Run = async (context) => {
  const client = await context.connect()
  const { port } = await client.call('GET /api/v1/status')
  const [found, server] = await Promise.all([tailscale(context.env, port ?? 0), serverOf(context)])
  const ways = waysToPhone({
    port: port ?? 0,
    tailscale: found,
    server,
    lan: lanAddresses(),
    user: userInfo().username,
    machine: hostname(),
  })
  const [way, ...others] = ways
  if (way === undefined) throw new Error('no way to a phone was thought of')
  if (!way.ready) {
    context.answer({ ways, url: null }, () => `${way.why}\n\n${way.step}\n${otherWays(context, others)}`)
    return 1
  }
  const link = await client.call('POST /api/v1/auth/link', { body: {} as never })
  const url = `${way.address}/#code=${link.code}`
  const shown =
    context.io.outTty && !context.json ? `${(await import('uqr')).renderUnicodeCompact(url, { border: 1 })}\n\n` : ''
  context.answer({ ways, url, expiresAt: link.expiresAt }, () =>
    [
      `${shown}${paint(context.io, 'bold', url)}`,
      paint(context.io, 'dim', 'good once, for five minutes; then put the page on the home screen, and turn on'),
      paint(context.io, 'dim', 'Settings → Notifications → Ring this device. Who is signed in: drover link ls'),
      '',
    ].join('\n'),
  )
  return 0
}
