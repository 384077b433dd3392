/** One guarded client for each address of a GitHub, shared by those that only read. */
import type { Host } from '#ports/harness'
import { type Ask, createAsk } from './ask.ts'
import { createTokens } from './token.ts'

export interface AsksOptions {
  readonly host: Pick<Host, 'env' | 'exec' | 'which'>
  readonly now: () => Date
  readonly steadyMs: () => number
}

export function createAsks({ host, now, steadyMs }: AsksOptions): (apiUrl: string) => Ask {
  const tokens = createTokens(host, steadyMs)
  const asks = new Map<string, Ask>()
  return (apiUrl) => {
    const found = asks.get(apiUrl)
    if (found !== undefined) return found
    const webHost = new URL(apiUrl).hostname.replace(/^api\.(?=[^.]+\.)/, '')
    const made = createAsk({ apiUrl, webHost, tokens, now })
    asks.set(apiUrl, made)
    return made
  }
}
