/**
 * Real CLIs in trouble: providers that fail again and again pause an agent, a plain failure does not; a request that is never answered
 * and a process that stands still are found, and the next agent goes on.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelServer } from '../../support/model-server/model-server.ts'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

type Check = Parameters<Lane['run']>[0]['check']
interface Try {
  readonly n: number
  readonly relayId: string
  readonly agent: string
  readonly sessionId: string
  readonly outcome: string | null
  readonly category: string | null
  readonly evidence: unknown
}
interface Part {
  readonly name: string
  readonly cwd: string
}

export const relayTroubleClisLane: Lane = {
  name: 'relay-trouble-clis',
  shows:
    'claude-code, codex and opencode whose provider fails, never answers, or that stand still: paused, found, replaced',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found, model) => {
      const { home, check } = steps
      // By itself Claude Code asks its provider for minutes.
      home.env.CLAUDE_CODE_MAX_RETRIES = '1'
      // A CLI that asks its provider again is silent meanwhile: that is no hang here.
      home.config('[relay]\nbackoff = "50ms"\nstall_threshold = "3m"\n')
      const parts: Part[] = []
      for (const name of found) {
        const cwd = await repositoryOf(home, name)
        await home.json(['project', 'add', '--path', cwd])
        parts.push({ name, cwd })
      }
      await check(
        '2g a plain failure rotates, two of the infrastructure pause an agent, a later relay waits for it',
        () => Promise.all(parts.map((part) => pauses(home, part))),
      )
      home.config('[relay]\nbackoff = "50ms"\nstall_threshold = "10s"\nconnected_idle = "3s"\nconnected_kill = "20s"\n')
      await home.json(['restart'])
      await silent(home, check, parts)
      await still(home, check, parts, model)
    }),
}

const stateOf = async (home: Home, name: string): Promise<string | undefined> =>
  (await home.json(['agents'])).agents.find((one: { agent: string }) => one.agent === name)?.state

/** A provider that fails is asked again for minutes by some CLIs: longer than one look may take. */
async function triesOf(home: Home, cwd: string, ...args: string[]): Promise<readonly Try[]> {
  const { relay } = await home.json(['relay', '--detach', ...args], { cwd })
  for (let look = 1; ; look++) {
    try {
      await home.listen('/api/v1/events?after=0&type=relay_ended', (frame) =>
        frame.data.includes(`"id":"${relay.id}"`) ? true : undefined,
      )
      return (await home.curl('GET', `/api/v1/relays/${relay.id}/tries`)).json.tries
    } catch (error) {
      if (look === 3) throw error
    }
  }
}
const words = (tries: readonly Try[]): readonly string[] => tries.map((one) => `${one.agent} ${one.category}`)

/** All at once: their pauses cost nothing. */
async function pauses(home: Home, { name, cwd }: Part): Promise<void> {
  const plain = await triesOf(home, cwd, '-a', `${name} rh:good`, 'MODEL fail 400\n@append g.txt x')
  assert.deepEqual([plain.at(-1)?.agent, plain.at(-1)?.outcome], ['rehearsal:good', 'completed'])
  assert.ok(!words(plain).some((one) => /transient|overloaded|rate_limit/.test(one)), words(plain).join())
  assert.equal(await stateOf(home, name), 'active')
  const infra = await triesOf(home, cwd, '-a', `${name} rh:good`, 'MODEL fail 500\n@append g.txt x')
  assert.deepEqual(words(infra), [`${name} transient`, `${name} transient`, 'rehearsal:good null'])
  assert.equal(await stateOf(home, name), 'paused')
  const later = await home.drover(['relay', '--detach', '-a', name, 'MODEL say hello', '--json'], { cwd })
  const { relay } = JSON.parse(later.out)
  assert.deepEqual([relay.state, relay.waitingFor.agents[0].agent], ['waiting', name])
  await home.drover(['relay', 'stop', relay.id, '--now'], { cwd })
  await home.json(['agents', 'reset', name])
}

