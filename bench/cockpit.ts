/**
 * `npm run bench -- --cockpit`: what the page costs in a real browser, as the browser test at scale measures it through the
 * browser's own performance counters. Targets are the cockpit's; an empty page costs nothing, so only terminals have a floor:
 * the same browser with a bare WebSocket and xterm.js, to which their ratios are.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#test/support/world'

export interface PageFigure {
  readonly figure: string
  readonly value: number
  readonly unit: string
  readonly target: string
  readonly ok: boolean
}

const tests = ['test/e2e/cockpit-scale.test.ts', 'test/e2e/cockpit-terminal-scale.test.ts']
const targets: Readonly<Record<string, { readonly unit: string; readonly most: number }>> = {
  'page-fleet-500': { unit: 'ms', most: 300 },
  'page-fleet-500-heap': { unit: 'MB', most: 250 },
  'page-session-1m': { unit: 'ms', most: 300 },
  'page-session-1m-heap': { unit: 'MB', most: 250 },
  'page-line-p95': { unit: 'ms', most: 100 },
  'page-terminal-echo': { unit: 'ms', most: 50 },
  'page-terminal-echo-ratio': { unit: 'x', most: 10 },
  'page-terminal-flood': { unit: 's', most: 60 },
  'page-terminal-flood-ratio': { unit: 'x', most: 20 },
}

/** Runs the browser test and reads what it measured; a figure measured twice counts by its worse value. */
export function measureCockpit(): readonly PageFigure[] {
  const dir = mkdtempSync(join(tmpdir(), 'drover-bench-'))
  const file = join(dir, 'page.jsonl')
  try {
    const vitest = join(root, 'node_modules', '.bin', 'vitest')
    const ran = spawnSync(vitest, ['run', '--project', 'e2e', ...tests], {
      cwd: root,
      env: { ...process.env, DROVER_PAGE_REPORT: file },
      encoding: 'utf8',
    })
    if (ran.status !== 0) throw new Error(`the browser test failed:\n${ran.stdout.slice(-2000)}`)
    const worst = new Map<string, number>()
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const { figure, value } = JSON.parse(line) as { figure: string; value: number }
      worst.set(figure, Math.max(value, worst.get(figure) ?? 0))
    }
    return Object.entries(targets).map(([figure, { unit, most }]) => {
      const value = worst.get(figure) ?? Number.NaN
      return { figure, value, unit, target: `value <= ${most} ${unit}`, ok: value <= most }
    })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
