/** Files that go with a message, and files that a message names: kept outside the repository, within limits, attacked. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attachment } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let w: World
let id: string
let workspace: string
beforeAll(async () => {
  w = await world()
  await w.addProject()
  const session = await w.spawn('@say hi')
  await w.turnEnd(session.id)
  id = session.id
  workspace = session.workspace ?? ''
})
afterAll(() => w.end())

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of a picture')])
const post = (name: string, bytes: Buffer, to = id) =>
  w.call<{ attachment: Attachment }>('POST', `/api/v1/sessions/${to}/attachments`, {
    name,
    data: bytes.toString('base64'),
  })
const keep = async (name: string, bytes: Buffer): Promise<Attachment> =>
  (await ok<{ attachment: Attachment }>(post(name, bytes))).attachment
const codeOf = async (answer: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}
const fileOf = (one: Attachment): string => join(w.home, 'sessions', id, 'attachments', one.id)
const said = async (turn: number): Promise<string> => {
  await w.turnEnd(id, turn)
  const row = (await w.rows(id)).find((one) => one.kind === 'user' && one.turn === turn)
  return row?.kind === 'user' ? row.text : ''
}

it('is kept in the home for its owner alone, under a name without a way in it, and the agent is told where', async () => {
  const one = await keep('../../../../etc/pass wd.png', png)
  expect(one).toMatchObject({ name: 'pass-wd.png', type: 'image/png', bytes: png.length })
  expect(readFileSync(fileOf(one))).toEqual(png)
  expect(statSync(fileOf(one)).mode & 0o777).toBe(0o600)
  expect(statSync(join(fileOf(one), '..')).mode & 0o777).toBe(0o700)
  const { delivery } = await ok<{ delivery: { state: string } }>(
    w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@say looked', attachments: [one.id] }),
  )
  expect(delivery.state).toBe('started')
  expect(await said(2)).toBe(`@say looked\n\nAttached file: ${fileOf(one)}`)
  // Nothing of it is in the repository.
  const { files } = await ok<{ files: readonly unknown[] }>(w.call('GET', `/api/v1/sessions/${id}/files`))
  expect(files).toEqual([])
})

it('is refused where it is too large, no file that an agent could read, or of an ended session', async () => {
  expect(await codeOf(post('huge.png', Buffer.concat([png, Buffer.alloc(50 * 1024 * 1024)])))).toEqual([
    413,
    'BODY_TOO_LARGE',
  ])
  expect(await codeOf(post('large.png', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])))).toEqual([
    413,
    'ATTACHMENT_TOO_LARGE',
  ])
  expect(await codeOf(post('program.png', Buffer.from('7f454c4600000000', 'hex')))).toEqual([422, 'ATTACHMENT_TYPE'])
  // A drawing with a script in it is text under its own name: nothing takes it for a picture or a page.
  expect(await keep('x.svg', Buffer.from('<svg><script>alert(1)</script></svg>'))).toMatchObject({ type: 'text/plain' })
  for (const bad of ['../../token', '..%2f..%2ftoken', 'nope', `${'0'.repeat(12)}-none.png`])
    expect(await codeOf(w.call('POST', `/api/v1/sessions/${id}/send`, { message: 'x', attachments: [bad] }))).toEqual([
      404,
      'ATTACHMENT_NOT_FOUND',
    ])
  const other = await w.spawn('@say bye')
  await w.turnEnd(other.id)
  await w.call('POST', `/api/v1/sessions/${other.id}/kill`, {})
  await w.until(other.id, (one) => one.phase === 'ended')
  expect(await codeOf(post('late.png', png, other.id))).toEqual([409, 'SESSION_ENDED'])
  expect(existsSync(join(w.home, 'sessions', other.id, 'attachments'))).toBe(false)
})

it('drover send --attach', async () => {
  const file = join(w.dir, 'shot.png')
  writeFileSync(file, png)
  const sent = await w.cli(['send', id, '@say from the shell', '--attach', file])
  expect([sent.code, sent.stdout]).toEqual([0, `started: turn 3 of ${id}\n`])
  expect(await said(3)).toMatch(/^@say from the shell\n\nAttached file: .*\/attachments\/[0-9a-f]{12}-shot\.png$/)
  const missing = await w.cli(['send', id, 'x', '--attach', join(w.dir, 'none.png')])
  expect(missing.code).not.toBe(0)
  expect(missing.stderr).toContain('cannot be read')
})

it('finds files of the workspace by a few letters, without those that git ignores', async () => {
  writeFileSync(join(workspace, '.gitignore'), 'secret-*\n')
  for (const name of ['secret-plan.txt', 'open plan.txt', 'two\nlines-plan.txt'])
    writeFileSync(join(workspace, name), 'x')
  const { paths } = await ok<{ paths: readonly string[] }>(w.call('GET', `/api/v1/sessions/${id}/paths?q=plan`))
  expect([...paths].sort()).toEqual(['open plan.txt', 'two\nlines-plan.txt'])
  const one = await ok<{ paths: readonly string[]; more: boolean }>(
    w.call('GET', `/api/v1/sessions/${id}/paths?q=plan&limit=1`),
  )
  expect([one.paths.length, one.more]).toEqual([1, true])
})
