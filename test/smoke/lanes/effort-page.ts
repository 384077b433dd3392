/**
 * The page for newcomers to efforts, tried as it is written: its commands, with the steps of the scripted model behind the goal, and
 * every line of its example in what the command prints.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'user', 'efforts.md'), 'utf8')
const [, commands = '', example = ''] = /```sh\n([\s\S]*?)```[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? []
const [upLine = '', startLine = ''] = commands.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim())

const door = (name: string, input: object): string => `MODEL door ${name} ${JSON.stringify(input)}`
const said = (type: string, subject: string) => ({ to: '@parent', type, subject, body: subject })
const builds = [
  'MODEL run echo half-even > round.txt && git add round.txt && git commit -q -m "Round half to even"',
  door('merge_ready', { subject: 'round.txt is ready' }),
  door('mail_send', said('worker_done', 'Rounded, with tests')),
].join('\n')
const leads = [
  door('spawn', { role: 'builder', files: ['round.txt'], prompt: builds }),
  door('wait', { for: 'children' }),
  `MODEL after 1 worker_done ${door('mail_send', said('worker_done', 'All is merged')).replace(/^MODEL /, '')}`,
].join('\n')
const coordinates = [door('spawn', { role: 'lead', prompt: leads }), door('wait', { for: 'children' })].join('\n')

/** What the page shows, whatever numbers and hashes it has here. */
const shaped = (line: string): RegExp =>
  new RegExp(
    `^${line
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/shop-\d+/g, 'shop-\\d+')
      .replace(/\b(e|m)-\d+/g, '$1-\\d+')
      .replace(/[0-9a-f]{12}/g, '[0-9a-f]{12}')}$`,
    'm',
  )

export const effortPageLane: Lane = {
  name: 'effort-page',
  shows: 'docs/user/efforts.md as it is written, with claude-code: from one goal to a merged commit',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found) => {
      const { home, check, observe } = steps
      if (!found.includes('claude-code')) return observe('the page names claude-code, which the cache does not have')
      const cwd = await repositoryOf(home, 'shop')
      await check(`\`${upLine}\``, async () => {
        const ran = await home.drover(upLine.split(' ').slice(1), { cwd })
        assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
      })
      await check(
        `\`${startLine.replace(/"[^"]*"/, '"…"')}\` ends with merged commits, in the lines of the page`,
        async () => {
          const [, goal = '', rest = ''] = /^drover effort start "([^"]+)" (.*)$/.exec(startLine) ?? []
          const ran = await home.drover(['effort', 'start', `${goal}\n${coordinates}`, ...rest.split(' ')], { cwd })
          assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
          const lines = example.trim().split('\n')
          assert.ok(lines.length > 8, 'the page has no example')
          // The goal is longer here by its steps.
          for (const line of lines.filter((one) => !one.includes(' started: '))) assert.match(ran.out, shaped(line))
          assert.equal((await home.run('git', ['show', 'HEAD:round.txt'], { cwd })).out, 'half-even\n')
        },
      )
      await check('the tree is shown, and one mail says how it ended', async () => {
        const shown = await home.drover(['effort', 'show', 'e-1'], { cwd })
        assert.match(shown.out, /coordinator[\s\S]*lead[\s\S]*builder/)
        const { mail } = await home.json(['mail', 'list', '--to', 'operator'])
        assert.equal(mail.filter((one: { type: string }) => one.type === 'result').length, 1)
      })
    }),
}