/** The words that the fleet was told of its health, in order: they are changes, no events of its transcript. */
async function healthOf(home: Home, sessionId: string): Promise<readonly string[]> {
  const told: string[] = []
  await home.listen('/api/v1/events?after=0&type=session_updated', ({ event, data }) => {
    if (event === 'caught-up') return true
    const { payload } = JSON.parse(data)
    if (payload?.id === sessionId && payload.health !== null) told.push(payload.health.state)
    return undefined
  })
  return told
}

/** What was kept of a try's processes while it was silent, oldest first. */
const samplesOf = (home: Home, { sessionId }: Try): readonly string[] =>
  readFileSync(join(home.home, 'sessions', sessionId, 'launches', '1', 'readings'), 'utf8')
    .trim()
    .split('\n')

/** All at once: they wait side by side and cost nothing. */
const silent = (home: Home, check: Check, parts: readonly Part[]) =>
  check('2n a connection that carries nothing is found; its samples are kept; the next agent goes on', async () => {
    await Promise.all(
      parts.map(async ({ name, cwd }) => {
        const tries = await triesOf(home, cwd, '-a', `${name} rh:good`, 'MODEL hang\n@append n.txt x')
        assert.deepEqual(words(tries), [`${name} stalled`, `${name} stalled`, 'rehearsal:good null'])
        assert.match(JSON.stringify(tries[0]?.evidence), /connection/)
        const told = await healthOf(home, tries[0]?.sessionId ?? '')
        for (const word of ['slowing', 'suspect']) assert.ok(told.includes(word), `${name} was never ${word}: ${told}`)
        // One is kept each 10 s: of a silence that is given up after 20 s, its beginning (it may not be connected yet), its middle and its end.
        for (const one of tries.slice(0, 2)) {
          const samples = samplesOf(home, one)
          assert.ok(samples.length >= 2 && /"connections":[1-9]/.test(samples.at(-1) ?? ''), `${name}: ${samples}`)
        }
        assert.equal(await stateOf(home, name), 'paused')
        await home.json(['agents', 'reset', name])
      }),
    )
  })

/** What a CLI that deadlocked looks like: it stands still, and its peer is gone. The model is gone after this. */
const still = (home: Home, check: Check, parts: readonly Part[], model: ModelServer) =>
  check('2n a process that stands still without a connection is found at the threshold', async () => {
    const relays = new Map<string, string>()
    // All at once: who hangs first is not to be found silent behind its open connection before the last one hangs.
    const begin = async ({ name, cwd }: (typeof parts)[number]): Promise<void> => {
      const prompt = `MODEL hang\n${name} stands still`
      const { relay } = await home.json(['relay', '--detach', '-a', name, prompt], { cwd })
      relays.set(relay.id, name)
      await model.seen((request) => request.act === 'hang' && request.prompt.includes(`${name} stands still`))
    }
    await Promise.all(parts.map(begin))
    const agents = home.processes().filter(({ command }) => !/drover\.cjs|dist\//.test(command))
    for (const { pid } of agents) process.kill(pid, 'SIGSTOP')
    await model.close()
    const ended = new Map<string, Try>()
    await home.listen('/api/v1/events?after=0&type=try_ended', (frame) => {
      if (frame.event !== 'try_ended') return undefined
      const one: Try = JSON.parse(frame.data).payload
      if (relays.has(one.relayId) && !ended.has(one.relayId)) ended.set(one.relayId, one)
      return ended.size === relays.size ? true : undefined
    })
    for (const id of relays.keys()) await home.drover(['relay', 'stop', id, '--now'])
    assert.deepEqual(words([...ended.values()]).toSorted(), parts.map(({ name }) => `${name} stalled`).toSorted())
    for (const one of ended.values()) assert.match(JSON.stringify(one.evidence), /no connection/)
  })
