/** Owns throw-away repositories for the workspace tests: real git, a home of their own, gone afterwards. */
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'

export interface Ground {
  readonly root: string
  readonly repo: string
  readonly trees: string
  readonly work: ReturnType<typeof createWorkspaces>
}

process.env.GIT_CONFIG_NOSYSTEM = '1'
process.env.GIT_CONFIG_GLOBAL = '/dev/null'

const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always']

export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', [...who, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

export function write(root: string, path: string, content: string | Buffer = `${path}\n`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

export function newDirectory(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drover-ws-test-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** A repository on branch `trunk` with one commit. */
export function newRepo(path: string, files: Readonly<Record<string, string | Buffer>> = { 'a.txt': 'one\n' }): string {
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q', '-b', 'trunk')
  for (const [name, content] of Object.entries(files)) write(path, name, content)
  git(path, 'add', '-A')
  git(path, 'commit', '-q', '--allow-empty', '-m', 'first')
  return path
}

export function newGround(files?: Readonly<Record<string, string | Buffer>>): Ground {
  const root = newDirectory()
  const repo = newRepo(join(root, 'repo'), files)
  return { root, repo, trees: join(root, 'trees'), work: createWorkspaces({ home: 'test0000' }) }
}

/** A workspace on a fresh branch `drover/<name>/root`. */
export async function newTree(ground: Ground, name: string): Promise<string> {
  const path = join(ground.trees, name)
  const base = git(ground.repo, 'rev-parse', 'HEAD')
  await ground.work.create({ repoPath: ground.repo, path, branch: `drover/${name}/root`, base, newBranch: true })
  return path
}

/** Every file below a directory as kind, executable bit and bytes; `.git` left out. */
export function contents(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (directory: Buffer, prefix: string): void => {
    for (const name of readdirSync(directory, { encoding: 'buffer' })) {
      const file = Buffer.concat([directory, Buffer.from('/'), name])
      const path = prefix + name.toString('latin1')
      const stats = lstatSync(file)
      if (path.split('/').at(-1) === '.git') continue
      if (stats.isDirectory()) walk(file, `${path}/`)
      else if (stats.isSymbolicLink())
        found[path] = `link ${readlinkSync(file, { encoding: 'buffer' }).toString('latin1')}`
      else found[path] = `${stats.mode & 0o100 ? 'x' : '-'} ${readFileSync(file).toString('latin1')}`
    }
  }
  walk(Buffer.from(root), '')
  return found
}

export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  )
