/** `drover mcp`: the tool server, of an agent inside a session, else of the operator; `mcp install | uninstall`: its entry in a program's configuration. */
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { DroverError } from '#contract/error'
import { nearest } from '#core/nearest'
import { confirm } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { readRunning, readToken } from '../home.ts'
import { type Entry, type McpClient, mcpClients } from '../mcp/clients.ts'
import { patienceOf } from '../patience.ts'

/** The shortest patience of a CLI with a tool is a minute. */
const longestSeconds = 50

export const mcp: Run = async (context) => {
  const { inside, version, env } = context
  const patienceMs = patienceOf(env, longestSeconds)
  if (inside === null) return operator(context, patienceMs)
  if (inside.socket === '' || inside.token === '') {
    throw new DroverError('USAGE', 'this is the tool server of an agent, and its launch gave it no way to the daemon', {
      hint: 'It needs DROVER_SOCKET and DROVER_TOKEN, which a launch of Drover gives it.',
    })
  }
  const { serve } = await import('../mcp/serve.ts')
  const address = { socket: inside.socket, port: null, token: inside.token }
  const door = { sessionId: inside.sessionId, version, address: () => address, longestMs: 1000 * longestSeconds }
  await serve({ ...door, patienceMs }, process.stdin, process.stdout)
  return 0
}

/** Finds the daemon again for each call: its socket and its token are those of the moment. */
async function operator(context: Context, patienceMs: number): Promise<number> {
  const client = await context.connect()
  await client.call('GET /api/v1/status')
  const first = { ...client.address, say: () => {} }
  const address = () => {
    const running = readRunning(context.home)
    const token = readToken(context.home) ?? first.token
    if (running === null || running === 'damaged') return { ...first, token }
    return { ...first, socket: running.socket, token, pid: running.pid }
  }
  const { serve } = await import('../mcp/serve.ts')
  await serve(
    { sessionId: null, version: context.version, address, longestMs: null, patienceMs },
    process.stdin,
    process.stdout,
  )
  return 0
}

function clientOf(context: Context): { readonly client: McpClient; readonly file: string } {
  const name = context.args[0] ?? ''
  const client = mcpClients.find((one) => one.name === name)
  const home = context.env.HOME || homedir()
  if (client !== undefined) return { client, file: client.file(home, context.env, process.platform) }
  const names = mcpClients.map((one) => one.name)
  const near = nearest(name, names)
  throw new DroverError('USAGE', `no program called "${name}" is known here`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}Known: ${names.join(', ')}`,
  })
}

const entryOf = ({ root, env }: Context): Entry => ({
  command: process.execPath,
  args: [join(root, 'bin', 'drover.cjs'), 'mcp'],
  env: env.DROVER_HOME ? { DROVER_HOME: env.DROVER_HOME } : {},
})

export const install: Run = async (context) => {
  const { client, file } = clientOf(context)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const after = client.add(before, entryOf(context))
  if (context.on('print')) {
    context.answer({ client: client.name, file, text: after }, () => after ?? `it stands in ${file} already\n`)
    return 0
  }
  return change(context, { client, file, before, after, verb: 'install' })
}

export const uninstall: Run = async (context) => {
  const { client, file } = clientOf(context)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const after = before === null ? null : client.remove(before)
  return change(context, { client, file, before, after, verb: 'uninstall' })
}

interface Change {
  readonly client: McpClient
  readonly file: string
  readonly before: string | null
  /** null: nothing is to be done. */
  readonly after: string | null
  readonly verb: 'install' | 'uninstall'
}

async function change(context: Context, { client, file, before, after, verb }: Change): Promise<number> {
  const done = { client: client.name, file, changed: after !== null }
  if (after === null) {
    context.answer(
      done,
      () => `nothing to do: ${verb === 'install' ? 'it stands in' : 'nothing of ours is in'} ${file}\n`,
    )
    return 0
  }
  // Shown before anything is asked or written.
  context.io.err(`${file}\n${differing(before ?? '', after)}`)
  if (!(await confirm(context, `Write it?`))) return 1
  write(file, after)
  const next = verb === 'install' ? `undo it with: drover mcp uninstall ${client.name}\n` : ''
  context.answer(done, () => `written: ${file}\n${next}`)
  return 0
}

/** Lines that go and lines that come. */
function differing(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  const mark = (sign: string, lines: readonly string[]): string =>
    lines
      .slice(head, lines.length - tail)
      .map((line) => `${sign} ${line}\n`)
      .join('')
  return mark('-', old) + mark('+', fresh)
}

/** Whole or not at all, through a link to where the file really is, with the rights that it had. */
function write(file: string, text: string): void {
  const real = existsSync(file) ? realpathSync(file) : file
  mkdirSync(dirname(real), { recursive: true })
  const mode = existsSync(real) ? statSync(real).mode & 0o777 : 0o600
  const beside = `${real}.drover-${process.pid}`
  try {
    writeFileSync(beside, text, { mode, flag: 'wx' })
    renameSync(beside, real)
  } finally {
    rmSync(beside, { force: true })
  }
}
