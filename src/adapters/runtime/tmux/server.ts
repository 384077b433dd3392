/**
 * The tmux server of one home: its socket, its configuration, the program, one command at a time, and what an answer means.
 * The user's own server is another socket and is never spoken to. What is said to the server belongs to the other files.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { TerminalTool, Unseen } from '#ports/terminal'
import type { ProcessTable, ProcId } from '../process/process-table.ts'
import { configuration } from './configuration.ts'

/** With it came `load-buffer -`, `if-shell -F` in lists, sizes of control clients and window sizes that follow who drives. */
const needed = { major: 3, minor: 2 }
/** A server that says nothing for so long does not answer. */
const answerMs = 5000
const hint = 'Install tmux 3.2 or newer: `apt install tmux`, `dnf install tmux`, `brew install tmux`.'

/** Where it decides where a socket lies, and which server a command means. */
export const unset = ['TMUX', 'TMUX_PANE', 'TMUX_TMPDIR'] as const

export interface Answer {
  readonly ok: boolean
  readonly out: string
  /** What tmux said on its standard error. */
  readonly why: string
}

export interface Server {
  /** The words before a command: program, socket, configuration. */
  words(): readonly string[]
  tool(): Promise<TerminalTool>
  /** One list of commands. Throws RUNTIME_MISSING where there is no tmux. */
  ask(command: readonly string[], input?: string | Uint8Array): Promise<Answer>
  /** What a refusal means for a screen. */
  unseen(answer: Answer): Unseen
  /** A client that stays, with its pipes. */
  open(command: readonly string[]): ChildProcess
  /** Keeps in mind who the server is, so that silence can be told from an end. */
  remember(pid: number): void
}

export interface ServerOptions {
  readonly home: string
  readonly table: ProcessTable
  /** Where programs are looked for; by default the daemon's own PATH. */
  readonly searchPath?: string | undefined
}

/** A name that is the same for everybody who means this home, and short: the whole path has to fit an address of the system. */
export const socketName = (home: string): string =>
  `drover-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`

export function createServer({ home, table, searchPath }: ServerOptions): Server {
  const socket = socketName(home)
  const dir = join(home, 'tmux')
  const conf = join(dir, 'tmux.conf')
  const memory = join(dir, 'server.json')
  let placed = false
  const place = (): void => {
    if (placed) return
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeByRename(conf, configuration())
    placed = true
  }
  const program = (): string => {
    const found = programIn(searchPath ?? process.env.PATH ?? '')
    if (found !== null) return found
    throw new DroverError('RUNTIME_MISSING', 'tmux is not installed, and terminals live in it.', { hint })
  }
  const words = (): readonly string[] => [program(), '-u', '-L', socket, '-f', conf]
  const start = (command: readonly string[]): ChildProcess => {
    place()
    const [file, ...args] = [...words(), ...command]
    return spawn(file ?? '', args, { cwd: home, env: environment(), stdio: ['pipe', 'pipe', 'pipe'] })
  }

  /** Is the server that we remember still there? */
  const remembered = (): 'there' | 'gone' => {
    const known = readMemory(memory)
    return known !== null && table.alive(known) ? 'there' : 'gone'
  }

  return {
    words,
    open: start,
    tool: () => inspect(searchPath ?? process.env.PATH ?? ''),
    ask: (command, input) => run(start(command), input),
    unseen({ why }) {
      if (/can't find (session|pane|window)|no such (session|window)/.test(why)) return 'gone'
      if (!/no server running|No such file or directory|error connecting/.test(why)) return 'unknown'
      if (remembered() === 'gone') return 'gone'
      // Its socket was removed under it (a cleaner of temporary files): asked so, it makes a new one.
      wakeServer(table, readMemory(memory))
      return 'unknown'
    },
    remember(pid) {
      const found = table.look(pid)
      if (found === 'gone' || found === 'unknown') return
      const known = readMemory(memory)
      if (known?.pid === pid && known.startTime === found.startTime) return
      writeByRename(memory, `${JSON.stringify({ pid, startTime: found.startTime })}\n`)
    },
  }
}

/** Nothing of the daemon's: a server outlives it, and what it was given is given to nobody else. */
function environment(): Record<string, string> {
  const own: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', SHELL: '/bin/sh' }
  if (process.env.HOME !== undefined) own.HOME = process.env.HOME
  return own
}

function wakeServer(table: ProcessTable, known: ProcId | null): void {
  if (known === null || !table.command(known.pid)[0]?.includes('tmux')) return
  try {
    process.kill(known.pid, 'SIGUSR1')
  } catch {
    // Gone since the look: the next question tells.
  }
}

function readMemory(path: string): ProcId | null {
  try {
    const known: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof known !== 'object' || known === null || !('pid' in known) || !('startTime' in known)) return null
    const { pid, startTime } = known
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : null
  } catch {
    return null // none was ever started here
  }
}

function writeByRename(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Besides the search path, where package managers of systems put it that start daemons with a short one. */
const usual = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin']

function programIn(searchPath: string): string | null {
  const dirs = [...searchPath.split(':').filter((dir) => dir.startsWith('/')), ...(searchPath === '' ? [] : usual)]
  return dirs.map((dir) => join(dir, 'tmux')).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

async function inspect(searchPath: string): Promise<TerminalTool> {
  const program = programIn(searchPath)
  if (program === null) return { version: null, problem: 'tmux is not installed.', hint }
  const { out, why } = await run(spawn(program, ['-V'], { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] }))
  const version = out.trim().replace(/^tmux /, '')
  return { version: version === '' ? null : version, problem: problemOf(version, why), hint }
}

/** `3.3a`, `next-3.5`, `openbsd-7.4`: what is newer than any number, or none, is taken as it is. */
export function problemOf(version: string, why: string): string | null {
  if (version === '') return `tmux does not start: ${why.trim().slice(0, 200) || 'it said nothing'}`
  const found = /^(?:next-)?(\d+)\.(\d+)/.exec(version)
  if (found === null) return null
  const [major, minor] = [Number(found[1]), Number(found[2])]
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return null
  return `tmux ${version} is too old: ${needed.major}.${needed.minor} is the first that will do.`
}

function run(child: ChildProcess, input?: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve) => {
    const out: Buffer[] = []
    const err: Buffer[] = []
    const answer = (ok: boolean, more = ''): void => {
      clearTimeout(timer)
      resolve({
        ok,
        out: Buffer.concat(out).toString('utf8'),
        why: Buffer.concat(err).toString('utf8') + more,
      })
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      answer(false, `no answer within ${answerMs} ms`)
    }, answerMs)
    child.stdout?.on('data', (data: Buffer) => out.push(data))
    child.stderr?.on('data', (data: Buffer) => err.push(data))
    // A client that is gone before it has read its input is told of by its end.
    child.stdin?.on('error', () => undefined)
    child.once('error', (error) => answer(false, error.message))
    child.once('close', (code) => answer(code === 0))
    child.stdin?.end(input)
  })
}
