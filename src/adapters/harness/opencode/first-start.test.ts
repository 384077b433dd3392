/** The first start with a stand-in for opencode: who looks, how often, and what is left behind. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { afterFirstStart } from './first-start.ts'

const run = promisify(execFile)
let home = ''
const data = (name: string): string => join(home, '.local', 'share', 'opencode', name)

/** It fails the first two looks, makes its database at the third, and tells what it was asked. */
const standIn = `#!/bin/sh
echo "$*" >> "$HOME/asked"
if [ "$1" = session ]; then
  [ "$(grep -c session "$HOME/asked")" -ge 3 ] || exit 1
  : > "$HOME/.local/share/opencode/opencode.db"
else cat; fi
`

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'drover-first-'))
  writeFileSync(join(home, 'opencode'), standIn, { mode: 0o755 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function launch(): Promise<string> {
  const [shell = '', ...args] = afterFirstStart([join(home, 'opencode'), 'run', 'two words'])
  const running = run(shell, args, { env: { HOME: home, PATH: process.env.PATH ?? '' } })
  running.child.stdin?.end('the prompt')
  return (await running).stdout
}
const asked = (): readonly string[] => readFileSync(join(home, 'asked'), 'utf8').trim().split('\n')

it('asks until the database is there, then hands the prompt on', async () => {
  expect(await launch()).toBe('the prompt')
  expect(asked()).toEqual(['session list', 'session list', 'session list', 'run two words'])
  expect(existsSync(data('drover-first-start'))).toBe(false)
})

it('asks nothing once there is a database, and looks again when another was making it', async () => {
  mkdirSync(data(''), { recursive: true })
  writeFileSync(data('opencode.db'), '')
  await launch()
  expect(asked()).toEqual(['run two words'])
  mkdirSync(data('drover-first-start'))
  await launch()
  expect(asked().filter((line) => line === 'session list')).toHaveLength(3)
  expect(existsSync(data('drover-first-start'))).toBe(false)
})
