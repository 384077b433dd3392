/**
 * Owns running one git process: argv arrays, a clean environment, a timeout that ends the whole process group, bounded
 * output. Leaves to `git.ts` which settings every call carries, and to callers what an exit code means.
 */
import { type ChildProcess, spawn } from 'node:child_process'

export interface ProcessRequest {
  readonly file: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string | Buffer
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface ProcessAnswer {
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
  readonly timedOut: boolean
  /** Output went over `maxBytes`: what was read so far is kept, the process was ended. */
  readonly truncated: boolean
}

const stderrLimit = 64 * 1024

/** Ends a detached child with everything it started. */
export function endGroup(child: ChildProcess): void {
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // The group is gone already, which is what was wanted.
    }
  }
  signal('SIGTERM')
  const hard = setTimeout(() => signal('SIGKILL'), 2000)
  child.once('close', () => clearTimeout(hard))
}

/** Rejects only when the process cannot be started (ENOENT, E2BIG …). */
export function runProcess(request: ProcessRequest): Promise<ProcessAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.file, request.argv, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    // First of all: a child that was never made (no descriptor is free) has no streams, and says so later.
    let timer: NodeJS.Timeout | undefined
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    if (child.stdout === null || child.stdout === undefined) return
    const out: Buffer[] = []
    let size = 0
    let stderr = ''
    let timedOut = false
    let truncated = false
    timer = setTimeout(() => {
      timedOut = true
      endGroup(child)
    }, request.timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      if (truncated) return
      const room = request.maxBytes - size
      out.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      size += Math.min(chunk.length, room)
      if (chunk.length > room) {
        truncated = true
        endGroup(child)
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < stderrLimit) stderr += chunk.toString('utf8')
    })
    // git may answer and leave without reading all of its input; its exit code tells whether that was a failure.
    child.stdin.on('error', () => {})
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, stdout: Buffer.concat(out), stderr, timedOut, truncated })
    })
    child.stdin.end(request.input ?? '')
  })
}
