/** Projects: register, name, configure, trust, archive; what is no project is refused by name. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'

export const projectsLane: Lane = {
  name: 'projects',
  shows: 'add, ls, get, set, trust, rm, and refusals by name',
  async run({ home, check }) {
    const shop = home.repository('shop')
    await check('a repository becomes a project, and the list shows it', async () => {
      const { project } = await home.json(['project', 'add', '--path', shop, '--name', 'The shop'])
      assert.deepEqual([project.id, project.defaultBranch, project.status], ['shop', 'main', 'ok'])
      assert.match((await home.drover(['project', 'ls'])).out, /shop/)
      assert.equal((await home.json(['project', 'get', 'shop'])).project.path, shop)
    })
    await check('what is no project is refused by name', async () => {
      mkdirSync(join(home.dir, 'plain'))
      const codes = { [shop]: 'PATH_ALREADY_REGISTERED', [join(home.dir, 'plain')]: 'NOT_A_GIT_REPO' }
      for (const [path, code] of Object.entries(codes)) {
        const ran = await home.drover(['project', 'add', '--path', path])
        assert.equal(ran.code, 1)
        assert.match(ran.err, new RegExp(`\\(${code}\\)`))
      }
    })
    await check('settings are kept and shown with their source', async () => {
      await home.json(['project', 'set', 'shop', 'max_sessions=7'])
      const { config } = await home.json(['config', 'show', '-p', 'shop'])
      const found = config.find((one: { key: string }) => one.key === 'max_sessions')
      assert.deepEqual([found.value, found.source], [7, 'project'])
    })
    await check('what a repository brings runs only once it is trusted', async () => {
      const wary = home.repository('wary')
      mkdirSync(join(wary, '.drover'))
      writeFileSync(join(wary, '.drover', 'config.toml'), '[setup]\nrun = "echo here > prepared.txt"\n')
      await home.json(['project', 'add', '--path', wary])
      const spawn = ['spawn', '--project', 'wary', '--harness', 'rehearsal', '--prompt', 'hi', '--wait']
      assert.match((await home.drover(spawn)).err, /\(SETUP_NOT_TRUSTED\)/)
      await home.json(['project', 'trust', 'wary', '-y'])
      const { session } = await home.json(spawn)
      assert.ok(existsSync(join(session.workspace, 'prepared.txt')))
    })
    await check('rm archives and removes nothing; live sessions forbid it', async () => {
      assert.match((await home.drover(['project', 'rm', 'wary', '-y'])).err, /\(PROJECT_HAS_SESSIONS\)/)
      await home.json(['project', 'rm', 'shop', '-y'])
      assert.ok(existsSync(join(shop, 'README.md')))
      const { projects } = await home.json(['project', 'ls'])
      assert.deepEqual(
        projects.map((one: { id: string }) => one.id),
        ['wary'],
      )
    })
  },
}
