/**
 * `cli-version`, `cli-ls`: the real program, start to exit. Floor: `node -e 0` with the same Node. `cli-ls` prints the first
 * page of a store with 10,000 sessions; they have ended, hence `--include-terminated`.
 */
import { bin } from '#test/support/world'
import { alternate, type Measurement, type Runs } from '../measure.ts'
import { timeProgram } from '../stage/stage.ts'

const floor = '`node -e 0` with the same Node'

export const cli: Measurement = {
  figures: [
    {
      id: 'cli-version',
      unit: 'ms',
      what: '`drover version`',
      floor,
      rule: { type: 'ratio-at-most', limit: 1.8 },
    },
    {
      id: 'cli-ls',
      unit: 'ms',
      what: '`drover session ls --json`, first page of 10,000 sessions',
      floor,
      rule: { type: 'ratio-at-most', limit: 1.8 },
    },
  ],
  async run(stage, wanted) {
    const world = wanted.has('cli-ls') ? (await stage.large()).world : await stage.world()
    stage.say('cli-version, cli-ls')
    const node = process.execPath
    const run = (args: readonly string[]) => () => timeProgram(node, args, world.env)
    const nothing = run(['-e', '0'])
    const version = run([bin, 'version'])
    const ls = run([bin, 'session', 'ls', '--json', '--include-terminated'])
    await version()
    await ls()
    const samples = stage.quick ? 3 : 11
    const found: Record<string, Runs> = {}
    if (wanted.has('cli-version')) found['cli-version'] = await alternate(stage.rounds, samples, nothing, version)
    if (wanted.has('cli-ls')) found['cli-ls'] = await alternate(stage.rounds, samples, nothing, ls)
    return found
  },
}
