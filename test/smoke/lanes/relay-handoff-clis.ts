/**
 * Work of real CLIs that goes on: an agent whose account is spent in mid-task hands over to the next in the same worktree, nobody
 * of another project touches the benched account, and a relay lives through a daemon that is killed again and again.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModelServer } from '../../support/model-server/model-server.ts'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

type Check = Parameters<Lane['run']>[0]['check']
interface Try {
  readonly agent: string
  readonly outcome: string
  readonly category: string | null
  readonly handoff: string | null
  readonly taskId: string | null
  readonly commits: readonly { readonly subject: string }[]
}
interface Part {
  readonly home: Home
  readonly check: Check
  readonly model: ModelServer
  readonly cwd: string
}

/** A user of Claude Code whose account has a quota is signed in otherwise than by a key. */
const subscription = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'fake' }

export const relayHandoffClisLane: Lane = {
  name: 'relay-handoff-clis',
  shows:
    'a spent account in mid-task, the next of claude-code, codex and opencode goes on; the daemon killed again and again',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found, model) => {
      const { home, check, observe } = steps
      if (found.length < 2) return observe(`nobody could take over from ${found.join()}`)
      Object.assign(home.env, subscription)
      const cwd = await repositoryOf(home, 'shop')
      const other = await repositoryOf(home, 'other')
      for (const path of [cwd, other]) await home.json(['project', 'add', '--path', path])
      for (const [at, name] of found.entries())
        await handsOver({ home, check, model, cwd }, name, found[(at + 1) % found.length] ?? '', other)
      for (const name of found) await killed({ home, check, model, cwd }, name)
    }),
}

async function ran(home: Home, cwd: string, ...args: string[]): Promise<{ relay: { branch: string }; tries: Try[] }> {
  const { code, out, err } = await home.drover(['relay', ...args, '--json'], { cwd })
  assert.equal(code, 0, `${out}${err}`)
  return JSON.parse(out)
}

const git = async (home: Home, cwd: string, ...args: string[]): Promise<string> =>
  (await home.run('git', args, { cwd })).out

const handsOver = ({ home, check, model, cwd }: Part, name: string, next: string, other: string) =>
  check(`${name} is spent in mid-task: benched, ${next} goes on in the same worktree, told what was done`, async () => {
    const file = `half-${name}.txt`
    const prompt = `MODEL run echo by-$DROVER_SESSION_ID >> ${file}\nMODEL for ${name} limit reset=7200`
    const before = model.requests.length
    const { relay, tries } = await ran(home, cwd, '-a', `${name} ${next}`, prompt)
    assert.deepEqual(
      tries.map((one) => `${one.agent} ${one.outcome} ${one.category}`),
      [`${name} parked usage_limit`, `${next} completed null`],
    )
    // Both wrote to one file: what the first left was there for the second.
    assert.equal((await git(home, cwd, 'show', `${relay.branch}:${file}`)).trim().split('\n').length, 2)
    assert.ok(tries[1]?.handoff?.includes(file), `the hand-off does not name ${file}: ${tries[1]?.handoff}`)
    const read = JSON.stringify(model.requests.slice(before).findLast(({ helper }) => !helper)?.body)
    assert.ok(read.includes(file) && read.includes(name), 'the model of the second was not told')
    const { agents } = await home.json(['agents'])
    const benched = agents.find((one: { agent: string }) => one.agent === name)
    const left = Date.parse(benched.until) - Date.now()
    assert.equal(benched.state, 'benched')
    assert.ok(left > 0 && left < 3 * 3600_000, `benched until ${benched.until}`)
    const elsewhere = await ran(home, other, '-a', `${name} rh:good`, '@append other.txt x')
    assert.deepEqual(
      elsewhere.tries.map((one) => one.agent),
      ['rehearsal:good'],
    )
    const { relay: waits } = await home.json(['relay', '--detach', '-a', name, 'MODEL say hello'], { cwd: other })
    assert.deepEqual([waits.state, waits.waitingFor.agents[0].agent], ['waiting', name])
    await home.drover(['relay', 'stop', waits.id, '--now'], { cwd: other })
    await home.json(['agents', 'reset', name])
  })

/** Some hundred milliseconds, other ones in each round: no point of a relay is special. */
const moments = [300, 1700, 900, 3100]

const killed = ({ home, check, cwd }: Part, name: string) =>
  check(
    `${name}: the daemon killed ${moments.length} times at any point: both tasks done, once, each counted once`,
    async () => {
      for (const word of ['one', 'two']) {
        const body = `MODEL run sleep 2; echo ${word} >> killed-${name}.txt`
        await home.json(['task', 'add', '--title', `Write ${word} by ${name}`, '--body', body], { cwd })
      }
      const { relay } = await home.json(['relay', '--detach', '-a', name, '--land'], { cwd })
      for (const moment of moments) {
        await pause(moment)
        process.kill(JSON.parse(readFileSync(join(home.home, 'running.json'), 'utf8')).pid, 'SIGKILL')
        await home.json(['start'])
      }
      const after = await home.drover(['relay', 'get', relay.id, '--follow', '--json'], { cwd })
      assert.equal(after.code, 0, `${after.out}${after.err}`)
      const { tries } = (await home.curl('GET', `/api/v1/relays/${relay.id}/tries`)).json as { tries: Try[] }
      const done = tries.filter((one) => one.outcome === 'completed')
      assert.deepEqual([done.length, new Set(done.map((one) => one.taskId)).size], [2, 2], JSON.stringify(tries))
      const { relay: ended } = await home.json(['relay', 'get', relay.id])
      assert.deepEqual([ended.endReason, ended.completed], ['queue_empty', 2])
      assert.deepEqual((await home.json(['task', 'ls'], { cwd })).tasks, [])
      assert.equal(await git(home, cwd, 'status', '--porcelain'), '')
      const subjects = (await git(home, cwd, 'log', '--format=%s')).split('\n')
      for (const word of ['one', 'two'])
        assert.equal(subjects.filter((line) => line === `Write ${word} by ${name}`).length, 1, subjects.join('; '))
    },
  )
