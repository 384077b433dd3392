/** A relay that meets trouble, from the shell: pauses, an unfinished one, hangs; tail, progress and instructions beside it. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'

export const relayCareLane: Lane = {
  name: 'relay-care',
  shows: 'pauses and who waits for them, resume and new, hangs, tail, progress, instructions',
  async run({ home, check }) {
    home.config('stall_threshold = "3s"\n[relay]\nbackoff = "50ms"\n')
    const cwd = await repositoryOf(home, 'shop')
    await home.json(['project', 'add', '--path', cwd])
    const relay = (args: readonly string[], input?: string) =>
      home.drover(['relay', ...args], { cwd, ...(input === undefined ? {} : { input }) })
    const get = async (id: string) => (await home.json(['relay', 'get', id])).relay
    const states = async () =>
      Object.fromEntries(
        (await home.json(['agents'])).agents.map((one: { agent: string; state: string }) => [one.agent, one.state]),
      )
    const heard = (id: string, fits: (one: { state: string }) => boolean) =>
      home.listen('/api/v1/events?after=0', (frame) => {
        if (frame.data === '' || frame.id === undefined) return undefined
        const { type, payload } = JSON.parse(frame.data)
        return type.startsWith('relay_') && payload.id === id && fits(payload) ? payload : undefined
      })

    await check('2b plain lines without a terminal: a header and the end of each try, no escape codes', async () => {
      const ran = await relay(['-a', 'rh:a', '@write b.txt x'])
      assert.equal(ran.code, 0, ran.err)
      assert.match(ran.out, /^\[1\] rehearsal:a · .* · started \d\d:\d\d$/m)
      assert.doesNotMatch(ran.out, /\u001b|\r/)
    })
    await check(
      '2g two failures of the infrastructure pause an agent, a plain one does not; a later relay waits',
      async () => {
        const ran = await relay([
          '-a',
          'rh:bad rh:plain rh:good',
          '@only bad @fail transient\n@only plain @fail agent_error\n@append g.txt x',
        ])
        assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
        const { 'rehearsal:bad': bad, 'rehearsal:plain': plain } = await states()
        assert.deepEqual([bad, plain], ['paused', 'active'])
        const { relay: waits } = await home.json(['relay', '--detach', '-a', 'rh:bad', '@append g.txt x'], { cwd })
        assert.equal(waits.state, 'waiting')
        assert.deepEqual(
          waits.waitingFor.agents.map((one: { agent: string }) => one.agent),
          ['rehearsal:bad'],
        )
        await relay(['stop', waits.id, '--now'])
      },
    )
    await check(
      '2h an unfinished relay: `echo resume |` and `echo new |`, --resume, --new; the old one has its end',
      async () => {
        const slow = '@sleep 60000'
        const { relay: first } = await home.json(['relay', '--detach', '--new', '-a', 'rh:a', slow], { cwd })
        const none = await relay(['-a', 'rh:a', slow], '')
        assert.notEqual(none.code, 0)
        assert.match(none.err, /--resume[\s\S]*--new/)
        for (const [args, input] of [
          [['--detach', '--json'], 'resume\n'],
          [['--resume', '--detach', '--json'], undefined],
        ] as const)
          assert.equal(JSON.parse((await relay(args, input)).out).relay.id, first.id)
        let old = first.id
        for (const [args, input] of [
          [['--detach', '-a', 'rh:b', slow, '--json'], 'new\n'],
          [['--new', '--detach', '-a', 'rh:b', slow, '--json'], undefined],
        ] as const) {
          const { id } = JSON.parse((await relay(args, input)).out).relay
          assert.notEqual(id, old)
          const closed = await get(old)
          assert.deepEqual([closed.endReason, closed.endedAt !== null], ['replaced', true])
          old = id
        }
        await relay(['stop', old, '--now'])
        await heard(old, (one) => one.state === 'ended')
      },
    )
    await check('2k the newest try and a given one are tailed', async () => {
      const ran = JSON.parse((await relay(['-n', '2', '-a', 'rh:a', '@say said here\n@append k.txt x', '--json'])).out)
      const [one, two] = ran.tries as { n: number }[]
      const newest = await home.drover(['tail'], { cwd })
      assert.match(newest.out, new RegExp(`try ${two?.n} of ${ran.relay.id}[\\s\\S]*said here`))
      const given = await home.drover(['tail', '--try', String(one?.n)], { cwd })
      assert.match(given.out, new RegExp(`try ${one?.n} of`))
    })
    await check('2l progress keeps its follow-ups', async () => {
      await home.json(['progress', '--summary', 'half of it', '--followup', 'first', '--followup', 'second'], { cwd })
      const [entry] = (await home.json(['progress'], { cwd })).entries
      assert.deepEqual([entry.summary, entry.followups], ['half of it', ['first', 'second']])
    })
    await check('2m instructions, or that there are none', async () => {
      assert.equal((await home.drover(['instructions', 'show'], { cwd })).out, '(no project instructions set)\n')
      mkdirSync(join(cwd, '.drover'), { recursive: true })
      writeFileSync(join(cwd, '.drover', 'instructions.md'), 'Say please.\n')
      assert.equal((await home.drover(['instructions', 'show'], { cwd })).out, 'Say please.\n')
    })
    await check(
      '2n a silent agent without connections is found at the threshold, and the next one goes on',
      async () => {
        const ran = await relay(['-a', 'rh:mute rh:good', '@only mute @hang\n@append n.txt x', '--json'])
        assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
        const words = JSON.parse(ran.out).tries.map(
          (one: { agent: string; category: string }) => `${one.agent} ${one.category}`,
        )
        assert.deepEqual(words, ['rehearsal:mute stalled', 'rehearsal:mute stalled', 'rehearsal:good null'])
        assert.equal((await states())['rehearsal:mute'], 'paused')
      },
    )
  },
}
