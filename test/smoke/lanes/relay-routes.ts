/** Routes of a relay and a custom harness in one, by configuration alone. */
import assert from 'node:assert/strict'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'

const routes = `[routes]
default = ["rh:d"]
planner = ["rh:p@2"]
executor = ["mycode:kimi"]
[harness.mycode]
command = ["sh", "-c", "echo made > custom.txt; printf '\\\\033[31mmade by %s\\\\033[0m\\\\n' $2", "mycode", "$PROMPT", "$MODEL"]
output_strategy = "tail"
[harness.mycode.models]
kimi = "moonshot/kimi-k2"
`

export const routesLane: Lane = {
  name: 'routes',
  shows: 'routes are checked and used; a custom harness in one; what is wrong with a configuration is said',
  async run({ home, check }) {
    const cwd = await repositoryOf(home, 'shop')
    await home.json(['project', 'add', '--path', cwd])
    const checked = () => home.drover(['routes', 'check'], { cwd })

    await check(
      '2c an unknown schema version warns, a harness name with a digit first is an error, no default warns',
      async () => {
        home.config('schema_version = 99\n[routes]\nplanner = ["rh:p", "rh:q"]\n')
        await home.json(['restart'])
        const warned = await checked()
        assert.equal(warned.code, 0, `${warned.out}${warned.err}`)
        assert.match(warned.out, /schema_version 99 is not known here/)
        assert.match(warned.out, /no default route/)
        home.config('[harness.9lives]\ncommand = ["true"]\n[routes]\ndefault = ["9lives"]\n')
        await home.json(['restart'])
        const wrong = await checked()
        assert.equal(wrong.code, 1)
        assert.match(`${wrong.out}${wrong.err}`, /9lives/)
      },
    )
    await check('2d routes are listed, and a relay without agents uses them by role', async () => {
      home.config(routes)
      await home.json(['restart'])
      const listed = await checked()
      assert.equal(listed.code, 0, `${listed.out}${listed.err}`)
      for (const name of ['default', 'planner', 'executor']) assert.match(listed.out, new RegExp(`^${name} `, 'm'))
      await home.json(['task', 'add', '--title', 'Plan', '--body', '@write plan.txt x', '--role', 'planner'], { cwd })
      await home.json(['task', 'add', '--title', 'Do', '--body', '@write do.txt x'], { cwd })
      const { tries } = await home.json(['relay'], { cwd })
      assert.deepEqual(
        tries.map((one: { agent: string; route: string }) => `${one.agent} ${one.route}`),
        ['rehearsal:p planner', 'rehearsal:d default'],
      )
    })
    await check('2f a custom harness: the record names it and its model, no escape codes in its summary', async () => {
      const { tries } = await home.json(['relay', '-a', 'mycode:kimi', 'Make custom.txt'], { cwd })
      assert.equal(tries[0].agent, 'mycode:moonshot/kimi-k2')
      assert.equal(tries[0].outcome, 'completed')
      assert.equal(tries[0].summary, 'made by moonshot/kimi-k2')
    })
  },
}
