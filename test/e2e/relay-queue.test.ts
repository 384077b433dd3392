/** The queue under a relay: lanes beside each other, steering by hand, what agents report, two homes on one repository. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Relay } from '#contract/relay'
import type { Task } from '#contract/task'
import { ok, type World, world } from '../support/world.ts'
import { addTask, ended, getRelay, getTask, relay, triesOf, untilRelay, whole, words } from './relay-world.ts'

/** Two that say the same words at their end; one of them has run the command. */
const config = `
[relay]
backoff = "50ms"
[harness.talker]
command = ["sh", "-c", "echo x > words.txt; echo I ran: drover task done --summary all"]
[harness.doer]
command = ["sh", "-c", "echo x > deed.txt; $DROVER_BIN task done --summary 'all of it' >/dev/null; echo I ran: drover task done"]
`

let w: World
let gates = 0
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n', 'list.txt': 'base\n' }, config })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())
/** A test that failed half-way leaves no relay and no task to the next one. */
afterEach(async () => {
  const { relays } = await ok<{ relays: Relay[] }>(w.call('GET', '/api/v1/relays?project=shop'))
  for (const one of relays.filter(({ state }) => state !== 'ended')) await steer(one.id, 'stop', { now: true })
  for (const one of relays.filter(({ state }) => state !== 'ended')) await ended(w, one.id)
  const { tasks } = await ok<{ tasks: Task[] }>(w.call('GET', '/api/v1/tasks?project=shop&limit=500'))
  for (const one of tasks) await w.call('DELETE', `/api/v1/tasks/${one.id}`)
})

const steer = async (id: string, what: string, body: object = {}): Promise<Relay> =>
  (await ok<{ relay: Relay }>(w.call('POST', `/api/v1/relays/${id}/${what}`, body))).relay
const at = (branch: string | null, file: string): string => w.repo.git('show', `${branch}:${file}`)
const states = async (...ids: string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await getTask(w, id)).state))

/** A line that tells it is there and waits until the test opens it. */
function gate(): {
  readonly line: string
  readonly open: () => void
  readonly reached: (session: string) => Promise<unknown>
} {
  const path = join(w.dir, `gate-${++gates}`)
  return {
    line: `@say at gate ${gates}\n@sh while [ ! -e ${path} ]; do sleep 0.05; done`,
    open: () => writeFileSync(path, ''),
    reached: (session) => w.row(session, (row) => row.kind === 'text' && row.text.includes('at gate')),
  }
}
/** Two agents that wait for each other: they were at work at the same time. */
function meeting(): readonly [string, string] {
  const [a, b] = [join(w.dir, `met-${++gates}`), join(w.dir, `met-${++gates}`)]
  const wait = (mine: string, other: string) => `@sh touch ${mine}; while [ ! -e ${other} ]; do sleep 0.05; done`
  return [wait(a, b), wait(b, a)]
}
const running = async (id: string): Promise<string> =>
  (await untilRelay(w, id, (one) => one.lanes[0]?.at === 'busy' && one.lanes[0].sessionId !== null)).lanes[0]!
    .sessionId!

