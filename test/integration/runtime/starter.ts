/** A daemon to be killed: starts the plan it is given, says the reference, then waits for its end. Run by node itself. */
import { createProcessRuntime } from '#adapters/runtime/process/process-runtime'

const { home, plan, place } = JSON.parse(process.argv[2] ?? '{}')
process.stdout.write('begin\n')
const launch = await createProcessRuntime({ home }).start(plan, place)
process.stdout.write(`${JSON.stringify(launch.ref)}\n`)
setInterval(() => undefined, 1000)
