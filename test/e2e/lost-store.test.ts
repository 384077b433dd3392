/** The store removed or replaced, and a repository moved, while the daemon runs: noticed, told, nothing written into the void. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

interface Found {
  readonly name: string
  readonly level: string
  readonly message: string
  readonly hint?: string
}

async function begun(): Promise<World> {
  const w = await world()
  onTestFinished(() => w.end())
  await w.addProject()
  return w
}

async function doctor(w: World, name: string, ...more: string[]): Promise<Found> {
  const ran = await w.cli(['doctor', '--json', ...more])
  const found = (JSON.parse(ran.stdout) as { checks: Found[] }).checks.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no check ${name}: ${ran.stdout}${ran.stderr}`)
  return found
}

const status = async (w: World) => JSON.parse((await w.cli(['status', '--json'])).stdout) as Record<string, string>
const turn = (w: World, id: string, prompt: string) => w.call('POST', `/api/v1/sessions/${id}/turns`, { prompt })

it('removed: told at once, refused, written down again, and everything goes on', async () => {
  const w = await begun()
  const session = await w.spawn('@remember apple\n@say before')
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.status === 'idle')
  for (const name of readdirSync(w.home).filter((one) => one.startsWith('drover.db'))) rmSync(join(w.home, name))
  expect(await status(w)).toMatchObject({ state: 'unhealthy', error: expect.stringContaining('was removed') })
  const refused = await turn(w, session.id, '@say into the void')
  expect([refused.status, refused.body.code]).toEqual([503, 'STORE_UNWRITABLE'])
  expect((await w.session(session.id)).status).toBe('idle')
  expect(existsSync(join(w.home, 'drover.db'))).toBe(false)
  expect(await doctor(w, 'sqlite')).toMatchObject({ level: 'FAIL', hint: expect.stringContaining('doctor --fix') })
  expect(await doctor(w, 'sqlite', '--fix')).toMatchObject({ hint: expect.stringContaining('drover restart') })
  await w.stop('keep')
  await w.start()
  expect(await status(w)).toMatchObject({ state: 'ready' })
  await ok(turn(w, session.id, '@recall'))
  await w.turnEnd(session.id, 2)
  const texts = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
  expect(texts.join('\n')).toMatch(/before[\s\S]*apple/)
})

it('removed in the middle of a turn: the agent goes on, and what it said is stored after the restart', async () => {
  const w = await begun()
  const gate = join(w.dir, 'gate')
  const session = await w.spawn(`@say first\n@sh while [ ! -e ${gate} ]; do sleep 0.05; done\n@say second`)
  await w.row(session.id, (row) => row.kind === 'text')
  for (const name of readdirSync(w.home).filter((one) => one.startsWith('drover.db'))) rmSync(join(w.home, name))
  mkdirSync(gate)
  expect((await doctor(w, 'sqlite', '--fix')).message).toContain('drover.db')
  await w.stop('keep')
  await w.start()
  expect((await w.turnEnd(session.id)).outcome).toBe('completed')
  const texts = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
  expect(texts.filter((text) => /first|second/.test(text))).toHaveLength(2)
})

it('replaced: the other file is not touched, and what the daemon held stands beside it', async () => {
  const w = await begun()
  const session = await w.spawn('@say kept')
  await w.turnEnd(session.id)
  const db = join(w.home, 'drover.db')
  await w.stop()
  copyFileSync(db, join(w.dir, 'older.db'))
  await w.start()
  await ok(turn(w, session.id, '@say later'))
  await w.turnEnd(session.id, 2)
  await w.until(session.id, (one) => one.status === 'idle')
  renameSync(join(w.dir, 'older.db'), db)
  const other = readFileSync(db)
  expect(await status(w)).toMatchObject({ state: 'unhealthy', error: expect.stringContaining('was replaced') })
  expect((await turn(w, session.id, '@say void')).body.code).toBe('STORE_UNWRITABLE')
  const mended = await doctor(w, 'sqlite', '--fix')
  expect(mended.message).toContain(`${db}.saved`)
  await w.stop('keep')
  expect(readFileSync(db).equals(other)).toBe(true)
  for (const name of [`${db}-wal`, `${db}-shm`]) rmSync(name, { force: true })
  renameSync(`${db}.saved`, db)
  await w.start()
  expect((await w.session(session.id)).turn?.n).toBe(2)
})

it('a repository that moved: told, no agent is started without it, and a link in its place mends it', async () => {
  const w = await begun()
  const repo = tempRepo(join(w.dir, 'other'))
  await w.addProject(repo, 'other')
  const session = await w.spawn('@write a.txt one', { projectId: 'other' })
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.filesChanged === 1)
  renameSync(repo.path, join(w.dir, 'moved'))
  const gone = `the repository of other is not at ${repo.path} any more`
  expect(await status(w)).toMatchObject({ state: 'ready', error: gone })
  const found = await doctor(w, 'repositories')
  expect(found).toMatchObject({ level: 'FAIL', message: expect.stringContaining(repo.path) })
  await turn(w, session.id, '@write b.txt two')
  const end = await w.turnEnd(session.id, 2)
  expect(end.outcome).toBe('error')
  expect(existsSync(join(session.workspace ?? '', 'b.txt'))).toBe(false)
  const told = (await w.session(session.id)).failure?.message ?? ''
  expect(told).toContain(repo.path)
  const mend = /(ln -s) NEW (\S+)/.exec(found.hint ?? '')
  expect(mend?.[2]).toBe(repo.path)
  symlinkSync(join(w.dir, 'moved'), repo.path)
  expect(await doctor(w, 'repositories')).toMatchObject({ level: 'PASS' })
  await ok(turn(w, session.id, '@write b.txt two\n@commit both'))
  expect((await w.turnEnd(session.id, 3)).outcome).toBe('completed')
})