describe('lanes beside each other', () => {
  it('work at the same time, each on its branch, and are joined in the relay’s and landed', async () => {
    const [one, two] = meeting()
    await addTask(w, { title: 'One', body: `${one}\n@write par-1.txt 1` })
    await addTask(w, { title: 'Two', body: `${two}\n@write par-2.txt 2` })
    await addTask(w, { title: 'Three', body: '@write par-3.txt 3' })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'], parallel: 2, land: true })
    expect([end.endReason, end.completed, end.failed]).toEqual(['queue_empty', 3, 0])
    expect(words(tries)).toEqual(Array(3).fill('rehearsal:fast completed'))
    expect(new Set(tries.slice(0, 2).map((run) => run.lane))).toEqual(new Set([1, 2]))
    expect(end.lanes.map((lane) => lane.branch)).toEqual([1, 2].map((k) => `drover/relay/${end.id}/lane-${k}`))
    for (const n of [1, 2, 3]) {
      expect(at(end.branch, `par-${n}.txt`)).toBe(`${n}\n`)
      expect(readFileSync(join(w.repo.path, `par-${n}.txt`), 'utf8')).toBe(`${n}\n`)
    }
    expect(w.repo.git('status', '--porcelain')).toBe('')
  })

  it('that do not fit: the later task goes back to the queue and is done again on top of the other', async () => {
    const [one, two] = meeting()
    const first = await addTask(w, { title: 'Left', body: `${one}\n@sh echo left > list.txt` })
    const second = await addTask(w, { title: 'Right', body: `${two}\n@sh echo right > list.txt` })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'], parallel: 2 })
    expect([end.endReason, end.completed, end.failed]).toEqual(['queue_empty', 2, 0])
    expect(tries).toHaveLength(3)
    expect(await states(first.id, second.id)).toEqual(['done', 'done'])
    const again = tries[2]!
    // Whoever was done twice stands on top.
    expect(at(end.branch, 'list.txt')).toBe(again.taskId === first.id ? 'left\n' : 'right\n')
    const open = (await w.call('GET', '/api/v1/merges')).body.merges.filter(
      (merge: { state: string }) => !['landed', 'rejected'].includes(merge.state),
    )
    expect(open).toEqual([])
  })

  it('never hold more tasks than are wanted', async () => {
    for (const n of [1, 2, 3]) await addTask(w, { title: `T${n}`, body: `@write most-${n}.txt x` })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'], parallel: 3, iterations: 2 })
    expect([end.endReason, end.completed, tries.length]).toEqual(['target_met', 2, 2])
  })
})

