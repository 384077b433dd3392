/**
 * Finds agent CLIs that `scripts/harnesses-install.mjs` put into the cache. A live test runs on what is there and skips
 * the rest by name. Owns the place of the cache; the path inside a package is found by the harness itself.
 */
import { existsSync } from 'node:fs'
import { access, constants, readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import type { FailureCategory } from '#contract/agent-event'
import { classify } from '#core/failure/classify'
import type { Harness, Host, Located, Spoken } from '#ports/harness'
import type { Cli } from './clis.ts'
import { openStage, type Stage, type StageOptions } from './stage.ts'

const cache = process.env.DROVER_HARNESS_CACHE ?? join(homedir(), '.cache', 'drover', 'harnesses')

/** The `bin` directory of a cached CLI, or null when that version is not installed. */
export function cachedBin(name: string, version: string): string | null {
  const bin = join(cache, `${name}@${version}`, 'node_modules', '.bin')
  return existsSync(bin) ? bin : null
}

/** A host that sees one directory as its PATH and runs what the harness asks. */
export function hostWith(bin: string): Host {
  const find = (name: string): string | null => (existsSync(join(bin, name)) ? join(bin, name) : null)
  return {
    env: { PATH: bin },
    which: async (name) => find(name),
    realpath,
    isExecutable: (path) =>
      access(path, constants.R_OK).then(
        () => true,
        () => false,
      ),
    readText: (path) => readFile(path, 'utf8').catch(() => null),
    exec: () => Promise.reject(new Error('locate must not start a process')),
  }
}

export async function cachedProgram(harness: Harness, bin: string): Promise<Located> {
  const program = await harness.locate(hostWith(bin), {})
  if (program === null) throw new Error(`${harness.id} was not found in ${bin}`)
  return program
}

/** Declares the cases when the CLI is there, and says by name what is skipped when it is not. */
export function onCached(name: string, version: string, cases: (bin: string) => void): void {
  const bin = cachedBin(name, version)
  if (bin !== null) cases(bin)
  else
    describe(`${name} ${version}`, () =>
      it.skip(`not installed: node scripts/harnesses-install.mjs ${name}@${version}`, () => {}))
}

/** One case on a whole Drover with this CLI, in a world of its own; skipped by name when the CLI is not there. */
export function caseOn(
  cli: Cli,
  what: string,
  run: (stage: Stage, cli: Cli) => Promise<void>,
  options: StageOptions = {},
): void {
  onCached(cli.name, cli.version, (bin) => {
    it(`${cli.name} ${cli.version}: ${what}`, async () => {
      const stage = await openStage(cli, bin, options)
      try {
        await run(stage, cli)
      } finally {
        await stage.end()
      }
    })
  })
}

/** The category of a run, as the engine would name it. */
export const categoryOf = (events: readonly Spoken[]): FailureCategory | null => {
  const failures = events.flatMap((event) => (event.kind === 'failure' ? [event.evidence] : []))
  return failures.length === 0 ? null : classify(failures.flat())
}
