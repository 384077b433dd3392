/** Spawn and lifecycle: a session from its birth to its cleanup, and back. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'

export const lifecycleLane: Lane = {
  name: 'lifecycle',
  shows: 'spawn, get, diff, snapshots, kill, cleanup, restore, fork, recover',
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const spawn = (prompt: string, ...more: string[]) =>
      home.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt, ...more])
    const made = await check('spawn gives an id, a branch and a workspace of its own', async () => {
      const { session } = await spawn('@write a.txt one\n@commit a\n@write b.txt two', '--wait')
      assert.deepEqual([session.id, session.branch, session.status], ['shop-1', 'drover/shop-1/root', 'idle'])
      assert.equal(readFileSync(join(session.workspace, 'b.txt'), 'utf8'), 'two\n')
      return session
    })
    await check('diff and snapshots tell what was done', async () => {
      await home.until('shop-1', (one) => one.filesChanged !== null)
      const { diff } = await home.json(['session', 'diff', 'shop-1'])
      assert.deepEqual(diff.files.map((file: { path: string }) => file.path).sort(), ['a.txt', 'b.txt'])
      assert.ok((await home.json(['session', 'snapshots', 'shop-1'])).snapshots.length > 0)
    })
    await check('a bad spawn is refused by name and leaves nothing', async () => {
      const ran = await home.drover(['spawn', '-p', 'shop', '--harness', 'no-such', '--prompt', 'x'])
      assert.match(ran.err, /\(UNKNOWN_HARNESS\)/)
      assert.equal((await home.json(['session', 'ls', '--include-terminated'])).sessions.length, 1)
    })
    await check('kill ends a working agent at once and keeps its tree', async () => {
      const { session } = await spawn('@write c.txt three\n@say written\n@hang')
      await home.until(session.id, (one) => one.lastText === 'written')
      const killed = (await home.json(['session', 'kill', session.id])).session
      assert.deepEqual([killed.phase, killed.endReason, killed.launch], ['ended', 'killed', null])
      assert.ok(existsSync(session.workspace))
      assert.equal((await home.json(['session', 'kill', session.id])).session.phase, 'ended')
    })
    await check('cleanup takes clean trees and says why the others stay', async () => {
      await home.json(['session', 'kill', 'shop-1'])
      const dirty = await home.json(['session', 'cleanup', '--dry-run'])
      assert.deepEqual(dirty.removed, [])
      assert.equal(dirty.skipped.length, 2)
      const git = (...args: string[]) => home.run('git', ['-C', made.workspace, ...args])
      await git('add', '-A')
      await git('-c', 'user.name=s', '-c', 'user.email=s@localhost', 'commit', '-qm', 'b')
      const done = await home.json(['session', 'cleanup', '-y'])
      assert.deepEqual(
        done.removed.map((one: { session: string }) => one.session),
        ['shop-1'],
      )
      assert.equal(existsSync(made.workspace), false)
    })
    await check('restore brings it back with its work', async () => {
      assert.equal((await home.json(['session', 'restore', 'shop-1'])).session.phase, 'live')
      assert.equal(readFileSync(join(made.workspace, 'b.txt'), 'utf8'), 'two\n')
    })
    await check('fork and recover give the same bytes elsewhere', async () => {
      writeFileSync(join(made.workspace, 'a.txt'), 'changed by hand\r\n')
      const { session } = await home.json(['session', 'fork', 'shop-1'])
      assert.equal(readFileSync(join(session.workspace, 'a.txt'), 'utf8'), 'changed by hand\r\n')
      const to = join(home.dir, 'recovered')
      await home.json(['session', 'recover', 'shop-1', '--to', to])
      assert.equal(readFileSync(join(to, 'a.txt'), 'utf8'), 'changed by hand\r\n')
    })
  },
}
