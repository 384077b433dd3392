/**
 * The loop from the shell on the real CLIs, at a GitHub on this machine with real git behind it: a repository is enrolled, an issue
 * gets the ready label, its branch is pushed, the checks are red, the same agent mends them, it is merged and the issue is closed.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutOf } from '../../support/github/checkout.ts'
import { runCi } from '../../support/github/ci.ts'
import { git } from '../../support/github/git.ts'
import { startGitHub } from '../../support/github/github.ts'
import type { Lane } from '../lane.ts'
import { withClis } from './with-clis.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
const adds = (file: string, words: string): string =>
  `MODEL run echo ok > ${file} && git add ${file} && git commit -q -m "${words}" -m "Drover-Session: $DROVER_SESSION_ID"`

export const tripClisLane: Lane = {
  name: 'trip-clis',
  shows:
    'a ready issue of claude-code, codex and opencode each: commits, a pull request, red checks, fixed, merged, green, closed',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found) => {
      const { home, check } = steps
      const forge = join(home.dir, 'forge')
      const github = await startGitHub(forge, token)
      try {
        Object.assign(home.env, { DROVER_GITHUB_TOKEN: token })
        home.config(`[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\ninterval = 1\n`)
        await home.run('git', ['config', '--global', 'user.name', 'Ada'])
        await home.run('git', ['config', '--global', 'user.email', 'ada@localhost'])
        for (const harness of found) {
          const { repo, local } = checkoutOf(github, forge, `ada/${harness}`, join(home.dir, harness))
          runCi(repo, (has) => (has('whole') ? null : `unit: whole is missing\n${adds('whole', 'Mend it')}\n`))
          await home.json(['project', 'add', '--path', local.path, '--id', harness])
          await check(`${harness}: afk enrol shows what there is, then writes`, async () => {
            const looked = await home.json(['afk', 'enrol', harness, '--agent', harness, '--check'])
            assert.equal(looked.enrolled, false)
            const { enrolled } = await home.json(['afk', 'enrol', harness, '--agent', harness])
            assert.equal(enrolled, true)
          })
          const issue = repo.issues.open({
            title: `Of ${harness}`,
            body: adds('half', 'Begin. Closes #1001'),
            labels: ['ready-for-agent'],
          })
          // biome-ignore lint/suspicious/noExplicitAny: shapes are what the lanes look at
          const trip: any = await check(`${harness}: its issue goes all the way`, async () => {
            const ended = await home.listen('/api/v1/events?after=0&type=trip_ended', ({ data }) => {
              const one = data === '' ? undefined : JSON.parse(data).payload
              return one?.repo === `ada/${harness}` ? one : undefined
            })
            assert.deepEqual([ended.state, ended.attempts, ended.ci], ['done', 1, 'green'], JSON.stringify(ended))
            return ended
          })
          await check(`${harness}: the issue is closed, and both commits are on the remote`, async () => {
            assert.deepEqual([issue.state, issue.labels], ['closed', ['ready-for-agent']])
            assert.match(git(repo.dir, ['ls-tree', '--name-only', 'main']), /^half$[\s\S]*^whole$/m)
            assert.equal(issue.comments.length, 1)
            assert.match(issue.comments[0]?.body ?? '', /Fix-forward: 1 attempt\./)
            const { json } = await home.curl('GET', `/api/v1/trips/${trip.id}`)
            assert.equal(json.trip.state, 'done')
            const shown = await home.drover(['afk', 'status'])
            assert.match(shown.out, new RegExp(`ada/${harness} \\(pr\\)`))
          })
        }
        await check('nothing was asked that the real GitHub refuses, and the token is in no log', () => {
          assert.deepEqual(github.faults, [])
          assert.ok(!readFileSync(join(home.home, 'daemon.log'), 'utf8').includes(token))
        })
      } finally {
        await home.drover(['stop', '-y'])
        await github.close()
      }
    }),
}
