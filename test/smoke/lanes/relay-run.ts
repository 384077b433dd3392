/**
 * Relays from the shell: a commit hash for a prompt that never mentions committing, two queued tasks as files in the clean
 * checkout, one killed in mid-run and resumed; on the rehearsal and on claude-code, codex and opencode of the cache.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { cachedClis, settle } from '../clis.ts'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'

/** An agent, and how it is told to make a file, at once or after a while. */
interface Part {
  readonly agent: string
  readonly make: (file: string) => string
  readonly later: (file: string) => string
}

const rehearsal: Part = {
  agent: 'rh:a',
  make: (file) => `@write ${file} x`,
  later: (file) => `@sleep 3000\n@write ${file} x`,
}
const scripted = (agent: string): Part => ({
  agent,
  make: (file) => `MODEL run echo x > ${file}`,
  later: (file) => `MODEL run sleep 3; echo x > ${file}`,
})
const wanted = ['claude-code', 'codex', 'opencode']

/** A repository that a user of this home would commit in. */
export async function repositoryOf(home: Home, name: string): Promise<string> {
  const path = home.repository(name)
  for (const [key, value] of [
    ['user.name', 'smoke'],
    ['user.email', 'smoke@localhost'],
  ] as const)
    await home.run('git', ['config', key, value], { cwd: path })
  return path
}

const git = async (home: Home, cwd: string, ...args: string[]): Promise<string> =>
  (await home.run('git', args, { cwd })).out

export const relayLane: Lane = {
  name: 'relay',
  shows: 'relays from the shell: a commit for a plain prompt, a queue that lands, one killed in mid-run and resumed',
  clis: true,
  async run({ home, clis, check, observe }) {
    const found = clis ? cachedClis().filter((cli) => wanted.includes(cli.harness)) : []
    if (found.length === 0) observe(`no agent CLI is tried (${clis ? 'the cache has none' : 'not asked for'})`)
    const model = await startModelServer()
    try {
      const path = [...found.map((cli) => cli.bin), home.env.PATH].join(':')
      Object.assign(home.env, settle(home.dir, model.url, path))
      for (const part of [rehearsal, ...found.map((cli) => scripted(cli.harness))]) {
        const name = part.agent.replace(/\W/g, '')
        const cwd = await repositoryOf(home, name)
        await home.json(['project', 'add', '--path', cwd])
        await once(home, check, part, cwd)
        await queue(home, check, part, cwd)
        await killed(home, check, part, cwd)
      }
      const cwd = await repositoryOf(home, 'orders')
      await home.json(['project', 'add', '--path', cwd])
      await order(home, check, cwd)
    } finally {
      await model.close()
    }
  },
}

type Check = Parameters<Lane['run']>[0]['check']

const once = (home: Home, check: Check, part: Part, cwd: string) =>
  check(`2a ${part.agent}: one round, a completed try, a commit hash, the file on the relay's branch`, async () => {
    const prompt = `Create a file named made.txt.\n${part.make('made.txt')}`
    const ran = await home.drover(['relay', '-n', '1', '-a', part.agent, prompt], { cwd })
    assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
    assert.match(ran.out, /✓ try 1 completed · .* [0-9a-f]{12} · /)
    const { relay, tries } = await home.json(['relay', 'get', (await newest(home, cwd)).id])
    assert.equal(relay.endReason, 'target_met')
    const commits = tries?.[0]?.commits ?? (await triesOf(home, relay.id))[0].commits
    assert.match(commits[0].hash, /^[0-9a-f]{40}$/)
    assert.equal((await git(home, cwd, 'show', `${relay.branch}:made.txt`)).trim(), 'x')
    assert.equal(existsSync(join(cwd, 'made.txt')), false)
  })

const newest = async (home: Home, cwd: string) => (await home.json(['relay', 'ls'], { cwd })).relays[0]
const triesOf = async (home: Home, id: string) => (await home.curl('GET', `/api/v1/relays/${id}/tries`)).json.tries

const queue = (home: Home, check: Check, part: Part, cwd: string) =>
  check(
    `2e ${part.agent}: two tasks, head before tail, both files in the clean checkout, the queue empty`,
    async () => {
      const add = (file: string, where: string) =>
        home.json(['task', 'add', '--title', `Create ${file}`, '--body', part.make(file), where], { cwd })
      await add('tail.txt', '--tail')
      await add('head.txt', '--head')
      const ran = await home.drover(['relay', '-a', part.agent, '--land'], { cwd })
      assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
      assert.ok(ran.out.indexOf('Create head.txt') < ran.out.indexOf('Create tail.txt'), ran.out)
      for (const file of ['head.txt', 'tail.txt']) assert.equal(readFileSync(join(cwd, file), 'utf8').trim(), 'x')
      assert.equal(await git(home, cwd, 'status', '--porcelain'), '')
      assert.deepEqual((await home.json(['task', 'ls'], { cwd })).tasks, [])
    },
  )

const killed = (home: Home, check: Check, part: Part, cwd: string) =>
  check(`2h ${part.agent}: the daemon killed in mid-run, and the relay resumed: done once`, async () => {
    const { relay } = await home.json(['relay', '--detach', '-n', '1', '-a', part.agent, part.later('late.txt')], {
      cwd,
    })
    await home.listen('/api/v1/events?after=0&type=try_started', (frame) =>
      frame.data.includes(`"relayId":"${relay.id}"`) ? true : undefined,
    )
    process.kill(JSON.parse(readFileSync(join(home.home, 'running.json'), 'utf8')).pid, 'SIGKILL')
    await home.json(['start'])
    const ran = await home.drover(['relay', '--resume', relay.id, '--json'], { cwd })
    assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
    const after = JSON.parse(ran.out)
    assert.deepEqual([after.relay.endReason, after.relay.completed], ['target_met', 1])
    const done = after.tries.filter((one: { outcome: string }) => one.outcome === 'completed')
    assert.equal(done.length, 1)
    assert.equal((await git(home, cwd, 'show', `${after.relay.branch}:late.txt`)).trim(), 'x')
  })

const order = (home: Home, check: Check, cwd: string) =>
  check('2i 2j rh: `rh:2` twice the same, "rh:a rh:b rh:c" one each in order', async () => {
    const agents = async (...args: string[]) => {
      const ran = await home.drover(['relay', ...args, '@append log.txt x', '--json'], { cwd })
      assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
      return JSON.parse(ran.out).tries.map((one: { agent: string }) => one.agent)
    }
    assert.deepEqual(await agents('-n', '2', '-a', 'rh:2', '-a', 'rh:b'), ['rehearsal', 'rehearsal'])
    const each = ['rehearsal:a', 'rehearsal:b', 'rehearsal:c']
    assert.deepEqual(await agents('-n', '3', '-a', 'rh:a rh:b rh:c'), each)
  })
