/** A small real repository for whoever has none at hand: a few files, a few commits, nothing that needs installing. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DroverError } from '#contract/error'

const files: readonly (readonly [message: string, path: string, content: string])[] = [
  [
    'Begin with a page that says what this is',
    'README.md',
    '# Demo\n\nA small repository for trying Drover. Agents work on copies of it; break what you like.\n',
  ],
  ['Greet by name', 'src/greet.js', "export function greet(name) {\n  return 'Hello, ' + name + '!'\n}\n"],
  [
    'Check the greeting',
    'test/greet.test.js',
    "import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { greet } from '../src/greet.js'\n\ntest('greets by name', () => {\n  assert.equal(greet('Ada'), 'Hello, Ada!')\n})\n",
  ],
  ['Keep editors from leaving traces', '.gitignore', 'node_modules/\n*.log\n'],
]

function git(cwd: string, args: readonly string[]): Promise<void> {
  const own = ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgsign=false']
  const identity = ['-c', 'user.name=Drover', '-c', 'user.email=drover@localhost']
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_DIR: undefined, GIT_WORK_TREE: undefined }
  return new Promise((resolve, reject) => {
    execFile('git', [...own, ...identity, ...args], { cwd, env, timeout: 30_000 }, (error, _out, stderr) => {
      if (!error) return resolve()
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      reject(
        new DroverError('GIT_FAILED', missing ? 'git is not installed' : `git ${args[0]} failed: ${stderr.trim()}`, {
          hint: missing ? 'Install git 2.25 or newer.' : `Look at ${cwd}.`,
          cause: error,
        }),
      )
    })
  })
}

/** Idempotent: a demo that is there stays as it is, with all that agents did in it. */
export async function makeDemo(path: string): Promise<void> {
  if (existsSync(join(path, '.git'))) return
  mkdirSync(path, { recursive: true, mode: 0o700 })
  await git(path, ['init', '-q', '-b', 'main'])
  for (const [message, file, content] of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), content)
    await git(path, ['add', '--', file])
    await git(path, ['commit', '-q', '-m', message])
  }
}
