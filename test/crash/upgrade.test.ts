/** The daemon is replaced under running agents: by itself, again and again, and by a newer version of itself. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { copyBuild } from './build-copy.ts'
import { faultsOfWorld } from './whole.ts'

const tiny = join(import.meta.dirname, 'tiny-agent.sh')
const config = `[harness.tiny]
command = ["sh", "${tiny}", "$PROMPT_FILE"]
resume = ["sh", "${tiny}", "$PROMPT_FILE"]
output = "drover"
`
let w: World
beforeEach(async () => {
  w = await world({ start: false, config })
})
afterEach(() => w.end())

const lines = 20
const expected = (bursts: number): string[] =>
  Array.from({ length: bursts }, () => Array.from({ length: lines }, (_, n) => `flood ${n + 1}/${lines}`)).flat()

async function streaming(agents: number, bursts: number): Promise<readonly Session[]> {
  const spawn = () => w.spawn(`${bursts} ${lines} 0.1`, { harness: 'tiny', model: undefined })
  const sessions = await Promise.all(Array.from({ length: agents }, spawn))
  return Promise.all(sessions.map(({ id }) => w.session(id)))
}

/** Every process is the one that was started, until it ended by itself. */
async function undisturbed(sessions: readonly Session[]): Promise<void> {
  const listed = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?limit=1000'))
  for (const before of sessions) {
    const now = listed.sessions.find((one) => one.id === before.id)
    if (now?.launch != null) expect(now.launch.pid).toBe(before.launch?.pid)
    if (now?.status === 'working') expect(now.launch).not.toBeNull()
  }
}

async function finished(sessions: readonly Session[], bursts: number): Promise<void> {
  for (const { id } of sessions) {
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    const said = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said).toEqual(expected(bursts))
  }
}

describe('drover restart', () => {
  it('ten times under twenty running turns: none is interrupted', async () => {
    const program = copyBuild(join(w.dir, 'build'), '0.1.0')
    await w.start({}, program)
    await w.addProject()
    const bursts = 90
    const sessions = await streaming(20, bursts)
    for (let round = 0; round < 10; round++) {
      await w.stop('keep')
      await w.start({}, program)
      await undisturbed(sessions)
    }
    await finished(sessions, bursts)
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('by the command line: the same agent, another daemon', async () => {
    await w.start()
    await w.addProject()
    const sessions = await streaming(2, 25)
    const before = w.daemon.pid
    const restarted = await w.cli(['restart', '--json'])
    expect(restarted.code, restarted.stderr).toBe(0)
    expect(JSON.parse(restarted.stdout)).toMatchObject({ state: 'ready' })
    expect(JSON.parse(restarted.stdout).pid).not.toBe(before)
    await undisturbed(sessions)
    await finished(sessions, 25)
    expect((await w.cli(['stop', '-y'])).code).toBe(0)
    expect(w.processes()).toEqual([])
    await w.gone()
  })
})

describe('an upgrade', () => {
  it('under running turns interrupts none; the new version reads what the old one wrote', async () => {
    const old = copyBuild(join(w.dir, 'old'), '0.1.0')
    const newer = copyBuild(join(w.dir, 'new'), '0.2.0')
    await w.start({}, old)
    await w.addProject()
    expect((await w.call('GET', '/healthz')).body.version).toBe('0.1.0')
    const bursts = 40
    const sessions = await streaming(10, bursts)
    const asking = await w.spawn('@ask Which version?')
    const open = await w.until(asking.id, (one) => one.status === 'needs_input')
    await w.stop('keep')
    await w.start({}, newer)
    expect((await w.call('GET', '/healthz')).body.version).toBe('0.2.0')
    await undisturbed(sessions)
    await ok(
      w.call('POST', `/api/v1/sessions/${asking.id}/answer`, {
        requestId: open.request?.requestId,
        text: 'the new one',
      }),
    )
    expect((await w.turnEnd(asking.id)).outcome).toBe('completed')
    await finished(sessions, bursts)
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('a store of a newer version is refused by name, untouched, and its agents go on', async () => {
    await w.start()
    await w.addProject()
    const [session] = await streaming(1, 30)
    await w.stop('keep')
    const store = new Database(join(w.home, 'drover.db'))
    const version = store.pragma('user_version', { simple: true }) as number
    store.pragma(`user_version = ${version + 7}`)
    store.close()
    await expect(w.start()).rejects.toThrow(
      new RegExp(`version ${version + 7}; this Drover knows up to ${version}.*STORE_TOO_NEW`, 's'),
    )
    expect(w.processes().some((one) => one.pid === session?.launch?.pid)).toBe(true)
    const again = new Database(join(w.home, 'drover.db'))
    expect(again.pragma('user_version', { simple: true })).toBe(version + 7)
    again.pragma(`user_version = ${version}`)
    again.close()
    await w.start()
    if (session !== undefined) await finished([session], 30)
  })
})
