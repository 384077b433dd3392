/**
 * The ground of a trial: a temp directory with a small git repository as the workspace, starts with sensible defaults,
 * and the end of every process that a case left behind. What must be true of a harness is left to `flows/harness/check`.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Harness, HarnessConfig, Located } from '#ports/harness'
import type { Trial } from '#ports/trial'
import { openProcessTable } from '../process/open-process-table.ts'
import { launchTag } from '../process/process-table.ts'
import { endAll } from '../process/tree.ts'
import { drive, makeStart } from './drive.ts'

export interface TrialOptions {
  readonly root: string
  readonly harness: Harness
  readonly config: HarnessConfig
  readonly program: Located
  readonly version: string | null
  readonly model: string | null
  /** The child's environment besides the plan's own. */
  readonly env: Readonly<Record<string, string>>
  /** Longest time of one process. */
  readonly timeoutMs: number
}

export interface OpenTrial extends Trial {
  /** Ends what still runs of the cases so far, wherever it went: found by its launch, never by a number alone. */
  endAll(): Promise<void>
  /** The same for good: nothing is started any more. */
  close(): Promise<void>
}

export function openTrial(options: TrialOptions): OpenTrial {
  const { root, harness, config, program, version, model, env, timeoutMs } = options
  const table = openProcessTable()
  const opened = new Set<string>()
  let closed = false
  const endOpened = async (): Promise<void> => {
    const tags = new Set(opened)
    opened.clear()
    if (tags.size > 0) await endAll(table, { known: [], tags }, 0)
  }
  const base = { program, config, version, model, hostEnv: env }
  const start: Trial['start'] = (prompt, over) => makeStart(root, { ...base, prompt, ...over })
  return {
    start,
    open(prompt, over, restartAlways = false) {
      if (closed) throw new Error('the trial is over')
      const begun = start(prompt, over)
      opened.add(launchTag(begun.launchId))
      return drive(harness, begun, { env, restartAlways, timeoutMs })
    },
    wrote: (path) => existsSync(join(root, 'work', path)),
    shown(pid) {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return null // Gone already, or no /proc here.
      }
    },
    freshId: () => randomUUID(),
    endAll: endOpened,
    close() {
      closed = true
      return endOpened()
    },
  }
}

/** A directory of its own with an empty workspace under git. */
export function makeGround(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'drover-check-'))
  const work = join(root, 'work')
  mkdirSync(work)
  writeFileSync(join(work, 'README.md'), '# A workspace to be tried in\n')
  const identity = ['-c', 'user.name=drover', '-c', 'user.email=drover@localhost', '-c', 'commit.gpgsign=false']
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, '-c', 'core.hooksPath=/dev/null', ...args], { cwd: work, stdio: 'pipe' })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  return { root, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) }
}