describe('steered by a person', () => {
  it('stop lets the running try finish and begins no other; a stopped one is resumed, and the count goes on', async () => {
    const door = gate()
    const first = await addTask(w, { title: 'First', body: `${door.line}\n@write s1.txt 1` })
    const second = await addTask(w, { title: 'Second', body: '@write s2.txt 2' })
    const { id } = await relay(w, { mix: ['rh:fast'] })
    await door.reached(await running(id))
    expect((await steer(id, 'stop')).stopping).toBe('after')
    door.open()
    const stopped = await ended(w, id)
    expect([stopped.endReason, stopped.completed]).toEqual(['stopped', 1])
    expect(await states(first.id, second.id)).toEqual(['done', 'ready'])
    const again = await relay(w, { mode: 'resume' })
    expect([again.id, again.endReason]).toEqual([id, null])
    const end = await ended(w, id)
    expect([end.endReason, end.completed, end.branch]).toEqual(['queue_empty', 2, stopped.branch])
    expect([at(end.branch, 's1.txt'), at(end.branch, 's2.txt')]).toEqual(['1\n', '2\n'])
  })

  it('stop now calls it off: the task is in the queue again, the tree at its tip, nothing counted', async () => {
    const door = gate()
    const { id: task } = await addTask(w, { title: 'Half', body: `@write half.txt half\n@commit half\n${door.line}` })
    const { id } = await relay(w, { mix: ['rh:fast'] })
    const session = await running(id)
    await door.reached(session)
    await steer(id, 'stop', { now: true })
    const end = await ended(w, id)
    expect([end.endReason, end.completed, end.failed]).toEqual(['stopped', 0, 0])
    const tries = await triesOf(w, id)
    expect(words(tries)).toEqual(['rehearsal:fast cancelled cancelled'])
    expect(await states(task)).toEqual(['ready'])
    expect(w.repo.git('rev-parse', end.branch!).trim()).toBe(end.baseCommit)
    // What was in the tree is saved before it is put back.
    const { snapshots } = (await w.call('GET', `/api/v1/sessions/${session}/snapshots`)).body
    expect(snapshots.at(-1).reason).toBe('takeover')
  })

  it('pause lets the running try finish and begins no other until it goes on', async () => {
    const door = gate()
    await addTask(w, { title: 'First', body: `${door.line}\n@write p1.txt 1` })
    const second = await addTask(w, { title: 'Second', body: '@write p2.txt 2' })
    const { id } = await relay(w, { mix: ['rh:fast'] })
    await door.reached(await running(id))
    expect((await steer(id, 'pause')).state).toBe('paused')
    door.open()
    const rests = await untilRelay(w, id, (one) => one.completed === 1 && one.lanes[0]?.at === 'free')
    expect([rests.state, rests.endReason]).toEqual(['paused', null])
    await w.crash()
    await w.start()
    expect((await getRelay(w, id)).state).toBe('paused')
    expect(await states(second.id)).toEqual(['ready'])
    await steer(id, 'resume')
    const end = await ended(w, id)
    expect([end.endReason, end.completed]).toEqual(['queue_empty', 2])
  })

  it('D15: skip gives the task to the next agent in the same tree; it is no failure and takes no try of the budget', async () => {
    const { id: task } = await addTask(w, {
      title: 'Skipped',
      body: '@only a @write from-a.txt a\n@only a @sleep 60000\n@only b @write from-b.txt b',
    })
    const { id } = await relay(w, { mix: ['rh:a', 'rh:b'] })
    const session = await running(id)
    await w.row(session, (row) => row.kind === 'tool')
    await steer(id, 'skip')
    const end = await ended(w, id)
    expect([end.endReason, end.completed, end.failed]).toEqual(['queue_empty', 1, 0])
    expect(words(await triesOf(w, id))).toEqual(['rehearsal:a cancelled cancelled', 'rehearsal:b completed'])
    expect([at(end.branch, 'from-a.txt'), at(end.branch, 'from-b.txt')]).toEqual(['a\n', 'b\n'])
    expect(await states(task)).toEqual(['done'])
  })

  it('D16: a wait for retry-after ends with a skip or a stop at once', async () => {
    await addTask(w, { title: 'Wait', body: '@only a @fail rate_limit retry-after=3600\n@only b @write w.txt w' })
    const skipped = await relay(w, { mix: ['rh:a', 'rh:b'] })
    await untilRelay(w, skipped.id, (one) => one.lanes[0]?.at === 'again')
    await steer(skipped.id, 'skip')
    expect((await ended(w, skipped.id)).endReason).toBe('queue_empty')
    const { id: task } = await addTask(w, { title: 'Wait', body: '@fail rate_limit retry-after=3600' })
    const stopped = await relay(w, { mix: ['rh:a'] })
    const waits = await untilRelay(w, stopped.id, (one) => one.lanes[0]?.at === 'again')
    expect(Date.parse(waits.lanes[0]!.from!)).toBeGreaterThan(Date.now() + 3_000_000)
    await steer(stopped.id, 'stop')
    expect((await ended(w, stopped.id)).endReason).toBe('stopped')
    expect(await states(task)).toEqual(['ready'])
  })

  it('a person’s cancel of the session pauses the relay and says so; it goes on with the task when that is said', async () => {
    const door = gate()
    await addTask(w, { title: 'Cancelled', body: `${door.line}\n@write c.txt c` })
    const { id } = await relay(w, { mix: ['rh:fast'] })
    const session = await running(id)
    await door.reached(session)
    await ok(w.call('POST', `/api/v1/sessions/${session}/cancel`, {}))
    const rests = await untilRelay(w, id, (one) => one.state === 'paused')
    const n = rests.lanes[0]!.tryN
    expect(rests.notes).toEqual([`Try ${n} was cancelled by a person. Go on with: drover relay resume ${id}`])
    door.open()
    await steer(id, 'resume')
    const end = await ended(w, id)
    expect([end.endReason, end.completed, end.failed]).toEqual(['queue_empty', 1, 0])
    const [first, last] = await triesOf(w, id)
    expect(first).toMatchObject({ outcome: 'cancelled', reason: 'A person cancelled it.' })
    expect(last?.outcome).toBe('completed')
  })

  it('T09: mode new closes the old one with an end time and a reason; only the named or newest one is ever resumed', async () => {
    const door = gate()
    const body = { prompt: `${door.line}\n@write n.txt n`, mix: ['rh:fast'] }
    const first = await relay(w, body)
    await door.reached(await running(first.id))
    const refused = await w.call('POST', '/api/v1/relays', { projectId: 'shop', ...body })
    expect([refused.status, refused.body.code]).toEqual([409, 'RELAY_UNFINISHED'])
    const second = await relay(w, { ...body, mode: 'new' })
    const old = await getRelay(w, first.id)
    expect([old.state, old.endReason, old.endedAt === null]).toEqual(['ended', 'replaced', false])
    door.open()
    expect((await ended(w, second.id)).endReason).toBe('target_met')
    for (const gone of [{ relay: first.id }, {}]) {
      const none = await w.call('POST', '/api/v1/relays', { projectId: 'shop', mode: 'resume', ...gone })
      expect(['RELAY_ENDED', 'RELAY_NOT_FOUND']).toContain(none.body.code)
    }
  })
})

