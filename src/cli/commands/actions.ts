/** `drover actions ls | run`: the operator's own commands, run by the daemon as the configuration says them. */
import type { ActionResult } from '#contract/action'
import { confirm } from '../ask.ts'
import { fill } from '../client.ts'
import type { Run } from '../command.ts'
import { failureOf, open, readText, unreachable } from '../http.ts'
import { harmless, oneLine, paint, table } from '../print.ts'

const nothing = `no action yet. Add one to your own config.toml:

  [actions.status]
  argv = ["systemctl", "status", "--no-pager", "my-service"]
`

export const ls: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/actions')
  context.answer(answer, () => {
    if (answer.actions.length === 0) return nothing
    const rows = answer.actions.map((one) => [
      one.name,
      one.mutating ? paint(context.io, 'red', 'changes') : 'reads',
      one.before ?? '-',
      `${one.timeoutSeconds}s`,
      one.runningSince === null ? '' : 'running',
      oneLine(one.title, 60),
    ])
    return table(context.io, ['NAME', 'KIND', 'FIRST', 'TIMEOUT', 'NOW', 'TITLE'], rows)
  })
  return 0
}

export const run: Run = async (context) => {
  const client = await context.connect()
  const name = context.args[0] ?? ''
  const { actions } = await client.call('GET /api/v1/actions')
  const question = actions.find((one) => one.name === name)?.confirm ?? null
  if (question !== null && !(await confirm(context, question))) return 1
  const received = await open(client.address, {
    method: 'POST',
    path: fill('/api/v1/actions/{name}', { name }),
    body: {},
  }).catch((error: unknown) => {
    throw unreachable(error)
  })
  const text = await readText(received)
  // Its own failure is an answer like its success.
  if (received.status !== 200 && received.status !== 502) throw failureOf(received.status, text)
  const result = JSON.parse(text) as ActionResult
  context.answer(result, () => {
    const { before } = result
    const first = before === undefined ? '' : `${before.name} ran first, kept in ${before.kept ?? 'no file'}\n`
    const failed = result.exitCode === 0 ? '' : `${paint(context.io, 'red', ended(result))}\n`
    const output = harmless(result.stdout) + harmless(result.stderr)
    return `${first}${output === '' ? '(no output)\n' : output.replace(/\n*$/, '\n')}${failed}`
  })
  return result.exitCode === 0 ? 0 : 1
}

const ended = ({ exitCode }: ActionResult): string =>
  exitCode === null ? 'it did not end by itself' : `it ended with ${exitCode}`
