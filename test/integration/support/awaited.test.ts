/** A test that waits for what never comes fails with its name: seen from outside, on a vitest of its own. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { awaited, stillAwaited } from '#test/support/awaited'

const root = resolve(import.meta.dirname, '../../..')

/** Runs a test file in this repository's own vitest; answers what it said. */
async function vitest(body: string): Promise<string> {
  const dir = mkdtempSync(join(root, 'test', 'integration', 'support', 'made-'))
  try {
    const imports = `import { beforeAll, it } from 'vitest'\nimport { awaited } from '#test/support/awaited'\n`
    writeFileSync(join(dir, 'made.test.ts'), `${imports}const never = new Promise(() => {})\n${body}`)
    const args = ['vitest.mjs', 'run', '--project', 'integration', join(dir, 'made.test.ts')]
    const program = join(root, 'node_modules', 'vitest', args[0]!)
    return await new Promise((done) =>
      execFile(process.execPath, [program, ...args.slice(1)], { cwd: root, timeout: 50_000 }, (_, out, err) =>
        done(out + err),
      ),
    )
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

it('names what a test still waited for when its time was over', async () => {
  const said = await vitest("it('hangs', { timeout: 300 }, () => awaited('the moon to rise', never))")
  expect(said).toContain('Test timed out in 300ms')
  expect(said).toMatch(/Still awaited: the moon to rise \(for \d+ s\)/)
})

it('ends a wait outside of a test by itself', async () => {
  const said = await vitest("beforeAll(() => awaited('a daemon', never, 200))\nit('never runs', () => {})")
  expect(said).toContain('waited 0.2 s for a daemon')
})

it('forgets a wait that came true or failed', async () => {
  expect(await awaited('a word', Promise.resolve('here'))).toBe('here')
  await expect(awaited('a failure', Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(stillAwaited()).toEqual([])
})
