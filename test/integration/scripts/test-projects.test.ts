/** What `npm test` does with a file that failed: on a repository of a few small files, with the real vitest. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runProject } from '../../../scripts/test-projects.mjs'

const repository = resolve(import.meta.dirname, '../../..')
const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs')
let root = ''

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drover-projects-')))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  const project = (name: string) => `{ test: { name: '${name}', include: ['${name}/*.test.mjs'] } }`
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `export default { test: { projects: [${['unit', 'e2e', 'integration'].map(project)}] } }\n`,
  )
  const file = (name: string, text: string) =>
    writeFileSync(
      join(root, name),
      `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, it, beforeAll } from 'vitest'\n${text}`,
    )
  /** Fails the first time it is run, passes from then on. */
  const wobbly = (name: string) =>
    `const was = existsSync('${root}/${name}'); writeFileSync('${root}/${name}', '')
     it('wobbles', () => expect(was).toBe(true)); it('stands', () => {}); it.skip('waits', () => {})`
  for (const name of ['unit', 'e2e', 'integration']) mkdirSync(join(root, name))
  file('unit/wobbly.test.mjs', wobbly('unit-was'))
  file('e2e/wobbly.test.mjs', wobbly('e2e-was'))
  file('e2e/good.test.mjs', `it('holds', () => {})`)
  file('integration/broken.test.mjs', `it('never holds', () => expect(1).toBe(2)); it('holds', () => {})`)
  file(
    'integration/hook.test.mjs',
    `const was = existsSync('${root}/hook-was'); writeFileSync('${root}/hook-was', '')
     beforeAll(() => { if (!was) throw new Error('no world') }); it('has a world', () => {})`,
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function run(project: string) {
  const said: string[] = []
  const started: string[][] = []
  const start = (args: string[], env: Record<string, string>): Promise<number> => {
    started.push(args.filter((arg) => arg.endsWith('.test.mjs')))
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: root,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, ...env },
    })
    return new Promise((done) => child.on('close', (code) => done(code ?? 1)))
  }
  const scratch = mkdtempSync(join(root, 'scratch-'))
  const result = await runProject({ project, root, scratch, start, say: (line: string) => said.push(line) })
  return { ...result, said, started }
}

it('a file that failed beside others and passes alone counts as passed, and is told', async () => {
  const { total, unsteady, said, started } = await run('e2e')
  expect(total).toEqual({ passed: 3, failed: 0, skipped: 1 })
  expect(unsteady).toEqual(['unsteady: e2e/wobbly.test.mjs: wobbles failed beside others and passed alone'])
  expect(said).toEqual(['again, alone: e2e/wobbly.test.mjs', ...unsteady])
  expect(started).toEqual([[], [join(root, 'e2e/wobbly.test.mjs')]])
})

it('what fails twice is failed, a set-up that failed once is unsteady', async () => {
  const { total, unsteady, said } = await run('integration')
  expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(unsteady).toHaveLength(1)
  expect(unsteady[0]).toContain('integration/hook.test.mjs')
  expect(said).toContain('failed twice: integration/broken.test.mjs')
})

it('a unit test is never repeated', async () => {
  const { total, unsteady, started } = await run('unit')
  expect(total).toEqual({ passed: 1, failed: 1, skipped: 1 })
  expect(unsteady).toEqual([])
  expect(started).toHaveLength(1)
})
