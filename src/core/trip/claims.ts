/**
 * Who may work on an issue, between daemons that see the same comments: each writes a claim, looks again, and the lowest id among
 * those that are live wins. Only who has write permission can claim. Times are the tracker's own. Pure.
 */

export interface ClaimComment {
  readonly id: string
  readonly author: string
  readonly body: string
  readonly updatedAt: string
}

export interface Claim {
  readonly id: string
  readonly nonce: string
  readonly author: string
  readonly until: number
}

const pattern = /^<!-- drover:claim nonce=([A-Za-z0-9-]{8,64}) lease=(\d{1,6}) -->/

export const claimMark = (nonce: string): string => `<!-- drover:claim nonce=${nonce} `

/** Renewing changes it: a tracker may tell no new time for words that stay. */
export const claimWords = (nonce: string, leaseSeconds: number, renewedAt?: string): string => {
  const renewed = renewedAt === undefined ? '' : ` Renewed at ${renewedAt}.`
  return `${claimMark(nonce)}lease=${Math.ceil(leaseSeconds)} -->\nDrover works on this issue.${renewed}\n`
}

export function claimsOf(comments: readonly ClaimComment[]): readonly Claim[] {
  return comments.flatMap(({ id, author, body, updatedAt }) => {
    const [, nonce, lease] = pattern.exec(body) ?? []
    const at = Date.parse(updatedAt)
    return nonce === undefined || Number.isNaN(at) ? [] : [{ id, nonce, author, until: at + Number(lease) * 1000 }]
  })
}

const before = (a: string, b: string): boolean => (/^\d+$/.test(a) && /^\d+$/.test(b) ? BigInt(a) < BigInt(b) : a < b)

/** Those that hold at `nowMs`, by people and bots that may write; the winner first. */
export const liveClaims = (
  claims: readonly Claim[],
  nowMs: number,
  mayWrite: (login: string) => boolean,
): readonly Claim[] =>
  claims
    .filter(({ until, author }) => until > nowMs && mayWrite(author))
    .sort((a, b) => (a.id === b.id ? 0 : before(a.id, b.id) ? -1 : 1))

export type ClaimVerdict = 'won' | 'lost' | 'missing'

/** `missing`: ours is not among them, so that nothing is known yet. */
export function judgeClaim(live: readonly Claim[], mine: string): ClaimVerdict {
  if (!live.some(({ nonce }) => nonce === mine)) return 'missing'
  return live[0]?.nonce === mine ? 'won' : 'lost'
}

/** The newest time that the tracker itself told: its clock is never behind that. */
export const trackerNow = (times: readonly string[], hereMs: number): number =>
  times.reduce((last, time) => Math.max(last, Date.parse(time) || 0), hereMs)
