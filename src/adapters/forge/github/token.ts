/** Whose word Drover has at GitHub: a variable, or what `gh` keeps, for five minutes or until it was refused. None is asked for anew. */
import type { Host } from '#ports/harness'

export const tokenVariables = ['DROVER_GITHUB_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'] as const
const keptMs = 5 * 60_000

export interface Tokens {
  /** null: there is none. `gh` speaks for the host that people see. */
  read(webHost: string): Promise<{ readonly token: string; readonly source: string } | null>
  /** The forge refused it. */
  drop(): void
}

export function createTokens(host: Pick<Host, 'env' | 'exec' | 'which'>, steadyMs: () => number): Tokens {
  let kept: { readonly webHost: string; readonly token: string | null; readonly until: number } | null = null
  const ask = async (webHost: string): Promise<string | null> => {
    if ((await host.which('gh')) === null) return null
    const ran = await host
      .exec(['gh', 'auth', 'token', '--hostname', webHost], { timeoutMs: 5000 })
      // Not runnable is no token; it is asked again later.
      .catch(() => null)
    const token = ran?.code === 0 ? ran.stdout.trim() : ''
    return token === '' ? null : token
  }
  return {
    async read(webHost) {
      const source = tokenVariables.find((name) => host.env[name])
      if (source !== undefined) return { token: host.env[source]!, source }
      if (kept?.token == null || kept.webHost !== webHost || kept.until < steadyMs())
        kept = { webHost, token: await ask(webHost), until: steadyMs() + keptMs }
      return kept.token === null ? null : { token: kept.token, source: 'gh auth token' }
    },
    drop() {
      kept = null
    },
  }
}
