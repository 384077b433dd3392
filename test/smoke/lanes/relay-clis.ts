/** Relays with the real CLIs: routes by role, turns in order, tail, progress, an unfinished one, a spent account. */
import assert from 'node:assert/strict'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

type Check = Parameters<Lane['run']>[0]['check']
interface Try {
  readonly n: number
  readonly agent: string
  readonly route: string | null
  readonly outcome: string
  readonly commits: readonly { readonly hash: string }[]
}

export const relayClisLane: Lane = {
  name: 'relay-clis',
  shows: 'relays of claude-code, codex and opencode: routes, turns, tail, progress, resume and new, a spent account',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found) => {
      const { home, check } = steps
      const routes = found.map((name) => `${name.replace(/\W/g, '')} = ["${name}"]`)
      home.config(`[relay]\nbackoff = "50ms"\n[routes]\ndefault = ["${found[0]}"]\n${routes.join('\n')}\n`)
      const cwd = await repositoryOf(home, 'shop')
      await home.json(['project', 'add', '--path', cwd])
      await byRole(home, check, found, cwd)
      await inTurn(home, check, found, cwd)
      for (const name of found) {
        await progress(home, check, name, cwd)
        await unfinished(home, check, name, cwd)
        await spent(home, check, name, cwd)
      }
    }),
}

async function ran(home: Home, cwd: string, ...args: string[]): Promise<{ relay: { id: string }; tries: Try[] }> {
  const { code, out, err } = await home.drover(['relay', ...args, '--json'], { cwd })
  assert.equal(code, 0, `${out}${err}`)
  return JSON.parse(out)
}

const byRole = (home: Home, check: Check, found: readonly string[], cwd: string) =>
  check(`2d 2e a task's role picks ${found.join(', ')}, and what each made is in the clean checkout`, async () => {
    for (const name of found) {
      const role = name.replace(/\W/g, '')
      const body = `MODEL run echo ${role} > ${role}.txt`
      await home.json(['task', 'add', '--title', `Make ${role}.txt`, '--body', body, '--role', role], { cwd })
    }
    const { tries } = await ran(home, cwd, '--land')
    assert.deepEqual(
      tries.map((one) => `${one.agent} ${one.route} ${one.outcome}`),
      found.map((name) => `${name} ${name.replace(/\W/g, '')} completed`),
    )
    const files = (await home.run('git', ['ls-files'], { cwd })).out
    for (const name of found) assert.match(files, new RegExp(`^${name.replace(/\W/g, '')}\\.txt$`, 'm'))
  })

const inTurn = (home: Home, check: Check, found: readonly string[], cwd: string) =>
  check(`2j 2k all of them take turns in order, a commit each, and each try can be tailed`, async () => {
    const args = ['-n', String(found.length), '-a', found.join(' '), 'MODEL run echo round >> log.txt']
    const { relay, tries } = await ran(home, cwd, ...args)
    assert.deepEqual(
      tries.map((one) => `${one.agent} ${one.outcome}`),
      found.map((name) => `${name} completed`),
    )
    for (const one of tries) {
      assert.match(one.commits[0]?.hash ?? '', /^[0-9a-f]{40}$/)
      const told = await home.drover(['tail', '--try', String(one.n)], { cwd })
      assert.match(told.out, new RegExp(`try ${one.n} of ${relay.id}[\\s\\S]*echo round`))
      assert.ok(!told.out.includes('\u001b'), 'escape codes without a terminal')
    }
  })

const progress = (home: Home, check: Check, name: string, cwd: string) =>
  check(`2l ${name} notes its progress by its own token, with follow-ups`, async () => {
    const note = `"$DROVER_BIN" progress --summary "half by ${name}" --followup first --followup second`
    await ran(home, cwd, '-a', name, `MODEL run ${note} && echo ${name} >> log.txt`)
    const { entries } = await home.json(['progress'], { cwd })
    const entry = entries.find((one: { summary: string }) => one.summary === `half by ${name}`)
    assert.deepEqual(entry?.followups, ['first', 'second'])
  })

const unfinished = (home: Home, check: Check, name: string, cwd: string) =>
  check(`2h ${name}: an unfinished relay, \`echo resume |\` and \`echo new |\``, async () => {
    const slow = ['--detach', '-a', name, 'MODEL run sleep 120']
    const { relay: first } = await home.json(['relay', ...slow], { cwd })
    const asked = async (word: string): Promise<string> => {
      const said = await home.drover(['relay', ...(word === 'new' ? slow : ['--detach']), '--json'], {
        cwd,
        input: `${word}\n`,
      })
      assert.equal(said.code, 0, `${said.out}${said.err}`)
      return JSON.parse(said.out).relay.id
    }
    assert.equal(await asked('resume'), first.id)
    const second = await asked('new')
    assert.notEqual(second, first.id)
    const { relay: closed } = await home.json(['relay', 'get', first.id])
    assert.deepEqual([closed.endReason, closed.endedAt !== null], ['replaced', true])
    await stopNow(home, cwd, second)
  })

const spent = (home: Home, check: Check, name: string, cwd: string) =>
  check(
    `2g ${name}: an account that gives no more holds the agent, the relay says until when it waits, and a reset takes it back`,
    async () => {
      const { relay } = await home.json(['relay', '--detach', '-a', name, 'MODEL limit reset=7200'], { cwd })
      const waits = await home.listen('/api/v1/events?after=0&type=relay_updated', (frame) => {
        if (frame.data === '') return undefined
        const { payload } = JSON.parse(frame.data)
        return payload?.id === relay.id && payload.state === 'waiting' ? payload : undefined
      })
      const left = Date.parse(waits.waitingFor.until) - Date.now()
      assert.ok(left > 0 && left < 3 * 3600_000, `it waits until ${waits.waitingFor.until}`)
      const states = async () =>
        (await home.json(['agents'])).agents.find((one: { agent: string }) => one.agent === name)?.state
      // By a key, as here, claude-code only tells of a rate that is exceeded: that pauses it after the second time.
      assert.equal(await states(), name === 'claude-code' ? 'paused' : 'benched')
      await stopNow(home, cwd, relay.id)
      await home.json(['agents', 'reset', name])
      assert.equal(await states(), 'active')
    },
  )

async function stopNow(home: Home, cwd: string, id: string): Promise<void> {
  await home.drover(['relay', 'stop', id, '--now'], { cwd })
  await home.listen('/api/v1/events?after=0&type=relay_ended', (frame) =>
    frame.data.includes(`"id":"${id}"`) ? true : undefined,
  )
}
