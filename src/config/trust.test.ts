/** Trust: what needs it, a hash that follows the meaning and nothing else, paths that stay inside, and what goes without. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectRecord } from '#ports/store/project'
import { loadEffective } from './effective.ts'
import { checkInside } from './inside.ts'
import { createSettings } from './settings.ts'
import { trustContent } from './trust.ts'

let dir: string
let repo: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-trust-'))
  repo = join(dir, 'repo')
  mkdirSync(join(repo, '.drover'), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (text: string): void => writeFileSync(join(repo, '.drover', 'config.toml'), text)
const trust = (text: string) => {
  write(text)
  return trustContent(repo)
}

describe('what needs trust', () => {
  it.each([
    '[setup]\nrun = "npm ci"',
    'ready = "true"',
    'verify = "npm test"',
    '[env]\nA = "b"',
    'link = ["x"]',
    'copy = ["x"]',
    '[cache]\nC = "c"',
    '[harness.mine]\ncommand = ["x"]',
    '[harness.mine]\nprotocol = "acp"\nbinary = "x"',
    '[harness.codex]\nenv = { A = "b" }',
    '[harness.codex]\nbinary = "./evil"',
    '[relay]\nland = true',
    '[role.reviewer]\nverify = "make check"',
  ])('%j does', (text) => expect(trust(text).needed).toBe(true))

  it.each([
    '',
    'default_harness = "codex"\nmax_sessions = 3\nports = 4\nbase_branch = "dev"',
    'presets = [{ label = "a", prompt = "b" }]',
    '[harness.codex]\nmodel = "m"',
    '[harness.codex.models]\nfast = "m"',
    'link = []\n[env]\n[setup]',
    '[relay]\nmix = ["cc"]\ntries = 3\n[routes]\ndefault = ["cc"]\n[models]\nk = "m"\n[providers]\np = ["cc"]\n[role.r]\nroute = "default"',
  ])('%j does not', (text) => expect(trust(text).needed).toBe(false))

  it('names the commands', () => {
    const { commands } = trust(
      'verify = "npm test"\n[setup]\nrun = ["a", "b"]\nready = "c"\n[role.r]\nverify = "d"\n[harness.mine]\ncommand = ["x", "$PROMPT"]',
    )
    expect(commands).toEqual(['a', 'b', 'c', 'npm test', 'd', 'harness mine: x $PROMPT'])
  })
})

describe('the hash', () => {
  const text = 'ports = 3\nlink = ["a", "b"]\n[env]\nA = "1"\nB = "2"\n[setup]\nrun = "x"\ntimeout = "1m"'

  it('is the same for the same meaning', () => {
    const { hash } = trust(text)
    expect(
      trust('# a comment\nlink = ["a","b"]\nports=3\nenv = { B = "2", A = "1" }\nsetup = { timeout = 60, run = ["x"] }')
        .hash,
    ).toBe(hash)
    expect(loadEffective({ userFile: join(dir, 'none'), repoPath: repo }).repositoryHash).toBe(hash)
  })

  it('does not depend on the user or the project', () => {
    const { hash } = trust(text)
    writeFileSync(join(dir, 'user.toml'), 'ports = 9\n[env]\nA = "user"')
    const effective = loadEffective({ userFile: join(dir, 'user.toml'), repoPath: repo, projectSettings: { ports: 1 } })
    expect(effective.trust.hash).toBe(hash)
  })

  it.each([
    [text.replace('run = "x"', 'run = "y"')],
    [text.replace('ports = 3', 'ports = 4')],
    [text.replace('["a", "b"]', '["b", "a"]')],
    [text.replace('A = "1"', 'A = "3"')],
    [`${text}\n[cache]\nC = "c"`],
  ])('changes with any value: %#', (changed) => {
    const { hash } = trust(text)
    expect(trust(changed).hash).not.toBe(hash)
  })

  it('covers secret values that the content does not show', () => {
    const one = trust('[env]\nMY_TOKEN = "first secret value"')
    const two = trust('[env]\nMY_TOKEN = "other secret value"')
    expect(one.content).not.toContain('first')
    expect(JSON.parse(one.content)).toHaveProperty('env.MY_TOKEN')
    expect([one.hash === two.hash, one.content === two.content]).toEqual([false, false])
  })
})

describe('paths', () => {
  it('stay inside by their real path', () => {
    mkdirSync(join(repo, 'a'))
    mkdirSync(join(dir, 'outside'))
    symlinkSync(join(dir, 'outside'), join(repo, 'out'))
    symlinkSync('a', join(repo, 'in'))
    symlinkSync(join(dir, 'nowhere'), join(repo, 'dangling'))
    symlinkSync('loop', join(repo, 'loop'))
    mkdirSync(join(dir, 'repo-twin'))
    for (const path of ['a', 'in', 'in/new/file', 'a/../a', 'missing/deep', '..a'])
      expect(checkInside(repo, path)).toContain(repo)
    for (const path of [
      '..',
      '../repo-twin',
      'out',
      'out/x',
      'in/../../outside',
      'dangling',
      'dangling/x',
      'loop',
      '/etc',
      'a\0b',
    ]) {
      expect(() => checkInside(repo, path), path).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
    }
  })

  it('are checked when a configuration is loaded, and the error names file and key', () => {
    symlinkSync(dir, join(repo, 'escape'))
    write('copy = ["escape/secret"]')
    expect(() => loadEffective({ userFile: join(dir, 'none'), repoPath: repo })).toThrow(
      /config\.toml: copy: "escape\/secret" leaves/,
    )
  })
})

describe('settings', () => {
  const project = (settings: ProjectRecord['settings'] = {}): ProjectRecord => ({
    id: 'p',
    name: 'p',
    path: repo,
    repo: '',
    defaultBranch: 'main',
    settings,
    archivedAt: null,
    createdAt: '',
  })
  const settings = () => createSettings({ env: { XDG_CONFIG_HOME: join(dir, 'xdg') }, home: join(dir, 'home') })

  it('speak milliseconds and bytes, and cap max_sessions by the user', () => {
    mkdirSync(join(dir, 'xdg', 'drover'), { recursive: true })
    writeFileSync(join(dir, 'xdg', 'drover', 'config.toml'), '[limits]\nmax_sessions = 7\nmin_free_disk = "1GB"')
    write('max_sessions = 50\ncancel_grace = "2s"\n[setup]\nrun = "a"\ntimeout = "1m"')
    const of = settings().of(project({ turn_timeout: '1h' }))
    expect(of).toMatchObject({
      maxSessions: 7,
      cancelGraceMs: 2000,
      turnTimeoutMs: 3_600_000,
      minFreeDiskBytes: 2 ** 30,
      setup: { run: ['a'], ready: [], timeoutMs: 60_000 },
    })
    expect(settings().of(null)).toMatchObject({
      maxSessions: 7,
      turnTimeoutMs: null,
      ports: 10,
      trust: { needed: false },
    })
  })

  it('export caches below the home, made when they are asked for', () => {
    write('[cache]\nNPM = "npm/x"\n[env]\nA = "b"')
    const of = settings().of(project())
    const cache = join(dir, 'home', 'cache', 'p', 'npm', 'x')
    expect(existsSync(cache)).toBe(false)
    expect(of.env).toEqual({ NPM: cache, A: 'b' })
    expect(existsSync(cache)).toBe(true)
    write('[cache]\nNPM = "/abs"')
    expect(() => settings().of(project())).toThrow('cache.NPM must be a relative directory')
    write('[cache]\nNPM = "../up"')
    expect(() => settings().of(project())).toThrow('cache.NPM')
  })

  it('go without what the repository brings that needs trust, and keep the rest', () => {
    write(
      'default_model = "m"\nports = 2\nlink = ["x"]\nverify = "v"\n[setup]\nrun = "evil"\n[env]\nA = "repo"\n[cache]\nC = "c"\n' +
        '[harness.mine]\ncommand = ["x"]\n[harness.codex]\nmodel = "gpt"\nbinary = "./evil"\n' +
        '[relay]\nland = true\ntries = 2\n[routes]\ndefault = ["cc"]\n[role.r]\nroute = "default"\nverify = "evil"',
    )
    const of = settings().of(project({ 'env.B': 'project', 'harness.mine.model': 'x' }))
    expect(of.trust.needed).toBe(true)
    expect(of.customHarnesses).toEqual(['mine'])
    const without = of.withoutRepository()
    expect(without).toMatchObject({ defaultModel: 'm', ports: 2, link: [], env: { B: 'project' }, customHarnesses: [] })
    expect(without.env).toEqual({ B: 'project' })
    expect(without.setup.run).toEqual([])
    expect(without.harness('codex')).toEqual({ model: 'gpt' })
    expect(of).toMatchObject({ relay: { land: true }, roles: { r: { verify: ['evil'] } } })
    expect(without.relay).toMatchObject({ land: false, tries: 2 })
    expect(without.routes).toEqual({ default: ['cc'] })
    expect(without.roles).toEqual({ r: { route: 'default', verify: [] } })
    expect(without.trust.needed).toBe(false)
  })

  it('check what `project set` gives before it is stored', () => {
    expect(() => settings().checkProjectSettings({ max_sessions: 3 })).not.toThrow()
    expect(() => settings().checkProjectSettings({ max_sesions: 3 })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', hint: 'Did you mean "max_sessions"?' }),
    )
    expect(() => settings().checkProjectSettings({ '__proto__.x': 1 })).toThrow('unknown key __proto__')
  })
})
