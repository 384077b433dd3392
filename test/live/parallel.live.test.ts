/** Twenty of one CLI at once, where the memory bears it; skipped by name and reason where it does not. */
import { readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { atOnce } from './at-once.ts'
import { caseOn } from './cached.ts'
import { clis } from './clis.ts'

const count = 20

/** What can be had without pushing anything out. */
const freeMegabytes = (): number =>
  Math.round(Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) / 1024)

describe('twenty at once', () => {
  const free = freeMegabytes()
  for (const cli of clis) {
    const needed = cli.memory * count
    if (free < needed)
      it.skip(`${cli.name}: ${count} of it take ${needed} MB and ${free} MB of memory are free`, () => {})
    else caseOn(cli, 'keep apart', (stage) => atOnce(stage, count), { config: '[limits]\nmax_sessions = 64\n' })
  }
})
