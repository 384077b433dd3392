/**
 * Whole trips at a Forgejo on this machine with real git behind it: an issue becomes a pull request, its status is red, the agent mends
 * it, it is merged and the default branch is watched; another lands by the merge queue. Its token goes nowhere else.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LandingMode, Trip } from '#contract/trip'
import { type FakeForgejo, type FakeForgejoRepo, startForgejo } from '#test/support/forgejo/forgejo'
import { git } from '#test/support/forgejo/git'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

const token = '0123456789abcdef0123456789abcdef01234567'

describe('trips at a Forgejo', () => {
  let w: World
  let forgejo: FakeForgejo
  let forge = ''

  beforeAll(async () => {
    w = await world({ start: false, env: { DROVER_FORGEJO_TOKEN: token, DROVER_GITHUB_TOKEN: 'canary-of-github' } })
    forge = join(w.dir, 'forge')
    forgejo = await startForgejo(forge, token)
    // Forgejo has no logs of jobs: what a red commit printed comes from a stage of its own.
    const script = join(w.dir, 'judge.sh')
    writeFileSync(
      script,
      `#!/bin/sh\ngit -C "${forge}/$DROVER_REPO.git" cat-file -e "$DROVER_COMMIT:ok" && exit 0\nprintf '%s\\n' 'unit failed' '@write ok done' '@commit Mend it' >&2\nexit 1\n`,
    )
    chmodSync(script, 0o755)
    writeFileSync(
      join(w.env.HOME!, '.config', 'drover', 'config.toml'),
      `[forge]\ninterval = 1\n[forge.forgejo]\nurl = "${forgejo.url}"\n[afk]\nenabled = true\ninterval = 1\nagent = "rehearsal:fast"\nci = ["command ${script}", "checks"]\n`,
    )
    await w.start()
  })
  afterAll(async () => {
    await w?.end()
    await forgejo?.close()
  })

  const enrolled = async (name: string, landing: LandingMode): Promise<FakeForgejoRepo> => {
    const repo = forgejo.repo(`ada/${name}`)
    const local = tempRepo(join(w.dir, name))
    local.git('remote', 'add', 'origin', `${forgejo.url}/ada/${name}.git`)
    local.git('config', `url.file://${forge}/.insteadOf`, `${forgejo.url}/`)
    local.git('push', '-q', 'origin', 'main')
    // Its CI says of whatever it is asked about what is in it.
    repo.pulls.statuses.get = (commit) => {
      const isGreen = git(repo.dir, 'ls-tree', '--name-only', commit).split('\n').includes('ok')
      return [{ context: 'unit', status: isGreen ? 'success' : 'failure' }]
    }
    await w.addProject(local, name)
    await ok(w.call('POST', '/api/v1/afk/enrol', { projectId: name, landing }))
    return repo
  }
  const ended = (name: string): Promise<Trip> =>
    w.change(0, ({ type, payload }) => (type === 'trip_ended' && payload.repo === `ada/${name}` ? payload : undefined))

  it.each(['pr', 'push'] as const)('by %s: red, mended in the same session, landed, closed', async (landing) => {
    const repo = await enrolled(landing, landing)
    const issue = repo.issues.open({
      title: 'Add ok',
      body: '@write half yes\n@commit Half of it',
      labels: ['ready-for-agent'],
    })
    const done = await ended(landing)
    expect(done).toMatchObject({ state: 'done', landing, attempts: 1, ci: 'green' })
    expect(issue.state).toBe('closed')
    const names = issue.labels.map((id) => repo.issues.labels.find((one) => one.id === id)?.name)
    expect(names).toEqual(['ready-for-agent'])
    expect(issue.comments.map(({ body }) => body.includes('Fix-forward: 1 attempt.'))).toEqual([true])
    expect(execFileSync('git', ['-C', repo.dir, 'rev-parse', 'main'], { encoding: 'utf8' }).trim()).toBe(done.commit)
    expect(repo.pulls.list.map(({ state, merged }) => [state, merged])).toEqual(
      landing === 'pr' ? [['closed', done.commit]] : [],
    )
    expect((await w.session(done.sessionId!)).turn?.n).toBe(2)
    expect(forgejo.faults).toEqual([])
  })

  it('a stranger’s label takes nothing, and its token went nowhere else', async () => {
    const repo = await enrolled('strange', 'pr')
    repo.issues.permissions.set('eve', 'read')
    const issue = repo.issues.open({
      title: 'From eve',
      body: 'x',
      author: 'eve',
      labels: ['ready-for-agent'],
      by: 'eve',
    })
    const plain = repo.issues.open({
      title: 'From ada',
      body: '@write ok yes\n@commit Do it',
      labels: ['ready-for-agent'],
    })
    expect(await ended('strange')).toMatchObject({ state: 'done', issue: plain.number })
    expect([issue.state, issue.comments]).toEqual(['open', []])
    expect(new Set(forgejo.requests.map(({ authorization }) => authorization))).toEqual(new Set([`token ${token}`]))
  })
})
