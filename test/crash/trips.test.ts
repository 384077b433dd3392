/**
 * Two daemons on the same repositories, each killed again and again at every step of a trip: each issue has one trip that lands it,
 * and no comment, label, session or close is doubled. Small here; with DROVER_FULL a hundred issues in twenty repositories.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trip } from '#contract/trip'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'
import { randomFrom } from './random.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
const full = process.env.DROVER_FULL === '1'
const repoCount = full ? 20 : 3
const issues = full ? 100 : 9
const rounds = full ? 60 : 8
const seed = Number(process.env.DROVER_SEED ?? 7)
const patience = { timeout: full ? 3_600_000 : 120_000 }

/** Between what is written down and what is done, and the other way round. */
const points = [
  ...['trip:claim-written', 'trip:claim-won', 'trip:session-made', 'trip:started', 'trip:checklist-made'],
  ...['trip:queued', 'trip:close', 'trip:tidy', 'trip:labelled', 'merge:landed', 'trip:unlabel_in_progress'],
] as const

let github: FakeGitHub
const worlds: World[] = []
const repos: FakeRepo[] = []
const names = Array.from({ length: repoCount }, (_, n) => `r${n + 1}`)

const git = (cwd: string, ...args: string[]): void =>
  void execFileSync('git', ['-C', cwd, ...args], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

beforeAll(async () => {
  for (const _ of [1, 2]) worlds.push(await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } }))
  const [first] = worlds as [World]
  const forge = join(first.dir, 'forge')
  github = await startGitHub(forge, token)
  for (const name of names) {
    repos.push(github.repo(`ada/${name}`))
    const local = tempRepo(join(first.dir, `seed-${name}`))
    local.git('push', '-q', join(forge, `ada/${name}.git`), 'main')
  }
  for (const w of worlds) {
    writeFileSync(
      join(w.env.HOME!, '.config', 'drover', 'config.toml'),
      `[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\nallow = [${names.map((name) => `"ada/${name}"`).join(', ')}]\ninterval = 1\nlease = 600\nmax_parallel = 8\nlanding = "push"\nagent = "rehearsal:fast"\nci = ["command true"]\n`,
    )
    await w.start()
    for (const name of names) {
      const path = join(w.dir, `work-${name}`)
      mkdirSync(path)
      git(w.dir, 'clone', '-q', join(forge, `ada/${name}.git`), path)
      for (const [key, value] of Object.entries({
        'user.name': 'Test',
        'user.email': 'test@localhost',
        [`url.file://${forge}/.insteadOf`]: `${github.url}/`,
        'remote.origin.url': `${github.url}/ada/${name}.git`,
      }))
        git(path, 'config', key, value)
      await ok(w.call('POST', '/api/v1/projects', { path, id: name }))
    }
  }
}, 120_000)
afterAll(async () => {
  for (const w of worlds) await w.end()
  await github?.close()
})

const closed = (): boolean => repos.every(({ issues }) => issues.list.every(({ state }) => state === 'closed'))
const tripsOf = async (w: World): Promise<readonly Trip[]> =>
  (await ok<{ trips: Trip[] }>(w.call('GET', '/api/v1/trips?limit=1000'))).trips

/** Told by the stream: a trip of this daemon ended that had not. */
const someEnd = async (w: World, known: readonly string[]): Promise<void> =>
  void (await w
    .change(0, (change) => (change.type === 'trip_ended' && !known.includes(change.payload.id) ? change : undefined))
    // Cut off with its daemon: it tells of no end.
    .catch(() => new Promise(() => {})))
const heights = new Map<World, number>()
/** kill -9 once it has told so many more changes, wherever it is then. Never, where it has no more to tell. */
async function killAfter(w: World, changes: number, round: { over: boolean; struck: boolean }): Promise<void> {
  let left = changes
  const told = await w
    .change(heights.get(w) ?? 0, (change) => {
      heights.set(w, change.seq)
      left -= 1
      return left <= 0 ? true : undefined
    })
    .catch(() => false)
  if (!told || round.over) return new Promise(() => {})
  round.struck = true
  await w.crash()
}
/** Every issue is closed, and no trip of either is under way. Never, where one of them died: whoever waits for that hears of it. */
async function drained(): Promise<void> {
  for (;;) {
    const all = await Promise.all(worlds.map(tripsOf)).catch(() => null)
    if (all === null) return new Promise(() => {})
    if (closed() && all.flat().every(({ endedAt }) => endedAt !== null)) return
    const over = all.map((trips) => trips.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])))
    await Promise.race(worlds.map((w, at) => someEnd(w, over[at]!)))
  }
}

it(
  'two daemons that die at every step: each issue has one trip that lands it, and nothing is doubled',
  patience,
  async () => {
    const random = randomFrom(seed)
    let opened = 0
    const open = (): void => {
      const n = opened++
      repos[n % repoCount]!.issues.open({
        title: `Add file ${n}`,
        body: `@write f${n}.txt ${n}\n@commit Add f${n}`,
        labels: ['ready-for-agent'],
      })
    }
    for (let n = 0; n < (full ? issues : 2); n++) open()
    const met: string[] = []
    for (let n = 0; n < rounds; n++) {
      const w = worlds[n % 2]!
      // In the full form every third death is at any moment at all.
      const anywhere = full && n % 3 === 2
      const point = full ? random.pick(points) : points[n % points.length]!
      w.arm(anywhere ? null : point)
      // Something to be at, whoever was faster before.
      if (opened < issues) open()
      const gone = w.gone().then(
        () => true,
        () => false,
      )
      const round = { over: false, struck: false }
      const killed = anywhere ? killAfter(w, random.between(1, 60), round).then(() => true) : gone
      const first = await Promise.race([killed, drained().then(() => false)])
      round.over = true
      // Struck in the moment in which all was done.
      const died = first || (round.struck && (await killed))
      w.arm(null)
      if (died) {
        met.push(anywhere ? 'anywhere' : point)
        await w.start()
      }
    }
    // From here on both live.
    if (full) process.stderr.write(`${met.length} deaths: ${met.join()}\n`)
    while (opened < issues) open()
    await drained()
    // A point is passed by whoever takes the issue: how many are met depends on which of the two is faster.
    expect(met.length, met.join()).toBeGreaterThan(full ? 20 : 2)
    const all = (await Promise.all(worlds.map(tripsOf))).flat()
    const landed = all.filter(({ state }) => state === 'done').map(({ repo, issue }) => `${repo}#${issue}`)
    expect([...landed].sort()).toEqual(
      names.flatMap((name, at) => repos[at]!.issues.list.map(({ number }) => `ada/${name}#${number}`)).sort(),
    )
    expect(all.filter(({ state }) => state !== 'done').map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    for (const { issues } of repos)
      for (const issue of issues.list) {
        const count = (word: string): number => issue.comments.filter(({ body }) => body.includes(word)).length
        expect([count('AFK run progress'), count('drover:claim'), count('drover:handover')]).toEqual([1, 0, 0])
        const given = issue.events.filter(({ event, label }) => event === 'labeled' && label === 'agent-in-progress')
        expect(given.length).toBeLessThanOrEqual(1)
        expect(issue.events.filter(({ event }) => event === 'closed')).toHaveLength(1)
      }
    expect(github.faults).toEqual([])
  },
)
