/**
 * What leaves the machine during a plain turn of each real CLI, as the launch plan sets it up and without a word in the
 * user's own settings: nothing. Telemetry, statistics and looks for updates are off. Seen by the system calls of the whole
 * process tree, so that it holds for native programs too.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInHarnesses } from '#adapters/harness/built-in'
import type { Harness } from '#ports/harness'
import { textOf } from '../conformance/fixtures.suite.ts'
import { openBench } from './bench.ts'
import { onCached } from './cached.ts'
import { clis, settle } from './clis.ts'

const traces = ((): boolean => {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false // not installed
  }
})()

describe.runIf(traces)('a plain turn leaves the machine alone', () => {
  for (const cli of clis) {
    onCached(cli.name, cli.version, (bin) => {
      it(`${cli.name} ${cli.version}`, async () => {
        const harness = builtInHarnesses({ node: '', player: '' }).find((one) => one.id === cli.name) as Harness
        let trace = ''
        const traced: Harness = {
          ...harness,
          plan: (start) => {
            trace = join(start.launchDir, 'trace')
            const plan = harness.plan(start)
            const strace = [
              'strace',
              '-f',
              '-qq',
              '-s',
              '200',
              '-e',
              'trace=connect,sendto,sendmmsg,sendmsg',
              '-o',
              trace,
            ]
            return { ...plan, argv: [...strace, ...plan.argv] }
          },
        }
        const bench = await openBench(traced, bin, cli.version, ({ home, model }) => settle(cli, home, model.url))
        try {
          expect(textOf((await bench.turn('MODEL say nothing leaves', { trusted: false })).all)).toBe('nothing leaves')
          expect(outside(readFileSync(trace, 'utf8'))).toEqual([])
        } finally {
          await bench.close()
        }
      })
    })
  }
})

/** Calls that name an address beyond this machine; a look for a name goes to port 53. */
const outside = (trace: string): readonly string[] =>
  trace
    .split('\n')
    .filter((line) => /AF_INET6?,|sendmmsg\(/.test(line))
    .filter((line) => !/inet_addr\("127\.|"::1"|"::ffff:127\.|inet_addr\("0\.0\.0\.0"\)/.test(line))
