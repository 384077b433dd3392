/**
 * Runs the tests of one vitest project and counts them. A file of a project that may be repeated and that failed is run once more,
 * alone, after the others: if it passes then it counts as passed, and what failed is told as unsteady. Failing twice is failing.
 * Which projects are run, and the last line, are test.mjs's.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Real processes on a shared machine: what failed beside others may pass alone. What is pure has no such excuse. */
const repeatable = ['integration', 'e2e']
const reporter = join(import.meta.dirname, 'quiet-reporter.mjs')

/**
 * `start(args, env)` runs vitest with these arguments and answers its exit code. Answers the counts, whether all is well, and a
 * line for each test that was unsteady.
 */
export async function runProject({ project, files = [], root, scratch, start, say }) {
  const counts = join(scratch, 'counts.json')
  const vitest = async (filters) => {
    rmSync(counts, { force: true })
    const projects = project.split(' and ').flatMap((name) => ['--project', name])
    const args = ['run', ...projects, '--reporter', reporter, '--passWithNoTests', ...filters]
    const code = await start(args, { DROVER_TEST_COUNTS: counts, CI: '1' })
    return { code, found: existsSync(counts) ? JSON.parse(readFileSync(counts, 'utf8')) : null }
  }
  const first = await vitest(files)
  const total = { passed: 0, failed: 0, skipped: 0 }
  // A run that ends badly without a failed test to show (a crash, a stray error) is a failure all the same.
  const stray = (run) =>
    run.found === null ? 1 : run.found.stray || (run.code !== 0 && failedIn(run.found) === 0 ? 1 : 0)
  total.failed += stray(first)
  const unsteady = []
  for (const [file, result] of Object.entries(first.found?.files ?? {})) {
    if (result.failed === 0 || !repeatable.includes(project)) {
      add(total, result)
      continue
    }
    const name = relative(root, file)
    say(`again, alone: ${name}`)
    const second = await vitest([file])
    const again = second.found?.files[file]
    const extra = stray(second)
    if (again === undefined || again.failed > 0 || extra > 0) {
      add(total, again ?? result)
      total.failed += extra
      say(`failed twice: ${name}`)
      continue
    }
    add(total, again)
    for (const title of result.failures)
      unsteady.push(`unsteady: ${name}: ${title} failed beside others and passed alone`)
  }
  for (const line of unsteady) say(line)
  return { total, unsteady }
}

const failedIn = (found) => Object.values(found.files).reduce((sum, file) => sum + file.failed, 0)

function add(total, counts) {
  for (const word of Object.keys(total)) total[word] += counts[word]
}