describe('what agents report', () => {
  it('D11 A05: follow-ups of a hand-off are done in their order, right behind it, with whole titles', async () => {
    const followups = ['@append order.txt f1 and a title that is kept whole', '@append order.txt f2']
    const flags = followups.map((title) => `--followup "${title}"`).join(' ')
    await addTask(w, {
      title: 'Plan',
      body: `@append order.txt plan\n@sh "$DROVER_BIN" task handoff --summary "planned" ${flags}`,
    })
    await addTask(w, { title: 'Later', body: '@append order.txt later' })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'] })
    expect([end.endReason, end.completed]).toEqual(['queue_empty', 4])
    expect(tries.map((one) => one.title)).toEqual(['Plan', ...followups, 'Later'])
    expect(at(end.branch, 'order.txt')).toBe('plan\nf1 and a title that is kept whole\nf2\nlater\n')
    expect(tries[1]?.handoff).toContain('planned')
  })

  it('a question holds its task for a person, with the words; what waits for it is stuck, the rest is done', async () => {
    const { id: asks } = await addTask(w, {
      title: 'Colour',
      body: '@write half.txt half\n@sh "$DROVER_BIN" task fail --needs-user --summary "Which colour?"',
    })
    const { id: waits } = await addTask(w, { title: 'Paint', body: '@write paint.txt x', blockedBy: [asks] })
    await addTask(w, { title: 'Other', body: '@write other.txt x' })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'] })
    expect(words(tries)).toEqual(['rehearsal:fast needs_user', 'rehearsal:fast completed'])
    expect([end.endReason, end.completed]).toEqual(['queue_stuck', 1])
    expect(await states(asks, waits)).toEqual(['needs_user', 'ready'])
    expect((await getTask(w, asks)).result).toMatchObject({ outcome: 'needs_user', summary: 'Which colour?' })
    expect(() => at(end.branch, 'half.txt')).toThrow()
  })

  it('T13: progress by the agent’s own token is kept in the store and as a line beside the project', async () => {
    await addTask(w, {
      title: 'Tell',
      body: '@sh "$DROVER_BIN" progress --summary "half way"\n@write told.txt x',
    })
    const { relay: end, tries } = await whole(w, { mix: ['rh:fast'] })
    const [entry] = (await w.call('GET', '/api/v1/progress?project=shop')).body.entries
    const session = tries[0]!.sessionId
    expect(entry).toMatchObject({ summary: 'half way', sessionId: session, relayId: end.id, complete: false })
    const lines = readFileSync(join(w.repo.path, '.drover', 'summary.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ summary: 'half way', sessionId: session })
    expect(w.repo.git('status', '--porcelain')).toBe('')
  })

  it('A14: who only writes the words of a report is told apart from who ran the command', async () => {
    await addTask(w, { title: 'Words' })
    const { id } = await addTask(w, { title: 'Deed' })
    const { tries } = await whole(w, { mix: ['talker', 'doer'] })
    expect(tries.map((one) => [one.outcome, one.reason])).toEqual([
      ['completed', 'It wrote the words of a report without running the command.'],
      ['completed', null],
    ])
    expect((await getTask(w, id)).result).toMatchObject({
      outcome: 'done',
      summary: 'all of it',
      by: tries[1]!.sessionId,
    })
  })
})

it('D13: two homes on one repository: each relay has a number and branches of its own', async () => {
  const other = await world()
  try {
    await other.addProject(w.repo, 'shop')
    const mine = await whole(w, { prompt: '@write mine.txt 1', mix: ['rh:fast'] })
    const before = w.repo.git('for-each-ref', `refs/heads/drover/relay/${mine.relay.id}`)
    const theirs = await whole(other, { prompt: '@write theirs.txt 1', mix: ['rh:fast'] })
    expect(Number(theirs.relay.id.slice(2))).toBeGreaterThan(Number(mine.relay.id.slice(2)))
    expect([theirs.relay.endReason, at(theirs.relay.branch, 'theirs.txt')]).toEqual(['target_met', '1\n'])
    expect(w.repo.git('for-each-ref', `refs/heads/drover/relay/${mine.relay.id}`)).toBe(before)
    expect(existsSync(join(w.repo.path, 'theirs.txt'))).toBe(false)
  } finally {
    await other.end()
  }
})
