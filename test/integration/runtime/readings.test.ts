/** What the trees of launches use, read from real processes: CPU, bytes and connections, wherever in the tree they are. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Launch, TreeReading } from '#ports/runtime'
import { lineOf, openStage } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())

const read = async (launch: Launch): Promise<TreeReading> => {
  const reading = (await stage.runtime.readings([launch.ref])).get(launch.ref.launchId)
  if (reading === undefined) throw new Error('nothing was seen')
  return reading
}

/** IPv6 where the machine has it, and IPv4 through a socket of IPv6, which the kernel lists with those. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const loopbacks = ['127.0.0.1', ...(hasIpv6 ? ['::1', '::ffff:127.0.0.1'] : [])]

/** An agent that leaves its work to a tool in a session of its own. */
const escaped = (script: string): Promise<Launch> => stage.sh(`setsid sh -c '${script}' & echo up; wait`)

describe.runIf(process.platform === 'linux')('readings', () => {
  it('tell rest from work in a tool that left the session', async () => {
    const resting = await escaped('sleep 300')
    const burning = await escaped('while :; do :; done')
    const moving = await escaped('cat /dev/zero > /dev/null')
    await Promise.all([resting, burning, moving].map((launch) => lineOf(launch, (line) => line === 'up')))
    const first = await Promise.all([resting, burning, moving].map(read))
    await expect
      .poll(async () => (await read(burning)).cpuMs! - first[1]!.cpuMs!, { timeout: 30_000 })
      .toBeGreaterThan(200)
    await expect
      .poll(async () => (await read(moving)).ioBytes! - first[2]!.ioBytes!, { timeout: 30_000 })
      .toBeGreaterThan(10_000_000)
    const rested = await read(resting)
    expect(rested.cpuMs! - first[0]!.cpuMs!).toBeLessThan(50)
    expect(rested.ioBytes! - first[0]!.ioBytes!).toBeLessThan(100_000)
    expect(rested.connections).toBe(0)
    await Promise.all([resting, burning, moving].map((launch) => launch.stop(0)))
  })

  it.each(loopbacks)('D08: count established connections to %s, and no others', async (host) => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
    const { port } = server.address() as { port: number }
    const script = `const s = require('net').connect(${port}, '${host}', () => console.log('up')); require('net').createServer().listen(0, '127.0.0.1')`
    const launch = await stage.start({ argv: [process.execPath, '-e', script] })
    await lineOf(launch, (line) => line === 'up')
    expect((await read(launch)).connections).toBe(1)
    await launch.stop(0)
    await new Promise((resolve) => server.close(resolve))
  })

  it.runIf(hasIpv6)('D08: see a long think of a child behind an open IPv6 connection, and its end', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.end()))
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '::1', resolve))
    const { port } = server.address() as { port: number }
    const script = `const s = require("net").connect(${port}, "::1", () => console.log("up")); s.on("close", () => console.log("closed")); s.resume(); process.on("SIGUSR1", () => s.write("x")); setInterval(() => {}, 1e6)`
    // In a session of its own, as CLIs start theirs.
    const launch = await stage.sh(`setsid ${process.execPath} -e '${script}' & echo $!; wait`)
    await lineOf(launch, (line) => line === 'up')
    expect((await read(launch)).connections).toBe(1)
    const pid = Number(await lineOf(launch, (line) => /^\d+$/.test(line)))
    process.kill(pid, 'SIGUSR1')
    await lineOf(launch, (line) => line === 'closed')
    expect((await read(launch)).connections).toBe(0)
    await launch.stop(0)
    await new Promise((resolve) => server.close(resolve))
  })

  it('leave a trace beside the launch, and say nothing of a launch that is gone', async () => {
    const launch = await stage.sh('echo up; sleep 300')
    await lineOf(launch, (line) => line === 'up')
    await read(launch)
    const file = join(launch.ref.dir, 'readings')
    expect(existsSync(file)).toBe(true)
    expect(JSON.parse(readFileSync(file, 'utf8').trim())).toMatchObject({
      connections: 0,
      processes: expect.any(Number),
    })
    await launch.stop(0)
    expect((await stage.runtime.readings([launch.ref])).size).toBe(0)
  })

  it('leave no more of a trace than its bound, however long it is looked at', async () => {
    const launch = await stage.sh('echo up; sleep 300')
    await lineOf(launch, (line) => line === 'up')
    const file = join(launch.ref.dir, 'readings')
    // A full file is set aside once; the one that was aside before is gone.
    writeFileSync(file, 'x'.repeat(64 * 1024))
    writeFileSync(`${file}.1`, 'older')
    await read(launch)
    expect(statSync(`${file}.1`).size).toBe(64 * 1024)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ connections: 0 })
    await launch.stop(0)
  })
})
