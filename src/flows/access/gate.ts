/**
 * Who may pass: the operator's token (a file), the bearers of signed-in pages and the tokens of launches (hashes in the
 * store), and the single-use codes of links (in memory). Says who a token belongs to; what that one may do is decided at
 * the door and in the flows. Only hashes are kept and compared.
 */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { DroverError } from '#contract/error'
import type { Caller, Gate } from '#flows/access/caller'
import type { Clock } from '#ports/clock'
import type { Journal } from '#ports/store/journal'

export interface GateDeps {
  readonly journal: Pick<Journal, 'reads' | 'command' | 'ingest'>
  readonly clock: Pick<Clock, 'now'>
  /** `$DROVER_HOME/token`. */
  readonly tokenFile: string
  /** 32 random bytes, base64url; a test may hold it. */
  readonly newToken?: () => string
  /** Told of the operator's token in clear, so that logs and the store can redact it. */
  readonly onSecret?: (token: string) => void
}

const codeLifeMs = 5 * 60_000
const mostCodes = 100
/** `lastUsedAt` is for people: a minute is fine enough. */
const usedEveryMs = 60_000

export const hashToken = (token: string): string => digest('sha256', token, 'hex')

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

export function createGate(deps: GateDeps): Gate {
  const { journal, clock } = deps
  const newToken = deps.newToken ?? (() => randomBytes(32).toString('base64url'))
  const listeners = new Set<(label: string) => void>()
  const codes = new Map<string, number>()
  const learn = (token: string): string => {
    deps.onSecret?.(token)
    return hashToken(token)
  }
  let operator = learn(readOrCreate(deps.tokenFile, newToken))

  const tell = (label: string): void => {
    for (const listener of listeners) listener(label)
  }
  const now = (): number => clock.now().getTime()

  /** A store that cannot be written keeps nobody out: what a page asks for may be what mends it. */
  const noteUse = (id: number): void => {
    try {
      journal.ingest((tx) => tx.updateBearer(id, { lastUsedAt: clock.now().toISOString() }))
    } catch (error) {
      if (!(error instanceof DroverError)) throw error
    }
  }
  const pageOf = (hash: string): Caller | null => {
    const bearer = journal.reads.bearerByHash(hash)
    if (bearer === null || bearer.revokedAt !== null) return null
    if (bearer.lastUsedAt === null || now() - Date.parse(bearer.lastUsedAt) > usedEveryMs) {
      noteUse(bearer.id)
    }
    return { type: 'operator', via: 'page', label: pageLabel(bearer.id) }
  }
  /** Good while that launch runs, no longer. */
  const sessionOf = (hash: string): Caller | null => {
    const launch = journal.reads.launchByToken(hash)
    if (launch === null || launch.state === 'exited') return null
    const session = journal.reads.session(launch.sessionId)
    if (session === null || session.phase === 'ended') return null
    const { id: sessionId, projectId, kind } = session
    return { type: 'session', sessionId, launchId: launch.id, projectId, kind }
  }

  return {
    identify(bearer) {
      const hash = hashToken(bearer)
      if (same(hash, operator)) return { type: 'operator', via: 'token', label: operatorLabel }
      return pageOf(hash) ?? sessionOf(hash)
    },
    issueCode() {
      for (const [hash, expires] of codes) if (expires <= now() || codes.size >= mostCodes) codes.delete(hash)
      const code = newToken()
      const expires = now() + codeLifeMs
      codes.set(hashToken(code), expires)
      return { code, expiresAt: new Date(expires).toISOString() }
    },
    exchange(code, label) {
      const hash = hashToken(code)
      const expires = codes.get(hash)
      codes.delete(hash)
      if (expires === undefined || expires <= now()) {
        throw new DroverError(
          'CODE_EXPIRED',
          'This link was used already, is older than five minutes, or is not ours.',
          {
            hint: 'Run `drover link` for a fresh one.',
          },
        )
      }
      const bearer = newToken()
      const createdAt = clock.now().toISOString()
      const row = { hash: hashToken(bearer), label, createdAt, lastUsedAt: null, revokedAt: null }
      return { bearer, id: journal.command((tx) => tx.insertBearer(row)).id }
    },
    bearers: () =>
      journal.reads
        .bearers()
        .map(({ id, label, createdAt, lastUsedAt, revokedAt }) => ({ id, label, createdAt, lastUsedAt, revokedAt })),
    revoke(id) {
      const bearer = journal.reads.bearers().find((one) => one.id === id)
      if (bearer === undefined) {
        throw new DroverError('BEARER_NOT_FOUND', `No page has the number ${id}.`, {
          hint: 'GET /api/v1/auth/bearers lists the pages that signed in.',
        })
      }
      if (bearer.revokedAt === null) {
        journal.command((tx) => tx.updateBearer(id, { revokedAt: clock.now().toISOString() }))
      }
      tell(pageLabel(id))
    },
    async rotate() {
      const token = newToken()
      const fresh = learn(token)
      const beside = writeBeside(deps.tokenFile, token)
      renameSync(beside, deps.tokenFile)
      operator = fresh
      // Whoever held the old token may have signed pages in with it, or hold a link that waits.
      codes.clear()
      const revokedAt = clock.now().toISOString()
      const open = journal.reads.bearers().filter((bearer) => bearer.revokedAt === null)
      journal.command((tx) => {
        for (const bearer of open) tx.updateBearer(bearer.id, { revokedAt })
      })
      for (const label of [operatorLabel, ...open.map((bearer) => pageLabel(bearer.id))]) tell(label)
    },
    onRevoked(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const operatorLabel = 'operator'
const pageLabel = (id: number): string => `page:${id}`

/** A file that holds no usable token (empty, torn) is replaced. */
function readOrCreate(file: string, newToken: () => string): string {
  const known = readToken(file)
  if (known !== null) {
    chmodSync(file, 0o600)
    return known
  }
  const token = newToken()
  const beside = writeBeside(file, token)
  try {
    // A link fails where a file exists: of two that start at once, one token wins and both read it.
    linkSync(beside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const other = readToken(file)
    if (other !== null) return other
    renameSync(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
  return token
}

function readToken(file: string): string | null {
  try {
    const token = readFileSync(file, 'utf8').trim()
    return /^[\w-]{32,}$/.test(token) ? token : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function writeBeside(file: string, token: string): string {
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(beside, 'wx', 0o600)
  try {
    writeSync(handle, `${token}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return beside
}
