/** The machine and the build that the numbers belong to. No name, path or address of anyone. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { root } from '#test/support/world'

export interface Machine {
  readonly at: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly os: string
  readonly node: string
  readonly sqlite: string
  readonly git: string
  /** Load average over one minute, before and after: other work falls on floor and subject alike, but it widens the spread. */
  readonly load: readonly [number, number]
  readonly commit: string
  readonly dirty: boolean
  readonly daemon: string
}

const say = (program: string, ...args: string[]): string => {
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'unknown' // not a checkout, or no such tool: the numbers stand without it
  }
}

const load = (): number => Math.round(loadavg()[0]! * 10) / 10

export function lookAround(): () => Machine {
  const before = load()
  const at = new Date().toISOString()
  const db = new Database(':memory:')
  const sqlite = db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? 'unknown'
  db.close()
  const daemon = createHash('sha256')
    .update(readFileSync(join(root, 'dist', 'daemon.mjs')))
    .digest('hex')
  return () => ({
    at,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${release()}`,
    node: process.versions.node,
    sqlite,
    git: say('git', '--version').replace('git version ', ''),
    load: [before, load()],
    commit: say('git', 'rev-parse', '--short', 'HEAD'),
    dirty: say('git', 'status', '--porcelain', '--', 'src') !== '',
    daemon: daemon.slice(0, 12),
  })
}
