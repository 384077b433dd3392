/**
 * What the player does to its workspace: files, commits, shell commands, children left behind. Each answers `{ok, output}`
 * as a tool would. Who may ask for it is decided in `acts.ts`.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

export interface Done {
  readonly ok: boolean
  readonly output: string
}

/** Output of a command that is kept. */
const outputKept = 64 * 1024

/** What the launch was told for its role: said on request, never played. */
export function readInstructions(): string {
  const file = process.env.DROVER_INSTRUCTIONS_FILE
  try {
    return file === undefined ? 'I have no instructions.' : readFileSync(file, 'utf8').trimEnd()
  } catch (error) {
    return `My instructions cannot be read: ${(error as Error).message}`
  }
}

export function writeText(cwd: string, path: string, text: string, mode: 'write' | 'append'): Done {
  const target = inside(cwd, path)
  if (target === null) return { ok: false, output: `${path} is outside the workspace or inside .git` }
  try {
    mkdirSync(dirname(target), { recursive: true })
    const put = mode === 'write' ? writeFileSync : appendFileSync
    put(target, `${text}\n`)
    return { ok: true, output: `${mode === 'write' ? 'wrote' : 'appended to'} ${path}` }
  } catch (error) {
    return { ok: false, output: (error as Error).message }
  }
}

/** The real place of a path, or null when it leaves the workspace (links included) or reaches into git's own files. */
export function inside(cwd: string, path: string): string | null {
  const root = realpathSync(cwd)
  let standing = resolve(root, path)
  let rest = ''
  while (!existsSync(standing) && dirname(standing) !== standing) {
    rest = join(basename(standing), rest)
    standing = dirname(standing)
  }
  const target = join(realpathSync(standing), rest).replace(/\/$/, '')
  const way = relative(root, target)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`)) return null
  return way.split(sep).some((part) => part.toLowerCase() === '.git') ? null : target
}

/** Adds all and commits, also where nobody told git who commits. */
export async function commitAll(cwd: string, message: string, signal: AbortSignal): Promise<Done> {
  const added = await run(['git', 'add', '-A'], cwd, signal)
  if (!added.ok) return added
  const settings = ['commit.gpgsign=false', 'gc.auto=0', 'maintenance.auto=false']
  const flags = settings.flatMap((setting) => ['-c', setting])
  return run(['git', ...flags, 'commit', '-q', '-m', message], cwd, signal, committer())
}

function committer(): Record<string, string> {
  const { env } = process
  const name = env.GIT_AUTHOR_NAME ?? 'Rehearsal'
  const email = env.GIT_AUTHOR_EMAIL ?? 'rehearsal@drover.invalid'
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
}

export const runShell = (cwd: string, command: string, signal: AbortSignal): Promise<Done> =>
  run(['sh', '-c', command], cwd, signal)

/** Runs to its end, in a session of its own as real agents run their tools; what it leaves in the background is left. */
function run(
  argv: readonly [string, ...string[]],
  cwd: string,
  signal: AbortSignal,
  env: Record<string, string> = {},
): Promise<Done> {
  const [command, ...args] = argv
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = Buffer.alloc(0)
    const keep = (chunk: Buffer): void => {
      if (output.length < outputKept) output = Buffer.concat([output, chunk]).subarray(0, outputKept)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const stop = (): void => killGroup(child.pid)
    signal.addEventListener('abort', stop, { once: true })
    const settle = (ok: boolean, note: string): void => {
      signal.removeEventListener('abort', stop)
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ ok, output: [output.toString('utf8').trimEnd(), note].filter(Boolean).join('\n') })
    }
    child.on('error', (error) => settle(false, error.message))
    child.on('exit', (code, killedBy) => {
      const note = code === 0 ? '' : `exit ${code ?? killedBy}`
      // A background child may hold the pipe open: what is already there is read, then it is let go.
      const late = setTimeout(() => settle(code === 0, note), 150)
      child.on('close', () => {
        clearTimeout(late)
        settle(code === 0, note)
      })
    })
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Leaves a child that was forked twice, in a session of its own, with its output closed and the environment kept. */
export function leaveOrphan(seconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const script = 'sleep "$1" </dev/null >/dev/null 2>&1 & echo $!'
    const child = spawn('sh', ['-c', script, 'orphan', String(seconds)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', () => resolve(Number(said.trim())))
  })
}
