/** From inside an agent: its token speaks for itself only, the CLI starts no daemon and reads no operator's token; a hostile repository gets nothing run. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempRepo } from '#test/support/temp-repo'
import { bin, ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ env: { OPERATOR_SECRET: 'not-for-agents-123456' } })
  await w.addProject()
})
afterAll(() => w.end())

/** Runs a shell line inside an agent and gives what it wrote to `out`. */
async function inside(command: string): Promise<{ out: string; id: string }> {
  const session = await w.spawn(`@sh (${command}) > out 2>&1; echo "exit $?" >> out`)
  expect((await w.turnEnd(session.id)).outcome).toBe('completed')
  return { out: readFileSync(join(session.workspace ?? '', 'out'), 'utf8'), id: session.id }
}

const drover = (args: string) => `${process.execPath} ${bin} ${args}`

describe('an agent', () => {
  it('gets its identity and nothing of the operator’s', async () => {
    const { out, id } = await inside('env')
    expect(out).toContain(`DROVER_SESSION_ID=${id}`)
    expect(out).toMatch(/DROVER_LAUNCH_ID=l_[0-9a-f]{24}/)
    expect(out).toContain('DROVER_SOCKET=')
    expect(out).not.toContain('not-for-agents')
    expect(out).not.toContain('DROVER_HOME=')
    const operator = readFileSync(join(w.home, 'token'), 'utf8').trim()
    expect(out).not.toContain(operator)
    expect(out.match(/DROVER_TOKEN=(\S+)/)?.[1]).not.toBe(operator)
  })

  it('may look at its own session and report activity, but not spawn, kill, list or change', async () => {
    const self = await inside(`${drover('session get $DROVER_SESSION_ID --json')}`)
    expect(self.out).toContain('"status"')
    for (const command of [
      'spawn --project demo --harness rehearsal --prompt x',
      'session ls --json',
      'session kill demo-1',
      'project ls',
      'stop -y',
      'link',
    ]) {
      const { out } = await inside(drover(command))
      expect(out, command).toMatch(/exit [12]/)
      expect(out, command).toMatch(/FORBIDDEN_SCOPE/)
    }
    expect((await w.call('GET', '/healthz', undefined, { token: null })).status).toBe(200)
  })

  it('speaks with the one daemon from a repository inside its worktree too, and no other home begins (must never 1)', async () => {
    const nested = 'mkdir -p vendor/part && cd vendor/part && git init -q . && HOME=$PWD'
    const { out, id } = await inside(
      `${nested} ${drover('session get $DROVER_SESSION_ID --json')}; find $PWD -name .drover`,
    )
    expect(out).toContain(`"id": "${id}"`)
    expect(out).not.toMatch(/\.drover$/m)
    expect(out).toContain('exit 0')
  })

  it('finds the command of its daemon first on its PATH, whatever else is there', async () => {
    const { out, id } = await inside('command -v drover; drover session get $DROVER_SESSION_ID')
    expect(out).toContain(`${w.home}/bin/drover\n`)
    expect(out).toMatch(new RegExp(`${id}[\\s\\S]*exit 0`))
  })

  it('starts no daemon and reads no token file, even with a home of the operator’s in reach', async () => {
    const elsewhere = join(w.dir, 'elsewhere')
    const { out } = await inside(
      `DROVER_DAEMON_WAIT=0 DROVER_HOME=${elsewhere} DROVER_SOCKET=/nonexistent.sock ${drover('session ls')}`,
    )
    expect(out).toMatch(/exit 1/)
    expect(existsSync(elsewhere)).toBe(false)
    const stolen = await inside(`DROVER_HOME=${w.home} DROVER_TOKEN= ${drover('session ls')}`)
    expect(stolen.out).toMatch(/exit [12]/)
    expect(stolen.out).not.toContain('demo-1 ')
  })

  it('its token dies with its launch', async () => {
    const { out } = await inside('echo $DROVER_TOKEN')
    const token = out.split('\n')[0] ?? ''
    const answer = await w.call('GET', '/api/v1/sessions/demo-1', undefined, { token })
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('a hostile repository', () => {
  it('gets nothing run at registration, spawn, turn, diff, snapshot or cleanup before it is trusted', async () => {
    const marker = join(w.dir, 'owned')
    const repo = tempRepo(join(w.dir, 'hostile'), { 'a.txt': 'a\n' })
    const evil = join(repo.path, 'evil.sh')
    writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> ${marker}\ncat\n`)
    chmodSync(evil, 0o755)
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'reference-transaction', 'post-index-change']) {
      mkdirSync(join(repo.path, 'hooks'), { recursive: true })
      writeFileSync(join(repo.path, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${marker}\n`)
      chmodSync(join(repo.path, 'hooks', hook), 0o755)
    }
    repo.write('.gitattributes', '* filter=evil diff=evil\n')
    repo.write('.drover/config.toml', `[setup]\nrun = "${evil} setup"\n[env]\nX = "1"\n`)
    repo.commit('trap')
    repo.git('config', 'core.hooksPath', join(repo.path, 'hooks'))
    repo.git('config', 'core.fsmonitor', evil)
    repo.git('config', 'diff.evil.textconv', evil)
    repo.git('config', 'diff.external', evil)
    repo.git('config', 'filter.evil.clean', evil)
    repo.git('config', 'filter.evil.smudge', evil)
    repo.git('config', 'filter.evil.process', evil)
    await w.addProject(repo, 'hostile')
    const refused = await w.call('POST', '/api/v1/sessions', {
      projectId: 'hostile',
      harness: 'rehearsal',
      prompt: '@say hi',
    })
    expect(refused.body.code).toBe('SETUP_NOT_TRUSTED')
    const session = await w.spawn('@write b.txt b\n@say hi', { projectId: 'hostile', ignoreConfig: true })
    await w.turnEnd(session.id)
    await w.until(session.id, (one) => one.filesChanged !== null)
    await ok(w.call('GET', `/api/v1/sessions/${session.id}/diff`))
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
    await ok(w.call('POST', '/api/v1/sessions/cleanup', { projectId: 'hostile' }))
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/restore`))
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : '').toBe('')
  })
})
