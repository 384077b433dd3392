/**
 * The jobs of the cockpit's table from the shell: the same ones that the browser tests count presses for, each as the commands
 * that a person would type, in one home that begins empty.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGitHub, startGitHub } from '#test/support/github/github'
import { type CliWorld, createCliWorld, type Ran } from './cli-world.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
let world: CliWorld
let github: FakeGitHub
let repo: string
/** Sessions whose work is nowhere but on their branches. */
const work: string[] = []
const git = (...args: string[]): string => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
/** In the repository, as a person is; it must succeed. */
const drover = async (...args: string[]): Promise<string> => {
  const ran: Ran = await world.drover(args, { cwd: repo, env: { DROVER_GITHUB_TOKEN: token } })
  expect([args.join(' '), ran.code, ran.err]).toEqual([args.join(' '), 0, expect.any(String)])
  return ran.out
}
const spawned = async (prompt: string): Promise<string> =>
  JSON.parse(await drover('spawn', '--prompt', prompt, '--wait', '--json')).session.id

beforeAll(async () => {
  world = createCliWorld()
  repo = world.repository('shop')
  github = await startGitHub(join(world.dir, 'forge'), token)
  github.repo('ada/shop')
  const config = join(world.env.XDG_CONFIG_HOME!, 'drover')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'config.toml'), `[forge.github]\nurl = "${github.url}"\n`)
  git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
  git('config', `url.file://${join(world.dir, 'forge')}/.insteadOf`, `${github.url}/`)
  git('push', '-q', 'origin', 'main')
})
afterAll(async () => {
  await world.close()
  await github.close()
})

it('starts an agent in my repository from an empty home', async () => {
  await drover('up')
  await drover('project', 'set', 'shop', 'verify=test ! -e broken')
  expect(await drover('spawn', '--prompt', '@say hello', '--wait')).toContain('shop-1')
  expect(await drover('ls')).toMatch(/shop-1.*shop/)
})

it('finds the one that waits and answers it', async () => {
  await drover('spawn', '--prompt', '@ask May I?\n@say thanks', '--name', 'The asker')
  const waiting = async (): Promise<string> =>
    (await drover('ls', '--json')).includes('"needs_input"') ? drover('ls') : ''
  await expect.poll(waiting, { timeout: 20_000 }).toMatch(/shop-2 .*needs/)
  await drover('answer', 'shop-2', 'yes')
  await expect.poll(() => drover('session', 'tail', 'shop-2'), { timeout: 20_000 }).toContain('turn 1 completed')
})

it('reads a diff, comments on two lines, sends', async () => {
  const id = await spawned('@write till.txt one\\ntwo\\nthree\n@say written')
  expect(await drover('session', 'diff', id)).toContain('+one')
  await drover('session', 'comment', id, 'till.txt:1', 'Say', 'zero')
  await drover('session', 'comment', id, 'till.txt:1', 'And capitals')
  await drover('review', id, '--send', '--note', '@say read it')
  await expect.poll(() => drover('session', 'tail', id), { timeout: 20_000 }).toMatch(/Say zero[\s\S]*And capitals/)
})

it('lands it on my branch, verified; a red verify stops it and says so', async () => {
  const id = await spawned('@write landed.txt good\n@say done')
  expect(await drover('land', id)).toMatch(/landed/)
  expect([existsSync(join(repo, 'landed.txt')), git('status', '--porcelain')]).toEqual([true, ''])
  const bad = await spawned('@write broken bad\n@say done')
  work.push(bad)
  const ran = await world.drover(['land', bad], { cwd: repo })
  expect([ran.code, existsSync(join(repo, 'broken'))]).toEqual([1, false])
  expect(ran.err + ran.out).toMatch(/verify/i)
})

it('opens a pull request', async () => {
  const id = await spawned('@write offered.txt good\n@commit Offer it\n@say done')
  expect(await drover('pr', 'open', id)).toContain('/ada/shop/pull/1')
  expect(await drover('pr', 'ls')).toContain(id)
})

it('says what today cost', async () => {
  await spawned('@usage 1000 200 0.75\n@say spent')
  expect(await drover('costs')).toContain('0.75')
})

it('one prompt, three agents, the best kept', async () => {
  const started = JSON.parse(
    await drover(
      'spawn',
      '--each',
      'rehearsal:a rehearsal:b rehearsal:c',
      '--prompt',
      '@write best.txt tried\n@say done',
      '--json',
    ),
  )
  const { id } = started.heat
  const over = async (): Promise<number> =>
    JSON.parse(await drover('heat', 'show', id, '--json')).sides.filter(
      (one: { status: string }) => one.status === 'idle',
    ).length
  await expect.poll(over, { timeout: 20_000 }).toBe(3)
  expect(await drover('heat', 'ls')).toContain(id)
  const [, second] = JSON.parse(await drover('heat', 'show', id, '--json')).sides
  expect(await drover('heat', 'keep', id, second.sessionId)).toMatch(/landed/)
  expect(existsSync(join(repo, 'best.txt'))).toBe(true)
})

it('ends, archives and cleans many sessions', async () => {
  const all: string[] = JSON.parse(await drover('ls', '--json')).sessions.map((one: { id: string }) => one.id)
  expect(all.length).toBeGreaterThan(6)
  await drover('kill', ...all)
  await drover('session', 'archive', ...all)
  expect(JSON.parse(await drover('session', 'cleanup', '-y', '--json')).removed.length).toBeGreaterThan(0)
  expect(JSON.parse(await drover('ls', '--all', '--json')).sessions).toEqual([])
  // Nothing that was made is gone: what is nowhere else is on its branch.
  const branches = git('branch', '--list', 'drover/*')
  for (const id of work) expect(branches).toContain(`drover/${id}/`)
  expect(git('ls-remote', 'origin', 'refs/heads/drover/*')).toContain('drover/')
})
