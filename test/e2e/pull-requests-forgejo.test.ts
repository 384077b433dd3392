/** A session's work as a pull request at a Forgejo on this machine: opened, watched, merged; its token goes nowhere else. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PullRequest } from '#contract/pr'
import { type FakeForgejo, startForgejo } from '#test/support/forgejo/forgejo'
import { ok, type World, world } from '#test/support/world'

const token = '0123456789abcdef0123456789abcdef01234567'

describe('pull requests at a Forgejo', () => {
  let w: World
  let forgejo: FakeForgejo
  beforeAll(async () => {
    w = await world({ start: false, env: { DROVER_FORGEJO_TOKEN: token, DROVER_GITHUB_TOKEN: 'canary-of-github' } })
    forgejo = await startForgejo(join(w.dir, 'forge'), token)
    forgejo.repo('ada/shop')
    writeFileSync(
      join(w.env.HOME!, '.config', 'drover', 'config.toml'),
      `[forge]\ninterval = 1\n[forge.forgejo]\nurl = "${forgejo.url}"\n`,
    )
    w.repo.git('remote', 'add', 'origin', `${forgejo.url}/ada/shop.git`)
    // git itself goes to the bare repository behind that address.
    w.repo.git('config', `url.file://${join(w.dir, 'forge')}/.insteadOf`, `${forgejo.url}/`)
    w.repo.git('push', '-q', 'origin', 'main')
    await w.start()
    await w.addProject()
  })
  afterAll(async () => {
    await w?.end()
    await forgejo?.close()
  })

  it('opens it, tells the session of a red status, and merges what is green', async () => {
    const { id } = await w.spawn('@write a.txt by an agent\n@commit Add a.txt\n@say Made a.txt.')
    await w.turnEnd(id)
    await w.until(id, (session) => (session.landing?.ahead ?? 0) > 0)
    const { pr } = await ok<{ pr: PullRequest }>(w.call('POST', `/api/v1/sessions/${id}/pr`, { draft: true }))
    expect(pr).toMatchObject({
      forge: 'forgejo',
      repo: 'ada/shop',
      draft: true,
      status: 'draft',
      title: 'WIP: Add a.txt',
    })
    const { pulls } = forgejo.repo('ada/shop')
    pulls.change(pr.number, { title: 'Add a.txt' })
    pulls.statuses.set(pr.head, [{ context: 'unit', status: 'failure' }])
    await w.until(id, (session) => session.status === 'ci_failed' || session.prs?.[0]?.status === 'ci_failed')
    const red = await w.call('POST', `/api/v1/prs/${pr.id}/merge`, { expectedHeadSha: pr.head })
    expect(red).toMatchObject({ status: 422, body: { code: 'PR_PRECONDITIONS_UNMET' } })
    pulls.statuses.set(pr.head, [{ context: 'unit', status: 'success' }])
    const { pr: merged } = await ok<{ pr: PullRequest }>(
      w.call('POST', `/api/v1/prs/${pr.id}/merge`, { expectedHeadSha: pr.head }),
    )
    expect(merged.state).toBe('merged')
    const { checks } = JSON.parse((await w.cli(['doctor', '--json'])).stdout) as {
      checks: { name: string; message: string }[]
    }
    expect(checks.find(({ name }) => name === 'forgejo-token')?.message).toBe(
      'DROVER_FORGEJO_TOKEN is accepted for ada',
    )
    expect(forgejo.faults).toEqual([])
    expect(new Set(forgejo.requests.map(({ authorization }) => authorization))).toEqual(new Set([`token ${token}`]))
  })
})
