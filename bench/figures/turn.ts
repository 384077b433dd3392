/**
 * `turn`: what a turn with 1,000 tool lines costs more than its script alone. The script writes each line by itself, as agents
 * do. Subject: `POST /turns` until the fleet stream has `turn_ended`. Floor: the same script into a file, start to exit.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, type Measurement } from '../measure.ts'
import { idleSessions, pause } from '../stage/agents.ts'
import { finalLine, linesText, toolLine } from '../stage/lines.ts'
import { timeProgram } from '../stage/stage.ts'
import { clientOf, watch } from '../stage/watch.ts'

export const turn: Measurement = {
  figures: [
    {
      id: 'turn',
      unit: 'ms',
      what: 'a turn with 1,000 tool lines, from the request to its end',
      floor: 'the same script into a file',
      rule: { type: 'above-at-most', limit: 15 },
    },
  ],
  async run(stage) {
    stage.say('turn')
    const world = await stage.world()
    const dir = stage.dir()
    const lines = join(dir, 'lines')
    writeFileSync(lines, `${linesText(1_000, toolLine)}${finalLine}\n`)
    const prompt = `exec awk '{ print; fflush() }' '${lines}'`
    const script = join(dir, 'script')
    writeFileSync(script, prompt)
    const [id] = (await idleSessions(world, 1)) as [string]
    const fleet = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_ended')
    const client = clientOf(world)
    const floor = async (): Promise<number> => {
      const out = openSync(join(dir, 'out'), 'w')
      const ms = await timeProgram('/bin/sh', [script], world.env, out)
      closeSync(out)
      return ms
    }
    const subject = async (): Promise<number> => {
      // What follows a turn (a look at the worktree) is not part of it; there is no sign for its end.
      await pause(250)
      const ended = fleet.seen
      const begun = performance.now()
      await client.post(`/api/v1/sessions/${id}/turns`, { prompt })
      await fleet.reached(ended + 1)
      const ms = performance.now() - begun
      return ms
    }
    await subject()
    const runs = await alternate(stage.rounds, stage.quick ? 2 : 7, floor, subject)
    client.close()
    fleet.close()
    await world.end()
    return { turn: runs }
  },
}
