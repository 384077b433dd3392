/** What `npm start` does once everything is built: the demo with agents and an effort at work, and the same again without doubling any of it. */
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Effort } from '#contract/effort'
import { awaited, syncLimit } from '../support/awaited.ts'
import { type CliWorld, createCliWorld, root } from './cli-world.ts'

let world: CliWorld
beforeAll(() => {
  world = createCliWorld()
})
afterAll(() => world.close())

function start(): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env: world.env })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  const ended = new Promise<{ code: number | null; out: string }>((done) => {
    child.on('close', (code) => done({ code, out }))
  })
  return awaited(() => `the end of start.mjs, which has said: ${out}`, ended)
}

const efforts = async (): Promise<readonly Effort[]> => (await world.json(['effort', 'ls', '-p', 'demo'])).efforts

test('agents and one effort are at work, the effort lands two files, and nothing is begun a second time', async () => {
  const first = await start()
  expect(first.code, first.out).toBe(0)
  expect(first.out).toMatch(/cockpit {3}http:\/\/127\.0\.0\.1:\d+\//)
  const [begun, ...others] = await efforts()
  expect(others).toEqual([])
  expect(begun?.state).toMatch(/^(running|completed)$/)
  expect(begun?.sessions[0]).toMatchObject({ role: 'lead', parentId: null })
  expect(first.out).toContain(`drover effort show ${begun?.id}`)

  // The same goal without its pauses comes to its end; one that is over is not begun again.
  await world.json(['effort', 'stop', begun?.id ?? ''])
  const goal = begun?.goal.replace(/@sleep \d+/g, '') ?? ''
  const ran = await world.drover(['effort', 'start', goal, '-p', 'demo', '--role', 'lead', '--agent', 'rh:fast'])
  expect(ran.code, ran.out + ran.err).toBe(0)
  const tree = ['ls-tree', '-r', '--name-only', 'main']
  const landed = execFileSync('git', tree, { cwd: join(world.home, 'demo'), encoding: 'utf8', timeout: syncLimit })
  expect(landed).toMatch(/docs\/farewell\.md[\s\S]*src\/farewell\.js/)
  const again = await start()
  expect(again.code, again.out).toBe(0)
  expect(again.out).toContain('completed')
  expect(await efforts()).toHaveLength(2)
  const { sessions } = await world.json(['session', 'ls', '-p', 'demo', '--all'])
  expect(sessions.filter(({ role }: { role: string | null }) => role === null)).toHaveLength(4)
})
