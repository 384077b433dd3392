/** The shield in a real Node process: what the program before which it is loaded can see, and what goes out of it. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Start } from '#ports/harness'
import { nodeShield, preloaded, refuseUnshielded } from './node-shield.ts'
import { startWith } from './recorded.suite.ts'

const run = promisify(execFile)
let root = ''
let start: Start

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drover-shield-')))
  mkdirSync(join(root, '.agent'))
  writeFileSync(join(root, '.agent', 'settings.json'), 'evil')
  writeFileSync(join(root, '.agent', 'notes.md'), 'notes')
  const program = { binary: process.execPath, prefix: [join(root, 'script.mjs')] }
  start = startWith({ launchDir: root, cwd: root, program, trusted: false })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What a script prints as JSON with the shield before it. */
async function shielded(body: string, trusted = false): Promise<unknown> {
  const modules = nodeShield({ ...start, trusted }, { hidden: ['.agent/settings.json'], silenced: ['stats.invalid'] })
  for (const one of modules) writeFileSync(join(root, one.path), one.content)
  writeFileSync(join(root, 'script.mjs'), body)
  const [binary = '', ...args] = preloaded(start, modules)
  const { stdout } = await run(binary, args, { cwd: root })
  return JSON.parse(stdout)
}

const looks = `
import { existsSync, readFileSync, statSync, writeFileSync, readFile, promises } from 'node:fs'
import * as all from 'node:fs/promises'
import { createRequire } from 'node:module'
import { execFileSync } from 'node:child_process'
const file = '.agent/settings.json'
const said = async (ask) => { try { return await ask() } catch (cause) { return cause.code } }
console.log(JSON.stringify([
  existsSync(file),
  await said(() => readFileSync(file, 'utf8')),
  await said(() => statSync(file, { throwIfNoEntry: false }) === undefined),
  await said(() => writeFileSync(file, 'mine')),
  await said(() => new Promise((yes, no) => readFile(file, 'utf8', (cause, text) => (cause ? no(cause) : yes(text))))),
  await said(() => promises.readFile(file, 'utf8')),
  await said(() => all.readFile(new URL(file, 'file://' + process.cwd() + '/'), 'utf8')),
  await said(() => createRequire(import.meta.url)('fs').readFileSync(process.cwd() + '/./' + file, 'utf8')),
  readFileSync('.agent/notes.md', 'utf8'),
  execFileSync('cat', [file], { encoding: 'utf8' }),
]))`

describe('hidden files', () => {
  it('are absent to the process by every way of asking, and to nobody else', async () => {
    const absent = [false, 'ENOENT', true, 'ENOENT', 'ENOENT', 'ENOENT', 'ENOENT', 'ENOENT']
    expect(await shielded(looks)).toEqual([...absent, 'notes', 'evil'])
    expect(readFileSync(join(root, '.agent', 'settings.json'), 'utf8')).toBe('evil')
  })
  it('are plain files once the repository is trusted', async () => {
    const read =
      "import { readFileSync } from 'node:fs'\nconsole.log(JSON.stringify(readFileSync('.agent/settings.json', 'utf8')))"
    expect(await shielded(read, true)).toBe('evil')
  })
})

describe('silenced servers', () => {
  it('are never asked; others are', async () => {
    const ask = `const said = (url) => fetch(url).then((answer) => answer.text())
      console.log(JSON.stringify([await said('https://stats.invalid/log'), await said('data:text/plain,asked')]))`
    expect(await shielded(ask)).toEqual(['[]', 'asked'])
  })
})

describe('a program that is no Node script', () => {
  it('is refused as long as the repository is not trusted', () => {
    const bare = { ...start, program: { binary: '/opt/pi', prefix: [] } }
    expect(() => refuseUnshielded(bare, 'pi')).toThrow(/not the npm package of pi/)
    expect(() => refuseUnshielded({ ...bare, trusted: true }, 'pi')).not.toThrow()
    expect(() => refuseUnshielded(start, 'pi')).not.toThrow()
  })
})
