/** The agent CLIs of the cache, set up in a throw-away home to speak to the scripted model and to nobody else. */
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cliNamed, clis, settle as settleOne } from '../live/clis.ts'

export interface CachedCli {
  readonly harness: string
  readonly version: string
  /** Where its program is. */
  readonly bin: string
}

const cache = (): string => process.env.DROVER_HARNESS_CACHE ?? join(homedir(), '.cache', 'drover', 'harnesses')

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** The newest of each that is installed. */
export function cachedClis(): readonly CachedCli[] {
  const found = existsSync(cache()) ? readdirSync(cache()).toSorted(byNumber) : []
  return [...clis.map((cli) => cli.name), 'grok'].flatMap((harness) => {
    const name = found.findLast((one) => one.startsWith(`${harness}@`))
    const bin = join(cache(), name ?? '', 'node_modules', '.bin')
    return name === undefined || !existsSync(bin) ? [] : [{ harness, version: name.slice(harness.length + 1), bin }]
  })
}

/** Files in the home of this user, and the environment that every one of them needs. */
export const settle = (dir: string, url: string, path: string): Record<string, string> =>
  Object.assign({ PATH: path }, ...[...clis, cliNamed('grok')].map((cli) => settleOne(cli, dir, url)))
