/** CI of a repository at the GitHub of this machine: whatever commit is asked about is judged by the files that are in it. */
import { git } from './git.ts'
import type { FakeRepo, FakeRun } from './types.ts'

/** Logs of jobs are found by their number, whoever's they are. */
let jobs = 5000

/** `judge` answers what the failed job of a commit with these files prints; null: it is green. */
export function runCi(repo: FakeRepo, judge: (has: (file: string) => boolean) => string | null): void {
  const runs = new Map<string, FakeRun[]>()
  repo.checks.get = (commit) => {
    const known = runs.get(commit)
    if (known !== undefined) return known
    const files = git(repo.dir, ['ls-tree', '-r', '--name-only', commit]).split('\n')
    const log = judge((file) => files.includes(file))
    const run: FakeRun = {
      id: ++jobs,
      name: 'unit',
      status: 'completed',
      conclusion: log === null ? 'success' : 'failure',
    }
    if (log !== null) repo.logs.set(jobs, log)
    runs.set(commit, [run])
    return [run]
  }
}
