/** No token for the forge: said once in the log, shown in the status and by the doctor, looked for again; the rest works. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGitHub, startGitHub } from '#test/support/github/github'
import { ok, type World, world } from '#test/support/world'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'

describe('without a token', () => {
  let w: World
  let github: FakeGitHub
  const problems = async () => (await ok<{ problems: string[] }>(w.call('GET', '/api/v1/status'))).problems
  beforeAll(async () => {
    w = await world({ start: false })
    github = await startGitHub(join(w.dir, 'forge'), token)
    const config = `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n`
    writeFileSync(join(w.env.HOME!, '.config', 'drover', 'config.toml'), config)
    await w.start()
    await w.addProject()
  })
  afterAll(async () => {
    await w?.end()
    await github?.close()
  })

  it('an origin that a project gains is stored at the next look, and what is missing there is said once', async () => {
    const { id } = await w.spawn('@say hello')
    await w.turnEnd(id)
    expect(await problems()).toEqual([])
    const { lastSeq } = await ok<{ lastSeq: number }>(w.call('GET', '/api/v1/status'))
    w.repo.git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
    const found = await w.change(lastSeq, (one) => (one.type === 'project_updated' ? one.payload : undefined))
    expect(found).toMatchObject({ repo: `${github.url}/ada/shop.git`, forge: 'github' })
    await expect.poll(problems, { timeout: 10_000 }).toHaveLength(1)
    expect((await problems())[0]).toContain('there is no token')
    const { checks } = JSON.parse((await w.cli(['doctor', '--json'])).stdout) as {
      checks: { name: string; level: string }[]
    }
    expect(checks.find(({ name }) => name === 'github-token')?.level).toBe('WARN')
    // Some rounds later it is still one line, and nobody was asked.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const lines = readFileSync(join(w.home, 'daemon.log'), 'utf8').split('\n')
    expect(lines.filter((line) => line.includes('there is no token for the forge'))).toHaveLength(1)
    expect(github.requests).toEqual([])
    const claim = await w.call('POST', `/api/v1/sessions/${id}/pr/claim`, { pr: '#1' })
    expect(claim).toMatchObject({ status: 503, body: { code: 'SCM_UNAVAILABLE' } })
  })
})
