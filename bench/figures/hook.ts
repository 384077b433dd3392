/**
 * `hook`: what a hook of an agent does at each tool call: `sh` that runs `curl --unix-socket` with the launch's own token
 * on the activity route. Floor: `curl` alone to the same route of a bare node:http server that answers the same number of bytes.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { alternate, type Measurement } from '../measure.ts'
import { pipedSessions } from '../stage/agents.ts'
import { timeProgram } from '../stage/stage.ts'

export const hook: Measurement = {
  figures: [
    {
      id: 'hook',
      unit: 'ms',
      what: 'a hook call: `sh` with `curl --unix-socket` to the activity route',
      floor: '`curl` alone to the same route of a bare `node:http` server',
      rule: { type: 'ratio-at-most', limit: 1.5 },
    },
  ],
  async run(stage) {
    stage.say('hook')
    const world = await stage.world()
    const dir = stage.dir()
    const piped = await pipedSessions(world, dir, 1)
    const { id } = piped.sessions[0]!
    const path = `/api/v1/sessions/${id}/activity`
    const bytes = (await world.call('POST', path, { state: 'active' })).text
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes))
    })
    const socket = join(dir, 'floor.sock')
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    const agent = world.processes().find(({ command }) => command.startsWith('cat '))
    const token = agent === undefined ? undefined : tokenIn(agent.pid)
    if (token === undefined) throw new Error('the agent of the hook figure has no token')
    const words = (to: string, how: string): string =>
      `curl -sf -o /dev/null --unix-socket '${to}' -H 'authorization: Bearer ${how}' ` +
      `-H 'content-type: application/json' -d '{"state":"active"}' http://localhost${path}`
    const argv = (line: string): string[] => ['-c', line]
    const plain = [
      ...['-sf', '-o', '/dev/null', '--unix-socket', socket, '-H', `authorization: Bearer ${token}`],
      ...['-H', 'content-type: application/json', '-d', '{"state":"active"}', `http://localhost${path}`],
    ]
    const floor = () => timeProgram('curl', plain, world.env)
    const subject = () => timeProgram('/bin/sh', argv(words(world.daemon.socket, token)), world.env)
    await floor()
    await subject()
    const runs = await alternate(stage.rounds, stage.quick ? 5 : 21, floor, subject)
    server.close()
    piped.close()
    await world.end()
    return { hook: runs }
  },
}

function tokenIn(pid: number): string | undefined {
  const environ = readFileSync(`/proc/${pid}/environ`, 'latin1')
  return environ
    .split('\0')
    .find((one) => one.startsWith('DROVER_TOKEN='))
    ?.slice('DROVER_TOKEN='.length)
}
