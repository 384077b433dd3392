/** Small real repositories for tests, with an identity of their own and no hooks. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncLimit } from './awaited.ts'

export interface TempRepo {
  readonly path: string
  git(...args: readonly string[]): string
  /** git with words on its standard input. */
  feed(input: string, ...args: readonly string[]): string
  write(file: string, content: string | Buffer): void
  remove(file: string): void
  commit(message: string): string
}

const identity = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
}

export function tempRepo(
  path: string,
  files: Readonly<Record<string, string>> = { 'README.md': '# Test\n' },
): TempRepo {
  mkdirSync(path, { recursive: true })
  const run = (input: string | null, args: readonly string[]): string =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'core.hooksPath=/dev/null', ...args], {
      cwd: path,
      env: { ...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      timeout: syncLimit,
      ...(input === null ? { stdio: ['ignore', 'pipe', 'pipe'] } : { input, stdio: ['pipe', 'pipe', 'pipe'] }),
    })
  const git = (...args: readonly string[]): string => run(null, args)
  const repo: TempRepo = {
    path,
    git,
    feed: (input, ...args) => run(input, args),
    write(file, content) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), content)
    },
    remove: (file) => rmSync(join(path, file), { recursive: true, force: true }),
    commit(message) {
      git('add', '-A')
      git('commit', '-qm', message)
      return git('rev-parse', 'HEAD').trim()
    },
  }
  git('init', '-q')
  for (const [file, content] of Object.entries(files)) repo.write(file, content)
  repo.commit('first')
  return repo
}
