/**
 * What every queue of tasks must do, whoever keeps it: order, blockers, one holder, what is given back, pages. Told in the words of the
 * port (`ports/store/task`); a queue that is kept elsewhere passes the same cases before a relay works on it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskStates } from '#contract/task-state'
import { placesFor } from '#core/relay/queue'
import type { TaskReads, TaskRecord, TaskWrites } from '#ports/store/task'

export interface Queue {
  readonly reads: TaskReads
  /** All of it, or nothing. */
  change<T>(body: (tx: TaskReads & TaskWrites) => T): T
  /** Closed and opened again, as by a daemon that comes after. */
  reopen(): void
  close(): void
}

export function queueSuite(title: string, open: () => Queue): void {
  describe(`the queue: ${title}`, () => {
    let queue: Queue
    beforeAll(() => {
      queue = open()
    })
    afterAll(() => queue.close())

    const at = '2026-01-02T03:04:05.678Z'
    const add = (projectId: string, titleOf: string, more: Partial<TaskRecord> = {}): TaskRecord =>
      queue.change((tx) => {
        const [place] = placesFor({ ...tx.taskPlaces(projectId, null), after: null }, 'tail', 1)
        const task: TaskRecord = {
          ...{ id: `t-${tx.nextTaskNumber()}`, projectId, title: titleOf, body: '', role: null, priority: 0 },
          ...{ place: place ?? 0, blockedBy: [], blocked: false, tags: [], expects: 'change', verify: null },
          ...{ state: 'ready', attempts: 0, author: 'operator', result: null, createdAt: at, updatedAt: at },
          ...{ leaseSession: null, leaseLaunch: null, leaseRelay: null, leaseUntil: null },
          ...more,
        }
        tx.insertTask(task)
        return task
      })
    const titles = (tasks: readonly TaskRecord[]): string => tasks.map((task) => task.title).join(' ')
    const takeable = (projectId: string): string => titles(queue.reads.takeableTasks(projectId, 100))

    it('gives tasks in the order of priority, then of place, also after it was opened again', () => {
      for (const name of ['b', 'c']) add('order', name)
      add('order', 'urgent', { priority: 5 })
      const { first } = queue.reads.taskPlaces('order', null)
      add('order', 'a', { place: first - 1 })
      expect(takeable('order')).toBe('urgent a b c')
      queue.reopen()
      expect(takeable('order')).toBe('urgent a b c')
      expect(titles(queue.reads.takeableTasks('order', 2))).toBe('urgent a')
    })

    it('has room right behind any task, as often as asked', () => {
      const one = add('between', 'one')
      add('between', 'last')
      for (const name of ['x', 'y', 'z']) {
        const places = { ...queue.reads.taskPlaces('between', one.id), after: one.place }
        add('between', name, { place: placesFor(places, 'after', 1)[0]! })
      }
      expect(takeable('between')).toBe('one z y x last')
    })

    it('gives nobody a task that waits for another, and says which those are', () => {
      const first = add('waits', 'first')
      const second = add('waits', 'second', { blockedBy: [first.id], blocked: true })
      expect(takeable('waits')).toBe('first')
      expect(titles(queue.reads.blockedTasks('waits'))).toBe('second')
      expect(titles(queue.reads.waitingFor('waits', first.id))).toBe('second')
      queue.change((tx) => {
        tx.updateTask(first.id, { state: 'done' })
        tx.updateTask(second.id, { blocked: false })
      })
      expect(takeable('waits')).toBe('second')
    })

    it('gives a task that is held to nobody else, and gives it again when it is let go', () => {
      const task = add('held', 'mine')
      const lease = { leaseSession: 's-1', leaseLaunch: 'l_1', leaseRelay: 'r-1', leaseUntil: at }
      queue.change((tx) => tx.updateTask(task.id, { state: 'claimed', ...lease, attempts: 1 }))
      queue.reopen()
      expect(takeable('held')).toBe('')
      expect(queue.reads.claimedTasks()).toMatchObject([{ id: task.id, ...lease, attempts: 1 }])
      const none = { leaseSession: null, leaseLaunch: null, leaseRelay: null, leaseUntil: null }
      queue.change((tx) => tx.updateTask(task.id, { state: 'ready', ...none }))
      expect([takeable('held'), queue.reads.claimedTasks(), queue.reads.task(task.id)?.attempts]).toEqual([
        'mine',
        [],
        1,
      ])
    })

    it('keeps every word of a task, and takes all of a change or nothing', () => {
      const words = { body: 'Zeile 1\nline 2 日本語', tags: ['a', 'b'], role: 'planner', verify: 'npm test' } as const
      const result = { outcome: 'done', summary: 's', by: 'operator', followups: ['x'], at } as const
      const task = add('words', 'kept', { ...words, expects: 'none', result })
      const torn = () =>
        queue.change((tx) => {
          tx.updateTask(task.id, { title: 'torn' })
          throw new Error('in the middle')
        })
      expect(torn).toThrow('in the middle')
      queue.reopen()
      expect(queue.reads.task(task.id)).toMatchObject({ title: 'kept', ...words, expects: 'none', result })
    })

    it('pages through many, each once and in order, by state and role', () => {
      for (let n = 0; n < 25; n++) add('many', `m${n}`, { role: n % 2 === 0 ? 'even' : 'odd', priority: n % 3 })
      const walk = (filter: Parameters<TaskReads['taskPage']>[1]): readonly TaskRecord[] => {
        const all: TaskRecord[] = []
        for (;;) {
          const page = queue.reads.taskPage('many', filter, all.at(-1) ?? null, 7)
          if (page.length === 0) return all
          all.push(...page)
        }
      }
      expect(titles(walk({}))).toBe(takeable('many'))
      expect(walk({ role: 'odd' }).map(({ role }) => role)).toEqual(Array.from({ length: 12 }, () => 'odd'))
      expect(walk({ state: 'done' })).toEqual([])
    })

    it('counts by state, knows no task of another project, and gives no number twice', () => {
      const gone = add('counts', 'gone')
      for (const state of taskStates) add('counts', state, { state })
      queue.change((tx) => tx.deleteTask(gone.id))
      expect(queue.reads.countTasks('counts')).toEqual(Object.fromEntries(taskStates.map((state) => [state, 1])))
      expect([queue.reads.task(gone.id), queue.reads.takeableTasks('nowhere', 5)]).toEqual([null, []])
      expect(Number(add('counts', 'next').id.slice(2))).toBeGreaterThan(Number(gone.id.slice(2)))
    })
  })
}
