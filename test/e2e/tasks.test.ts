/** The queue from outside: people by the shell and the API, agents by their own token, over a crash of the daemon. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Task } from '#contract/task'
import { type World, world } from '../support/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const task = async (...args: string[]): Promise<Task> => {
  const { code, stdout, stderr } = await w.cli(['task', ...args, '--json'])
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout).task
}
const add = (title: string, ...more: string[]) => task('add', '-p', 'shop', '--title', title, ...more)
const titles = async (...args: string[]): Promise<string[]> =>
  JSON.parse((await w.cli(['task', 'ls', '-p', 'shop', '--json', ...args])).stdout).tasks.map((one: Task) => one.title)
const clear = async () => {
  for (const one of (await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks)
    await w.call('DELETE', `/api/v1/tasks/${one.id}`)
}

describe('the queue', () => {
  it('keeps the order people give it, over a crash', async () => {
    await add('b')
    const c = await add('c')
    await add('a', '--head')
    await add('b2', '--after', (await titles()).length === 3 ? `t-${Number(c.id.slice(2)) - 1}` : '')
    await add('urgent', '--priority', '5')
    expect(await titles()).toEqual(['urgent', 'a', 'b', 'b2', 'c'])
    await task('move', c.id, '--head')
    expect(await titles()).toEqual(['urgent', 'c', 'a', 'b', 'b2'])
    await w.crash()
    await w.start()
    expect(await titles()).toEqual(['urgent', 'c', 'a', 'b', 'b2'])
    await clear()
  })

  it('pages through many, each once, in order', async () => {
    const text = Array.from({ length: 120 }, (_, n) => `- task ${String(n).padStart(3, '0')}`).join('\n')
    const file = join(w.dir, 'many.md')
    writeFileSync(file, text)
    expect((await w.cli(['task', 'import', file, '-p', 'shop'])).stdout).toContain('120 tasks')
    const seen: string[] = []
    let cursor = ''
    do {
      const page = (await w.call('GET', `/api/v1/tasks?project=shop&limit=50${cursor}`)).body
      seen.push(...page.tasks.map((one: Task) => one.title))
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(text.split('\n').map((line) => line.slice(2)))
    expect((await w.call('GET', '/api/v1/tasks?cursor=zzz')).body.code).toBe('INVALID_CURSOR')
    for (;;) {
      const { tasks } = (await w.call('GET', '/api/v1/tasks?project=shop')).body
      if (tasks.length === 0) break
      for (const one of tasks) await w.call('DELETE', `/api/v1/tasks/${one.id}`)
    }
  })

  it('lets a task wait for another, frees it when that is done, and refuses a ring', async () => {
    const first = await add('first')
    const second = await add('second', '--blocked-by', first.id)
    const ring = await w.call('PATCH', `/api/v1/tasks/${first.id}`, { blockedBy: [second.id] })
    expect([ring.status, ring.body.code]).toEqual([422, 'TASK_CYCLE'])
    expect(ring.body.message).toContain(`${first.id} → ${second.id} → ${first.id}`)
    expect((await w.cli(['task', 'ls', '-p', 'shop'])).stdout).toMatch(/waiting.*second/)
    await task('done', first.id, '--summary', 'did it')
    expect((await w.cli(['task', 'ls', '-p', 'shop'])).stdout).toMatch(/ready.*second/)
    const unknown = await w.call('POST', '/api/v1/tasks', { projectId: 'shop', title: 'x', blockedBy: ['t-99999'] })
    expect(unknown.body.code).toBe('TASK_NOT_FOUND')
    await clear()
  })

  it('D07: a file that cannot be read is an error, never an empty queue, and adds nothing', async () => {
    for (const text of ['', 'just words', '{"tasks": [', '[{"title": "good"}, {"no": "title"}]']) {
      const answer = await w.call('POST', '/api/v1/tasks/import', { projectId: 'shop', text })
      expect([answer.status, answer.body.code]).toEqual([422, 'QUEUE_UNREADABLE'])
    }
    const { code, stderr } = await w.cli(['task', 'import', join(w.dir, 'nowhere.json'), '-p', 'shop'])
    expect([code, stderr.includes('QUEUE_UNREADABLE')]).toEqual([1, true])
    expect(await titles('--all')).toEqual([])
  })

  it('what was exported is imported again the same', async () => {
    const first = await add('one', '--body', 'words\nof two lines', '--role', 'senior', '--verify', 'true')
    await add('two', '--blocked-by', first.id, '--expects', 'none')
    const { stdout } = await w.cli(['task', 'export', '-p', 'shop'])
    await clear()
    const file = join(w.dir, 'tasks.json')
    writeFileSync(file, stdout)
    await w.cli(['task', 'import', file, '-p', 'shop'])
    const [one, two] = (await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks as Task[]
    expect(one).toMatchObject({ title: 'one', body: 'words\nof two lines', role: 'senior', verify: 'true' })
    expect(two).toMatchObject({ title: 'two', expects: 'none', blockedBy: [one!.id] })
    await clear()
  })
})

describe('an agent, by its own token', () => {
  it('takes a task, reports it with follow-ups in order behind it; others are told', async () => {
    const one = await add('build it')
    await add('later')
    const claim = await add('other')
    const script = [
      `@sh $DROVER_BIN task claim ${one.id} --json > claim.json`,
      `@sh $DROVER_BIN task add --title "from the agent" --json > add.json`,
      `@sh $DROVER_BIN task done ${claim.id} 2> refused.txt || true`,
      `@sh $DROVER_BIN task add --title evil --verify "rm -rf /" 2> verify.txt || true`,
      `@sh $DROVER_BIN task rm ${one.id} 2> rm.txt || true`,
      `@sh printf 'First follow-up with a long title that is kept whole\\nSecond' > f.txt; $DROVER_BIN task handoff --summary "half" --followup "$(cat f.txt)"`,
    ].join('\n')
    const session = await w.spawn(script, { projectId: 'shop' })
    await w.turnEnd(session.id)
    const read = async (path: string) =>
      (await w.cli(['session', 'diff', session.id])).stdout.includes(path) ? path : 'missing'
    expect(await read('claim.json')).toBe('claim.json')
    const after = (await w.call('GET', `/api/v1/tasks/${one.id}`)).body.task as Task
    expect(after).toMatchObject({
      state: 'done',
      lease: null,
      result: { outcome: 'handoff', summary: 'half', by: session.id },
    })
    expect(await titles('--all')).toEqual([
      'build it',
      'First follow-up with a long title that is kept whole',
      'Second',
      'later',
      'other',
      'from the agent',
    ])
    const diff = (await w.cli(['session', 'diff', session.id])).stdout
    expect(diff).toMatch(/LEASE_LOST/)
    expect(diff.match(/FORBIDDEN_SCOPE/g)?.length).toBe(2)
    await clear()
  })
})
