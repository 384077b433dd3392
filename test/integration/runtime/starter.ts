/**
 * A daemon to be killed: starts the plan it is given, says the reference, then waits for its end. With a launch to warm up
 * with it has a spare when it says that it begins. Run by node itself.
 */
import { join } from 'node:path'
import { createProcessRuntime } from '#adapters/runtime/process/process-runtime'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import { sparesOf, until } from './stage.ts'

// Nothing here keeps it running but this.
setInterval(() => undefined, 1000)
const { home, plan, place, warmUp, kind } = JSON.parse(process.argv[2] ?? '{}')
const spares = warmUp === undefined ? {} : { spares: join(home, 'spares') }
const runtime = kind === 'tmux' ? createTmux({ home }).runtime : createProcessRuntime({ home, ...spares })
if (warmUp !== undefined) {
  const first = await runtime.start({ ...plan, argv: ['/bin/sh', '-c', 'exit 0'] }, warmUp)
  await first.exited
  await until('a spare waits', () => sparesOf(process.pid, home).length === 1)
}
process.stdout.write('begin\n')
const launch = await runtime.start(plan, place)
process.stdout.write(`${JSON.stringify(launch.ref)}\n`)
