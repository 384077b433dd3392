/** The queue of the doors: order, limits, and that every place is given back. */
import { describe, expect, it } from 'vitest'
import { createDoorQueue } from './queue.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const gate = () => Promise.withResolvers<void>()

describe('the queue of the doors', () => {
  it('two_run_at_once and a third waits as queued until a slot is free', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 2, maxQueueDepth: 10 }))
    const doors = [gate(), gate(), gate()]
    const runs = doors.map((door) => queue.run(() => door.promise))
    await settled()
    expect(queue.state()).toEqual({ active: 2, queued: 1, capacity: 2, busy: true })
    doors[0]?.resolve()
    await runs[0]
    expect(queue.state()).toEqual({ active: 2, queued: 0, capacity: 2, busy: true })
    for (const door of doors) door.resolve()
    await Promise.all(runs)
    expect(queue.state()).toEqual({ active: 0, queued: 0, capacity: 2, busy: false })
  })

  it('keeps the order of 200 on 10 slots, loses none and never runs more than it may', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 10, maxQueueDepth: 200 }))
    const begun: number[] = []
    let most = 0
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        queue.run(async () => {
          begun.push(n)
          most = Math.max(most, queue.state().active)
          await settled()
        }),
      ),
    )
    expect(begun).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(most).toBe(10)
    expect(queue.state()).toEqual({ active: 0, queued: 0, capacity: 10, busy: false })
  })

  it('tells QUEUE_FULL at once, counting those that run, and takes the next when one has left', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 1, maxQueueDepth: 2 }))
    const door = gate()
    const first = queue.run(() => door.promise)
    const second = queue.run(async () => undefined)
    expect(() => queue.reserve()).toThrow(expect.objectContaining({ code: 'QUEUE_FULL' }))
    await expect(queue.run(async () => undefined)).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    door.resolve()
    await Promise.all([first, second])
    await expect(queue.run(async () => 'in')).resolves.toBe('in')
  })

  it('lets somebody go who waits, and whoever is behind moves up', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 1, maxQueueDepth: 10 }))
    const door = gate()
    const first = queue.run(() => door.promise)
    const gone = new AbortController()
    const second = queue.run(async () => 'never', gone.signal)
    const third = queue.run(async () => 'third')
    gone.abort(new Error('hung up'))
    await expect(second).rejects.toThrow('hung up')
    expect(queue.state()).toMatchObject({ active: 1, queued: 1 })
    door.resolve()
    await first
    await expect(third).resolves.toBe('third')
  })

  it('a place that waits for something else holds no slot and stands in nobody’s way', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 1, maxQueueDepth: 10 }))
    const early = queue.reserve()
    await expect(queue.run(async () => 'past it')).resolves.toBe('past it')
    expect(queue.state()).toMatchObject({ active: 0, queued: 1 })
    await early.begin()
    expect(early.state).toBe('active')
    early.leave()
    early.leave()
    expect(queue.state()).toMatchObject({ active: 0, queued: 0 })
  })

  it('an end that comes before the line, and work that fails, give everything back', async () => {
    const queue = createDoorQueue(() => ({ maxConcurrency: 1, maxQueueDepth: 1 }))
    await expect(queue.run(async () => 'no', AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(queue.state()).toEqual({ active: 0, queued: 0, capacity: 1, busy: false })
  })

  it('a limit that is raised holds for whoever waits once something moves', async () => {
    let maxConcurrency = 1
    const queue = createDoorQueue(() => ({ maxConcurrency, maxQueueDepth: 10 }))
    const doors = [gate(), gate(), gate()]
    const runs = doors.map((door) => queue.run(() => door.promise))
    await settled()
    maxConcurrency = 3
    doors[0]?.resolve()
    await runs[0]
    expect(queue.state()).toMatchObject({ active: 2, queued: 0 })
    for (const door of doors) door.resolve()
    await Promise.all(runs)
  })
})
