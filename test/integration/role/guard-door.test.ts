/** The hook at the real door: what one says is what the other understands, word for word. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardHook } from '#adapters/harness/guard-hook'
import { type DoorWorld, openDoor } from '../http/door-world.ts'

let world: DoorWorld
beforeEach(async () => {
  world = await openDoor()
})
afterEach(() => world.close())

function hook(payload: object, token = world.workerToken, session = 'shop-1') {
  const path = join(world.home, 'hook.sh')
  writeFileSync(path, guardHook('exit'))
  const socket = world.listening.socket ?? ''
  const env = { PATH: process.env.PATH, DROVER_SOCKET: socket, DROVER_SESSION_ID: session, DROVER_TOKEN: token }
  const child = spawn('/bin/sh', [path], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stdin.end(JSON.stringify(payload))
  return new Promise<{ code: number | null; said: string }>((done) => child.on('close', (code) => done({ code, said })))
}

const told = (tool_name: string) => ({
  session_id: 'x',
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input: { a: 1 },
  tool_use_id: 't',
})

test('an allow is understood, whatever else the payload holds', async () => {
  expect(await hook(told('Read'))).toEqual({ code: 0, said: '' })
  expect(await hook({ toolName: 'view', toolArgs: '{}', timestamp: 1 })).toEqual({ code: 0, said: '' })
  expect(await hook({ tool: 'read', input: {} })).toEqual({ code: 0, said: '' })
})

test('a deny is understood with its reason', async () => {
  expect(await hook(told('Bash'))).toEqual({ code: 2, said: 'It is a "test".\n' })
})

test('a payload without a tool, a wrong token and another session are denies', async () => {
  expect(await hook({ tool_input: {} })).toMatchObject({ code: 2 })
  expect(await hook(told('Read'), 'wrong')).toMatchObject({ code: 2 })
  expect(await hook(told('Read'), world.workerToken, 'shop-2')).toMatchObject({ code: 2 })
})
