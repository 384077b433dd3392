/**
 * Reads processes through `ps`, for macOS. It shows no environment, so there are no tags: descendants and groups are
 * found, processes that left both are not.
 */
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type Proc, type ProcessTable, shared } from './process-table.ts'

const columns = 'pid=,ppid=,pgid=,stat=,lstart=,command='
const environment = { PATH: '/bin:/usr/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
const run = promisify(execFile)

interface Row extends Proc {
  readonly command: string
}

/** One line of `ps -o pid=,ppid=,pgid=,stat=,lstart=,command=`; lstart is five words. */
export function parsePs(line: string): Row | null {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s?(.*)$/.exec(line)
  if (match === null) return null
  const [, pid, ppid, pgid, stat, lstart, command] = match
  return {
    pid: Number(pid),
    ppid: Number(ppid),
    // macOS prints no usable session id; a group never crosses a session.
    sid: Number(pgid),
    startTime: lstart!.replace(/\s+/g, ' '),
    zombie: stat!.startsWith('Z'),
    cpuMs: null,
    tags: [],
    command: command!,
  }
}

/** ps joins the words with spaces: what Drover itself started is taken apart by its shape, the rest at the spaces. */
export function wordsOf(command: string): readonly string[] {
  const wrapper = /^(\S+) (.+)\/wrapper\.sh drover-launch \2 (.*)$/.exec(command)
  if (wrapper !== null) {
    const [, shell, dir, rest] = wrapper as unknown as [string, string, string, string]
    return [shell, `${dir}/wrapper.sh`, 'drover-launch', dir, ...rest.split(' ')]
  }
  const record = /^(\S+) -f (.+)\/exit\.new \2\/exit$/.exec(command)
  return record === null ? command.split(' ') : [record[1]!, '-f', `${record[2]}/exit.new`, `${record[2]}/exit`]
}

function one(pid: number): Row | 'gone' | 'unknown' {
  try {
    const text = execFileSync('ps', ['-ww', '-p', String(pid), '-o', columns], {
      env: environment,
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return parsePs(text.split('\n')[0]!) ?? 'unknown'
  } catch (error) {
    // ps answers 1 when no such process is left; anything else says nothing about the process.
    return error instanceof Error && 'status' in error && error.status === 1 ? 'gone' : 'unknown'
  }
}

async function all(): Promise<readonly Proc[]> {
  const { stdout } = await run('ps', ['-axww', '-o', columns], { env: environment, maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').flatMap((line) => parsePs(line) ?? [])
}

function bootId(): string {
  try {
    const text = execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {
      env: environment,
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.trim() || 'unknown'
  } catch {
    return 'unknown' // without it, pid and start time still tell processes apart
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export function psTable(): ProcessTable {
  return {
    bootId: bootId(),
    readsTags: false,
    look: one,
    alive: (id) => alive(id.pid),
    scan: shared(all),
    command(pid) {
      const row = one(pid)
      return typeof row === 'string' ? [] : wordsOf(row.command)
    },
    environ: () => null,
    cwd: () => null,
    ioBytes: () => null,
    connections: () => null,
  }
}
