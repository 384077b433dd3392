/** What is left of GitHub's hourly allowance, by the headers of its answers. It counts kinds of requests apart. */
import type { ForgeQuota } from '#ports/forge'

type Headers = Readonly<Record<string, string | number | undefined>>

export interface QuotaKeeper {
  note(headers: Headers): void
  /** The kind of request that has the smallest share left; null: nothing was told, or its hour is over. */
  read(): ForgeQuota | null
}

export function createQuota(now: () => Date): QuotaKeeper {
  const kinds = new Map<string, ForgeQuota>()
  return {
    note(headers) {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
        const value = headers[`x-ratelimit-${name}`]
        return value === undefined || value === '' ? Number.NaN : Number(value)
      }) as [number, number, number]
      if (!(limit > 0) || !(remaining >= 0) || !(reset > 0) || reset > 1e11) return
      const resetAt = new Date(reset * 1000).toISOString()
      kinds.set(String(headers['x-ratelimit-resource'] ?? 'core'), { limit, remaining, resetAt })
    },
    read() {
      const at = now().toISOString()
      const open = [...kinds.values()].filter(({ resetAt }) => resetAt > at)
      const byShare = open.sort((a, b) => a.remaining / a.limit - b.remaining / b.limit)
      return byShare[0] ?? null
    },
  }
}
