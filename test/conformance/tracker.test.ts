/** The suite of trackers on GitHub's, against the GitHub of this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const asked = (): string[] =>
  github.requests.map(({ method, path }) => `${method} ${path.replace('/repos/ada/shop', '')}`)
/** Each write as the exact requests that it is; what it looks at first to write nothing twice is left out. */
const writes = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = github.requests.length
  await work()
  return asked()
    .slice(before)
    .filter((line) => !line.startsWith('GET '))
}

it('gh_cli_list_issues_builds_no_shell_argv_and_parses_json; gh_cli_list_issues_empty_output_is_empty_list: one question, no program', async () => {
  const { api, repo, open } = world
  const before = github.requests.length
  expect(await api.labelled(repo, 'nobody-has-it')).toEqual([])
  expect(asked().slice(before)).toEqual(['GET /issues'])
  const number = open({ title: 'Parsed', labels: ['has-it'] })
  // `exec` of the host above throws: nothing is run for it.
  expect(await api.labelled(repo, 'has-it')).toMatchObject([{ number, title: 'Parsed', labels: ['has-it'] }])
})

it('gh_cli_add_label_builds_argv; gh_cli_remove_label_builds_argv; gh_cli_comment_builds_argv; gh_cli_close_builds_argv: one write each', async () => {
  const { api, repo, open } = world
  const number = open({ title: 'Written to', labels: [] })
  const at = `/issues/${number}`
  expect(await writes(() => api.addLabel(repo, number, 'on it'))).toEqual([`POST ${at}/labels`])
  expect(await writes(() => api.removeLabel(repo, number, 'on it'))).toEqual([`DELETE ${at}/labels/on%20it`])
  expect(await writes(() => api.comment(repo, number, { body: 'words', mark: 'words' }))).toEqual([
    `POST ${at}/comments`,
  ])
  expect(await writes(() => api.close(repo, number))).toEqual([`PATCH ${at}`])
})

it('gh_cli_end_to_end_through_tracker; fake_satisfies_protocol; tracker_wraps_injected_client: read, label, comment, close by the port alone', async () => {
  const { api, repo, open } = world
  const number = open({ title: 'All of it', labels: ['whole-way'] })
  const [found] = await api.labelled(repo, 'whole-way')
  await api.addLabel(repo, number, 'on-it')
  await api.comment(repo, number, { body: 'done', mark: 'done' })
  await api.close(repo, number)
  expect(found?.state).toBe('open')
  expect(await api.issue(repo, number)).toMatchObject({ state: 'closed', labels: ['whole-way', 'on-it'] })
  expect((await api.comments(repo, number)).map(({ body }) => body)).toEqual(['done'])
})
