/**
 * A whole trip by each real CLI with the scripted model, at a GitHub on this machine with real git behind it: the issue, its commits,
 * the pushed branch, red checks whose log reaches the agent, the corrective turn of the same session, the merge, the closed issue.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Trip } from '#contract/trip'
import { checkoutOf } from '../support/github/checkout.ts'
import { runCi } from '../support/github/ci.ts'
import { git } from '../support/github/git.ts'
import { startGitHub } from '../support/github/github.ts'
import { ok } from '../support/world.ts'
import { caseOn } from './cached.ts'
import { type Cli, cliNamed } from './clis.ts'
import { errorsOf, type Stage } from './stage.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
const [path, ready] = ['ada/shop', 'ready-for-agent']

const commits = (file: string, ...words: readonly string[]): string =>
  [
    `MODEL run echo by "$DROVER_SESSION_ID" > ${file} && git add ${file} && git commit -q`,
    ...words.map((word) => `-m "${word}"`),
    '-m "Drover-Session: $DROVER_SESSION_ID"',
  ].join(' ')

for (const name of ['claude-code', 'codex', 'opencode'])
  caseOn(cliNamed(name), 'an issue becomes a merged pull request, by way of red checks', trip, {
    env: { DROVER_GITHUB_TOKEN: token },
  })

async function trip({ drover }: Stage, cli: Cli): Promise<void> {
  const forge = join(drover.dir, 'forge')
  const github = await startGitHub(forge, token)
  const home = drover.env.HOME ?? ''
  writeFileSync(join(home, '.gitconfig'), '[user]\nname = Ada\nemail = ada@localhost\n')
  writeFileSync(
    join(home, '.config', 'drover', 'config.toml'),
    `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\ninterval = 1\n`,
  )
  try {
    const { repo, local } = checkoutOf(github, forge, path, join(drover.dir, 'shop'))
    runCi(repo, (has) => (has('whole.txt') ? null : `unit: whole.txt is missing\n${commits('whole.txt', 'Mend it')}\n`))
    await drover.addProject(local, 'shop')
    await ok(drover.call('POST', '/api/v1/afk/enrol', { projectId: 'shop', landing: 'pr', agent: cli.name }))
    const issue = repo.issues.open({
      title: 'A file is missing',
      body: `Please add it.\n${commits('half.txt', 'Begin', 'Closes #1001')}\n`,
      labels: [ready],
    })
    const done: Trip = await drover.change(0, (change) => (change.type === 'trip_ended' ? change.payload : undefined))

    expect(done, JSON.stringify(done)).toMatchObject({
      state: 'done',
      lastAction: 'close_success',
      attempts: 1,
      ci: 'green',
    })
    expect(done.notes).toEqual([])
    expect([issue.state, issue.labels]).toEqual(['closed', [ready]])
    expect(repo.pulls).toMatchObject([{ state: 'closed', merged: done.commit }])
    const files = git(repo.dir, ['ls-tree', '-r', '--name-only', 'main']).split('\n')
    expect(files).toEqual(expect.arrayContaining(['half.txt', 'whole.txt']))
    const id = done.sessionId ?? ''
    expect(git(repo.dir, ['show', 'main:whole.txt'])).toBe(`by ${id}`)
    // One session with two turns: it was told of the red job in the job's own words, fenced.
    const session = await drover.session(id)
    expect([session.harness, session.turn?.n, session.phase]).toEqual([cli.name, 2, 'ended'])
    const rows = await drover.rows(id)
    const said = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))
    expect(said[1]).toContain('```text\nunit: whole.txt is missing')
    for (const turn of [1, 2]) expect(errorsOf(rows, turn)).toEqual([])
    const written = issue.comments.map(({ body }) => body)
    expect(written).toHaveLength(1)
    expect(written[0]).toContain('Fix-forward: 1 attempt.')
    expect(written[0]).not.toContain('- [ ]')
    expect(github.faults).toEqual([])
    expect(JSON.stringify(rows)).not.toContain(token)
  } finally {
    await github.close()
  }
}
