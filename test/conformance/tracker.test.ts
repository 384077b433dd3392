/** The suite of trackers on GitHub's, against the GitHub of this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createGitHubTracker } from '#adapters/forge/github/issues'
import { type FakeGitHub, startGitHub } from '#test/support/github/github'
import { type TrackerWorld, trackerSuite } from './tracker.suite.ts'

let dir: string
let github: FakeGitHub
let world: TrackerWorld

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'drover-tracker-'))
  const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
  github = await startGitHub(dir, token)
  const { issues } = github.repo('ada/shop')
  const host = {
    env: { DROVER_GITHUB_TOKEN: token },
    exec: async () => {
      throw new Error('nothing is run')
    },
    which: async () => null,
  }
  const api = createGitHubTracker({ host, now: () => new Date(), steadyMs: () => 0 })(github.url)
  world = {
    api,
    repo: { owner: 'ada', name: 'shop' },
    open: (given) => issues.open(given).number,
    say: (number, author, body) => void issues.say(number, author, body),
    permit: (login, what) => void issues.permissions.set(login, what),
    block: (number, by) => void issues.list.find((one) => one.number === number)?.blockedBy.push(by),
    loseNextAnswer: () => {
      github.lose = true
    },
    writes: () => github.requests.filter(({ method }) => method !== 'GET').length,
  }
})
afterAll(async () => {
  expect(github.faults).toEqual([])
  await github.close()
  rmSync(dir, { recursive: true, force: true })
})

trackerSuite('GitHub', () => world)
