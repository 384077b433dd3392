/**
 * How a phone reaches the cockpit on this machine: by the tailnet, by the local network with TLS, or by a tunnel that the phone
 * opens itself. Pure: facts in, the address or the one step that is missing out. Looking is the command's.
 */

export interface PhoneFacts {
  readonly port: number
  /** null: there is no `tailscale`. */
  readonly tailscale: {
    readonly state: string
    /** `desk.tail1234.ts.net`; null: none was given. */
    readonly name: string | null
    /** An https address of the tailnet leads to our port. */
    readonly served: boolean
  } | null
  readonly server: { readonly host: string; readonly tls: boolean; readonly allowedHosts: readonly string[] }
  /** Addresses of this machine that others on its network can reach, the likeliest first. */
  readonly lan: readonly string[]
  readonly user: string
  readonly machine: string
}

export type Way = 'tailscale' | 'lan' | 'ssh'

export type PhoneWay =
  | { readonly way: Way; readonly ready: true; readonly address: string; readonly secure: true }
  | { readonly way: Way; readonly ready: false; readonly why: string; readonly step: string }

const loopback = /^(127(\.\d{1,3}){3}|::1|localhost)$/

export const isLoopbackUrl = (url: string): boolean => {
  const host = /^https?:\/\/(\[[^\]]+\]|[^/:?#]+)/i.exec(url)?.[1] ?? ''
  return loopback.test(host.replace(/^\[|\]$/g, ''))
}

const allows = (hosts: readonly string[], name: string): boolean =>
  hosts.some((host) => host.toLowerCase() === name.toLowerCase())

const allowStep = (name: string, others: readonly string[]): string =>
  `Add to your config.toml, then run \`drover restart\`:\n\n  [server]\n  allowed_hosts = [${[...others, name].map((host) => `"${host}"`).join(', ')}]`

function byTailscale({ tailscale, server, port }: PhoneFacts): PhoneWay | null {
  if (tailscale === null) return null
  const missing = (why: string, step: string): PhoneWay => ({ way: 'tailscale', ready: false, why, step })
  if (tailscale.state !== 'Running') return missing(`Tailscale is here and ${tailscale.state}.`, 'Run: tailscale up')
  const { name } = tailscale
  if (name === null)
    return missing(
      'This machine has no name in the tailnet.',
      'Turn MagicDNS on: https://login.tailscale.com/admin/dns',
    )
  if (!allows(server.allowedHosts, name))
    return missing(`The daemon does not answer to ${name} yet.`, allowStep(name, server.allowedHosts))
  if (!tailscale.served)
    return missing('The tailnet does not lead to the cockpit yet.', `Run: tailscale serve --bg ${port}`)
  return { way: 'tailscale', ready: true, address: `https://${name}`, secure: true }
}

function byLan({ server, lan, port }: PhoneFacts): PhoneWay | null {
  if (!server.tls || loopback.test(server.host)) return null
  const named = server.allowedHosts.find((host) => !loopback.test(host))
  if (named !== undefined) return { way: 'lan', ready: true, address: `https://${named}:${port}`, secure: true }
  const [address] = lan
  const why = 'The daemon listens with TLS and does not answer to an address of this machine yet.'
  if (address === undefined) return null
  return { way: 'lan', ready: false, why, step: allowStep(address, server.allowedHosts) }
}

const bySsh = ({ user, machine, port }: PhoneFacts): PhoneWay => ({
  way: 'ssh',
  ready: false,
  why: 'A phone with an SSH app can open a tunnel itself.',
  step: `In that app forward local port ${port} to 127.0.0.1:${port} (ssh -L ${port}:127.0.0.1:${port} ${user}@${machine}), then open the link that \`drover link\` prints.`,
})

/** What works first, then what is nearest to working. The last resort is always there. */
export function waysToPhone(facts: PhoneFacts): readonly PhoneWay[] {
  const found = [byTailscale(facts), byLan(facts)].filter((way) => way !== null)
  const none: PhoneWay = {
    way: 'tailscale',
    ready: false,
    why: 'Nothing here leads from a phone to this machine.',
    step: 'Install Tailscale here and on the phone (https://tailscale.com/download), sign in on both, then run `drover phone` again.',
  }
  const ways = found.length === 0 ? [none] : found
  return [...ways.filter(({ ready }) => ready), ...ways.filter(({ ready }) => !ready), bySsh(facts)]
}
