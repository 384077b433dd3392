/**
 * A vitest reporter that says little while all is well: one changing line on a terminal (a line a file elsewhere), every
 * failure in full, every skipped suite by name with its reason. Leaves what it counted, file by file, in the file named by
 * DROVER_TEST_COUNTS: `files` with the titles of what failed, and `stray`, the errors outside of any test.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const tty = process.stderr.isTTY === true
const write = (text) => process.stderr.write(text)

export class QuietReporter {
  passed = 0
  stray = 0
  results = {}
  skipped = new Map()
  files = 0
  seen = 0

  onTestRunStart(specifications) {
    this.files = specifications.length
    this.begun = Date.now()
  }

  onTestModuleEnd(module) {
    const name = relative(process.cwd(), module.moduleId)
    // A file may be in several projects that are run together.
    const known = this.results[module.moduleId] ?? { passed: 0, failed: 0, skipped: 0, failures: [] }
    const counts = { ...known, failures: [...known.failures] }
    this.results[module.moduleId] = counts
    for (const test of module.children.allTests()) this.count(test, name, counts)
    for (const error of module.errors()) this.fail(name, 'the file', error, counts)
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) this.fail(name, suite.fullName, error, counts)
    }
    this.seen++
    this.passed += counts.passed - known.passed
    const failed = counts.failed - known.failed
    const bad = failed > 0 ? `  ${failed} failed` : ''
    const took = `${Math.round((module.diagnostic().duration ?? 0) / 100) / 10}s`
    if (tty) write(`\r\u001b[K  ${this.seen}/${this.files} files, ${this.passed} passed  ${name}`)
    else write(`  ${this.seen}/${this.files} ${name} ${took}${bad}\n`)
  }

  count(test, name, counts) {
    const result = test.result()
    if (result.state === 'passed') counts.passed++
    else if (result.state === 'failed') {
      counts.failed++
      counts.failures.push(test.fullName)
      this.show(`${name} > ${test.fullName}`, result.errors)
    } else {
      counts.skipped++
      const suite = test.parent.type === 'suite' ? test.parent.fullName : test.fullName
      const key = `${name} > ${suite}`
      const known = this.skipped.get(key) ?? { tests: 0, reason: result.note ?? '' }
      this.skipped.set(key, { tests: known.tests + 1, reason: known.reason || (result.note ?? '') })
    }
  }

  fail(name, title, error, counts) {
    counts.failed++
    counts.failures.push(title)
    this.show(`${name} > ${title}`, [error])
  }

  show(title, errors) {
    write(`${tty ? '\r\u001b[K' : ''}\nFAILED ${title}\n`)
    for (const error of errors ?? []) {
      const stack = (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
      write(
        `  ${String(error.message ?? error).replaceAll('\n', '\n  ')}\n${error.diff ? `${error.diff}\n` : ''}${stack.slice(0, 6).join('\n')}\n`,
      )
    }
    write('\n')
  }

  onTestRunEnd(_modules, unhandled) {
    this.stray = unhandled.length
    for (const error of unhandled) this.show('outside of any test', [error])
    if (tty) write('\r\u001b[K')
    for (const [suite, { tests, reason }] of this.skipped) {
      write(`  skipped ${suite} (${tests})${reason === '' ? '' : `: ${reason}`}\n`)
    }
    const counted = JSON.stringify({ files: this.results, stray: this.stray })
    if (process.env.DROVER_TEST_COUNTS) writeFileSync(process.env.DROVER_TEST_COUNTS, counted)
  }
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default QuietReporter
