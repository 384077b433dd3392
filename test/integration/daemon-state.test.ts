/** What is seen of a daemon while it comes to its end: the moment in which it still is a process is not taken for its state. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daemonState } from '#cli/daemon-state'
import { homeOf } from '#cli/home'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-state-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Something that looks like a daemon and breaks off each connection; `lives`: how long after the first one it is still there. */
async function breaksOff(lives: number) {
  const home = homeOf({ DROVER_HOME: dir })
  const program = join(dir, 'daemon.mjs')
  writeFileSync(
    program,
    `import { createServer } from 'node:net'
    const server = createServer((socket) => {
      socket.on('error', () => undefined).destroy()
      setTimeout(() => process.kill(process.pid), ${lives})
    })
    server.listen(process.argv[2], () => process.stdout.write('listens'))`,
  )
  const child = spawn(process.execPath, [program, home.socketFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const { pid } = child
  const running = { pid, port: null, socket: home.socketFile, startedAt: new Date().toISOString(), version: '1' }
  writeFileSync(home.runningFile, JSON.stringify(running))
  return { home, child }
}

test('one that breaks off because it ends is gone, not unhealthy', async () => {
  const { home } = await breaksOff(300)
  expect(await daemonState(home, '1')).toMatchObject({ state: 'stale' })
})

test('one that breaks off and stays is unhealthy', async () => {
  const { home, child } = await breaksOff(60_000)
  try {
    expect(await daemonState(home, '1')).toMatchObject({ state: 'unhealthy', pid: child.pid })
  } finally {
    child.kill('SIGKILL')
  }
})
