/**
 * Work that lands by push has no pull request whose checks keep what failed jobs printed: the corrective turn has it all the same,
 * read once a failure, cleaned and without secrets, and the rules of the branch stand where somebody enrols.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EnrolmentNeed, Trip } from '#contract/trip'
import { git } from '#test/support/github/git'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import { ok, type World, world } from '#test/support/world'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
let w: World
let github: FakeGitHub
let repo: FakeRepo

beforeAll(async () => {
  w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } })
  github = await startGitHub(join(w.dir, 'forge'), token)
  repo = github.repo('ada/shop')
  const config = `[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\ninterval = 1\nlanding = "push"\nagent = "rehearsal:fast"\nci = ["checks"]\n`
  writeFileSync(join(w.env.HOME!, '.config', 'drover', 'config.toml'), config)
  w.repo.git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
  w.repo.git('config', `url.file://${join(w.dir, 'forge')}/.insteadOf`, `${github.url}/`)
  w.repo.git('push', '-q', 'origin', 'main')
  await w.start()
  await w.addProject()
})
afterAll(async () => {
  await w?.end()
  await github?.close()
})

const needs = async (landing: string): Promise<EnrolmentNeed> => {
  const body = { projectId: 'demo', landing, check: true }
  const found = await ok<{ needs: EnrolmentNeed[] }>(w.call('POST', '/api/v1/afk/enrol', body))
  return found.needs.find(({ what }) => what === 'protection')!
}

it('an enrolment says what the default branch asks for', async () => {
  expect(await needs('pr')).toMatchObject({ state: 'missing', required: false })
  Object.assign(repo.required, { rules: ['unit'], reviews: 1 })
  expect(await needs('pr')).toMatchObject({
    ...{ state: 'ok', message: 'main is protected: it requires unit, requires 1 approval, takes pull requests only' },
  })
  expect(await needs('push')).toMatchObject({ state: 'missing', required: false })
  github.instead = ({ url }, answer) => {
    if (!(url ?? '').includes('/branches/')) return false
    answer.writeHead(403, { 'content-type': 'application/json' })
    answer.end('{"message":"Resource not accessible by personal access token"}')
    return true
  }
  const { state, message } = await needs('pr')
  github.instead = null
  Object.assign(repo.required, { rules: [], reviews: null })
  expect([state, message]).toEqual(['unknown', 'the rules of main could not be read: look at them yourself'])
})

it('a red check of landed work comes with the end of its log, read once, and is fixed forward to green', async () => {
  const start = git(repo.dir, ['rev-parse', 'main'])
  // What lands is red until it holds the file that the log asks for.
  repo.checks.get = (commit: string) => {
    if (commit === start) return []
    const isGreen = git(repo.dir, ['ls-tree', '--name-only', commit]).split('\n').includes('mended.txt')
    return [{ name: 'unit', status: 'completed', conclusion: isGreen ? 'success' : 'failure', id: 31 }]
  }
  const secret = 'ghp_inAJobsLogCanary0123456789abcdefghij'
  repo.logs.set(
    31,
    `2030-01-01T00:00:00.0Z \u001b[31mboom ${secret}\u001b[0m\n@write mended.txt yes\n@commit Mend it\n`,
  )
  await ok(w.call('POST', '/api/v1/afk/enrol', { projectId: 'demo', landing: 'push' }))
  const issue = repo.issues.open({
    title: 'Break it',
    body: '@write a.txt a\n@commit Begin',
    labels: ['ready-for-agent'],
  })
  const trip = await w.change(0, (change): Trip | undefined => {
    if (change.type !== 'trip_updated' || change.payload.attempts !== 1) return
    return change.payload
  })
  const told = await ok<{ logs: { name: string; tail: string }[] }>(w.call('GET', `/api/v1/trips/${trip.id}`))
  const over = await w.change(0, (change) => (change.type === 'trip_ended' ? change.payload : undefined))
  expect(over).toMatchObject({ state: 'done', attempts: 1, ci: 'green' })
  const rows = await w.rows(trip.sessionId!)
  const prompts = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain('boom')
  expect(prompts[1]).not.toContain('\u001b')
  expect(JSON.stringify([prompts, told])).not.toContain(secret)
  if (told.logs.length > 0) expect(told.logs[0]).toMatchObject({ name: 'unit' })
  const asked = github.requests.filter(({ path }) => path.startsWith('storage:'))
  expect(asked).toMatchObject([{ authorization: null }])
  expect(issue.state).toBe('closed')
  expect(github.faults).toEqual([])
})
