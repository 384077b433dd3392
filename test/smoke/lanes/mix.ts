/** Mix: several harnesses at once in one home: the rehearsal, two of configuration, and every agent CLI of the cache. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { cachedClis, settle } from '../clis.ts'
import type { Lane } from '../lane.ts'
import { installScribe } from './custom.ts'

interface Part {
  readonly harness: string
  readonly write: string
  readonly remember: string
  readonly recall: string
}

const own: readonly Part[] = [
  { harness: 'rehearsal', write: '@write made.txt x', remember: '@remember egret', recall: '@recall' },
  { harness: 'scribe', write: 'write made.txt', remember: 'remember egret', recall: 'recall' },
]

const scripted = (harness: string): Part => ({
  harness,
  write: 'MODEL run echo x > made.txt',
  remember: 'MODEL remember egret',
  recall: 'MODEL recall',
})

export const mixLane: Lane = {
  name: 'mix',
  shows: 'several harnesses at once on one repository, each with its own work and memory',
  clis: true,
  async run({ home, clis, check, observe }) {
    const found = clis ? cachedClis() : []
    if (found.length === 0) observe(`no agent CLI is tried (${clis ? 'the cache has none' : 'not asked for'})`)
    const model = await startModelServer()
    try {
      const path = [...found.map((cli) => cli.bin), home.env.PATH].join(':')
      Object.assign(home.env, settle(home.dir, model.url, path))
      installScribe(home)
      await home.json(['project', 'add', '--path', home.repository('shop')])
      const parts = [...own, ...found.map((cli) => scripted(cli.harness))]
      const able = new Set(
        (await home.json(['harness', 'ls'])).harnesses.flatMap((one: { id: string; abilities: { resume: boolean } }) =>
          one.abilities.resume ? [one.id] : [],
        ),
      )
      const spawned = await check(`${parts.map((part) => part.harness).join(', ')} are spawned at once`, () =>
        Promise.all(
          parts.map(async (part) => {
            const args = ['spawn', '-p', 'shop', '--harness', part.harness, '--prompt', part.write]
            return { part, session: (await home.json(args)).session }
          }),
        ),
      )
      const ended = (id: string, turn: number) =>
        home.until(id, (one) => one.turn?.n === turn && one.turn.state !== 'running' && one.status !== 'working')
      for (const { part, session } of spawned) {
        await check(`${part.harness} made its file in its own tree`, async () => {
          const { turn } = await ended(session.id, 1)
          const { events } = await home.json(['session', 'tail', session.id])
          const why = JSON.stringify(events.findLast((row: { kind: string }) => row.kind === 'error') ?? null)
          assert.equal(turn.state, 'completed', `the turn is ${turn.state}: ${why}`)
          assert.ok(existsSync(join(session.workspace, 'made.txt')))
        })
      }
      for (const { part, session } of spawned.filter(({ part: { harness } }) => able.has(harness))) {
        await check(`${part.harness} remembers through a restart of the daemon`, async () => {
          await home.json(['send', '--session', session.id, '--message', part.remember])
          await ended(session.id, 2)
          await home.json(['restart'])
          await home.json(['send', '--session', session.id, '--message', part.recall])
          await ended(session.id, 3)
          assert.match((await home.json(['session', 'get', session.id])).session.lastText, /egret/)
        })
      }
      for (const { part } of spawned.filter(({ part: { harness } }) => !able.has(harness)))
        observe(`${part.harness} cannot resume, so its memory is not asked`)
    } finally {
      await model.close()
    }
  },
}
