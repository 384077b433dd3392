/** What the daemon's doors need of the user's configuration. A non-loopback host is refused without TLS or an explicit word. */
import { readFileSync } from 'node:fs'
import { DroverError } from '#contract/error'
import { loadUserConfig } from './config/effective.ts'

export interface ServerSettings {
  readonly host: string
  /** null: none was asked for. 0: any free one. */
  readonly port: number | null
  readonly allowedHosts: readonly string[]
  readonly trustedProxy: { readonly address: string; readonly header: string } | null
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
}

const loopback = /^(127(\.\d{1,3}){3}|::1|localhost)$/

export function serverSettings(env: NodeJS.ProcessEnv): ServerSettings {
  const { values, sources } = loadUserConfig(env)
  const { server } = values
  const asked = sources.find((value) => value.key === 'server.port')?.source !== 'default'
  const tls =
    server.tls_cert !== null && server.tls_key !== null
      ? { cert: readTls(server.tls_cert), key: readTls(server.tls_key) }
      : null
  if (!loopback.test(server.host) && tls === null && !server.allow_insecure_bind) {
    throw new DroverError(
      'INSECURE_BIND',
      `server.host = "${server.host}" would open the daemon to the network without TLS.`,
      {
        hint: 'Set server.tls_cert and server.tls_key, or server.allow_insecure_bind = true if a tunnel protects it.',
      },
    )
  }
  return {
    host: server.host,
    port: asked ? server.port : null,
    allowedHosts: server.allowed_hosts,
    trustedProxy:
      server.trusted_proxy === null
        ? null
        : { address: server.trusted_proxy.peer, header: server.trusted_proxy.header },
    tls,
    logLevel: values.log.level,
  }
}

function readTls(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new DroverError('INVALID_CONFIG', `The TLS file ${file} cannot be read.`, {
      cause,
      hint: 'Check server.tls_cert and server.tls_key.',
    })
  }
}
