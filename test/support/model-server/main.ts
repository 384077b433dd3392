/** Runs the scripted model by hand: `node test/support/model-server/main.ts [port]`. Prints its address. */
import { startModelServer } from './model-server.ts'

const server = await startModelServer(Number(process.argv[2] ?? 0))
console.log(server.url)
