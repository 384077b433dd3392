/** A session's files in the operator's editor, and the servers that it runs on the ports of its own. */
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Places } from '#contract/places'
import { ok, type World, world } from '#test/support/world'

let w: World
let id: string
let workspace: string
const editor = (open: string): void =>
  writeFileSync(join(w.dir, 'user', '.config', 'drover', 'config.toml'), `[editor]\nopen = ${JSON.stringify(open)}\n`)
const places = async (): Promise<Places> =>
  (await ok<{ places: Places }>(w.call('GET', `/api/v1/sessions/${id}/places`))).places
const open = (body: object) => w.call<{ code?: string; opened?: string }>('POST', `/api/v1/sessions/${id}/editor`, body)

beforeAll(async () => {
  w = await world()
  await w.addProject()
  const session = await w.spawn('@say hi')
  await w.turnEnd(session.id)
  id = session.id
  workspace = session.workspace ?? ''
})
afterAll(() => w.end())

it('says how the editor opens, and which of its ports answer, on the page and in the shell', async () => {
  const { ports, ...rest } = await places()
  expect(rest).toEqual({ workspace, editor: { type: 'link', name: 'VS Code', href: `vscode://file${workspace}` } })
  const { base, count, listening } = ports ?? { base: 0, count: 0, listening: [] }
  expect([base > 0, count, listening]).toEqual([true, 10, []])
  const server = createServer().listen(base + 2, '127.0.0.1')
  await once(server, 'listening')
  expect((await places()).ports?.listening).toEqual([base + 2])
  const shown = await w.cli(['session', 'get', id])
  expect(shown.stdout).toMatch(
    new RegExp(
      `editor +vscode://file${workspace}\nports +${base}-${base + 9}\npreview +http://localhost:${base + 2}\n`,
    ),
  )
  expect(JSON.parse((await w.cli(['session', 'get', id, '--json'])).stdout)).toMatchObject({
    places: { ports: { base } },
  })
  server.close()
})

it('starts a program with a place of the workspace and with nothing outside it', async () => {
  expect((await open({})).body.code).toBe('EDITOR_FAILED')
  editor('/bin/cp /dev/null {path}.opened')
  expect((await open({ file: 'README.md', line: 3 })).body).toEqual({ opened: join(workspace, 'README.md') })
  expect(existsSync(join(workspace, 'README.md.opened'))).toBe(true)
  for (const file of ['../../x', 'none.ts', '..']) expect((await open({ file })).body.code).toBe('FILE_NOT_FOUND')
  editor('/no/such/editor')
  expect((await open({})).body).toMatchObject({ code: 'EDITOR_FAILED', message: expect.stringContaining('ENOENT') })
  editor('/bin/false')
  expect((await open({})).body).toMatchObject({
    code: 'EDITOR_FAILED',
    message: expect.stringContaining('ended with 1'),
  })
  editor('')
  expect((await places()).editor).toBeNull()
})
