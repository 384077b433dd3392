/** A log of 400 MB, a file of 2 GB (both sparse: a test leaves the disk alone) and thousands of untracked files stall no turn, no kill and no diff. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

/** Far above the two seconds that are promised: the machine of a test has other things to do. Reading it all takes a minute. */
const soon = 15_000

async function within<T>(what: string, work: Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work
  expect(performance.now() - began, `${what} took too long`).toBeLessThan(soon)
  return done
}

const mess = [
  'echo a line of some server > server.log; truncate -s 419430400 server.log',
  'truncate -s 2G disk.img',
  `mkdir many; cd many; seq 8000 | split -l 1 -a 4 - f; cd ..`,
].join('; ')

it('what is too large or too many is told, in the snapshot and in the diff, and costs no time', async () => {
  const session = await w.spawn(`@sh ${mess}\n@write work.txt done\n@say made`)
  await w.turnEnd(session.id)
  // From the end of the turn to its snapshot, its counts and the next turn's end.
  const saved = w.row(session.id, (row) => row.kind === 'notice' && row.code === 'snapshot_skipped')
  const notice = await within('saving after the turn', saved)
  expect(notice).toMatchObject({
    files: expect.arrayContaining([
      { path: 'server.log', bytes: 419_430_400, why: 'too_large' },
      { path: 'disk.img', bytes: 2 ** 31, why: 'too_large' },
      { path: 'many/', bytes: 0, why: 'too_many', files: expect.any(Number) },
    ]),
  })
  await within(
    'counting what changed',
    w.until(session.id, (one) => (one.filesChanged ?? 0) >= 8003),
  )
  const { diff } = await within(
    'a diff',
    ok<{ diff: { files: unknown[] } }>(w.call('GET', `/api/v1/sessions/${session.id}/diff`)),
  )
  expect(diff.files).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'work.txt', additions: 1 }),
      expect.objectContaining({ path: 'server.log', skipped: { bytes: 419_430_400, why: 'too_large' } }),
      expect.objectContaining({ path: 'disk.img', skipped: { bytes: 2 ** 31, why: 'too_large' } }),
    ]),
  )
  const shown = await w.cli(['session', 'diff', session.id])
  expect(shown.stdout).toContain('+done')
  expect(shown.stdout).toContain('added server.log: skipped, 419,430,400 bytes')
  const stat = await w.cli(['session', 'diff', session.id, '--stat'])
  expect(stat.stdout).toMatch(/added +skipped, 2,147,483,648 bytes +disk\.img/)
  await within('a kill', ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`, {})))
  expect((await w.session(session.id)).phase).toBe('ended')
  const cleaned = await ok<{ skipped: unknown[] }>(w.call('POST', '/api/v1/sessions/cleanup', {}))
  expect(cleaned.skipped).toMatchObject([{ session: session.id, reason: 'dirty' }])
})
