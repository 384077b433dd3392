/**
 * `terminal-idle`, `terminal-memory`, `terminal-echo`: what terminals cost while nobody looks at them, and how fast a key comes
 * back to whoever does. Floors: this process without terminals; the same programs without terminals; the same program behind a pipe.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import type { Launch } from '#ports/runtime'
import type { Terminals } from '#ports/terminal'
import type { Measurement } from '../measure.ts'
import { each, pause } from '../stage/agents.ts'
import { cpuMs } from '../stage/cpu.ts'
import { median } from '../statistics.ts'

export const terminalsFigure: Measurement = {
  figures: [
    {
      id: 'terminal-idle',
      unit: '% of a core',
      what: 'CPU of the runtime and of tmux with 200 idle terminals',
      floor: 'the same process without terminals',
      rule: { type: 'value-at-most', limit: 2 },
    },
    {
      id: 'terminal-memory',
      unit: 'MB',
      what: 'memory a terminal, of tmux and the wrapper, beyond the program in it',
      floor: 'tmux with one terminal',
      rule: { type: 'value-at-most', limit: 6 },
    },
    {
      id: 'terminal-echo',
      unit: 'ms',
      what: 'from a key of a viewer to its echo at the viewer',
      floor: 'a line through `cat` and back',
      rule: { type: 'value-at-most', limit: 50 },
    },
  ],
  async run(stage) {
    const count = stage.quick ? 20 : 200
    const sliceMs = stage.quick ? 1_000 : 3_500
    stage.say(`terminals: ${count}`)
    const home = stage.dir()
    const { runtime, terminals } = createTmux({ home })
    const start = (n: number): Promise<Launch> => {
      const launchId = `l_bench${n}`
      const env = { PATH: '/usr/bin:/bin', DROVER_LAUNCH_ID: launchId }
      return runtime.start(
        { argv: ['/bin/cat'], env: {}, files: [], stdin: { mode: 'closed' }, lifetime: 'session', terminal: true },
        { launchId, dir: join(home, 'sessions', launchId), cwd: home, env },
      )
    }
    const slices = async (pids: readonly number[]): Promise<number[]> => {
      const all = (): number => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
      const found: number[] = []
      for (let round = 0; round < stage.rounds; round++) {
        const before = all()
        await pause(sliceMs)
        found.push(((all() - before) / sliceMs) * 100)
      }
      return found
    }
    const ids: string[] = []
    try {
      const idleFloor = await slices([process.pid])
      const first = await start(0)
      ids.push(first.ref.launchId)
      const server = serverOf(first)
      const alone = memoryOf([server, wrapperOf(first)])
      const rest = await each(
        Array.from({ length: count - 1 }, (_, n) => n + 1),
        8,
        start,
      )
      ids.push(...rest.map(({ ref }) => ref.launchId))
      const launches = [first, ...rest]
      await pause(2_000)
      const idle = await slices([process.pid, server])
      const perTerminal = memoryOf([server, ...launches.map(wrapperOf)]) / count
      const echoFloor: number[] = []
      const echo: number[] = []
      for (let round = 0; round < stage.rounds; round++) {
        echoFloor.push(await throughPipe())
        echo.push(await throughTerminal(terminals, first.ref.launchId))
      }
      const note = count === 200 ? {} : { note: `${count} terminals` }
      return {
        'terminal-idle': { floor: idleFloor, subject: idle, ...note },
        'terminal-memory': { floor: [alone], subject: [perTerminal], ...note },
        'terminal-echo': { floor: echoFloor, subject: echo },
      }
    } finally {
      await runtime.sweep(ids, 0)
      // The last one takes the server with it.
      for (const id of ids) await terminals.drop(id)
    }
  },
}

const stat = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'latin1')
const serverOf = (launch: Launch): number => Number(/\) \S (\d+)/.exec(stat(wrapperOf(launch)))?.[1])
const wrapperOf = ({ ref }: Launch): number => Number(readFileSync(join(ref.dir, 'pid'), 'utf8').split('\n')[0])

/** What each has for itself and its share of the rest, in MB. */
const memoryOf = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024,
    0,
  )

const keys = 50

async function throughTerminal(terminals: Terminals, launchId: string): Promise<number> {
  const times: number[] = []
  let heard = (): void => undefined
  const viewing = await terminals.view(launchId, {
    repaint: () => heard(),
    output() {
      heard()
      return true
    },
    resized: () => undefined,
    ended: () => undefined,
  })
  if (typeof viewing === 'string') throw new Error(`the terminal of the figure is ${viewing}`)
  await new Promise<void>((resolve) => {
    heard = resolve
  })
  for (let n = 0; n < keys; n++) {
    const before = performance.now()
    const came = new Promise<void>((resolve) => {
      heard = resolve
    })
    viewing.keys(Buffer.from(n % 40 === 39 ? '\r' : 'k'))
    await came
    times.push(performance.now() - before)
    await pause(5)
  }
  viewing.close()
  return median(times)
}

async function throughPipe(): Promise<number> {
  const cat = spawn('/bin/cat', { stdio: ['pipe', 'pipe', 'ignore'] })
  const times: number[] = []
  for (let n = 0; n < keys; n++) {
    const before = performance.now()
    const came = once(cat.stdout, 'data')
    cat.stdin.write('k\n')
    await came
    times.push(performance.now() - before)
  }
  cat.stdin.end()
  return median(times)
}
