/** Events by curl: replay, caught-up, live, a cursor that resumes exactly, a gap that is told. */
import assert from 'node:assert/strict'
import type { Frame } from '../home.ts'
import type { Lane } from '../lane.ts'

export const eventsLane: Lane = {
  name: 'events',
  shows: 'both streams by curl: replay, live, cursor, gap; `drover events`',
  async run({ home, check }) {
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const spawn = (prompt: string, ...more: string[]) =>
      home.json(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', prompt, ...more])
    const { session } = await spawn('@say one\n@say two\n@say three', '--wait')
    const path = `/api/v1/sessions/${session.id}/stream`
    const until = async (where: string, last: (frame: Frame) => boolean, headers: string[] = []): Promise<Frame[]> => {
      const seen: Frame[] = []
      await home.listen(where, (frame) => (seen.push(frame) && last(frame) ? true : undefined), { headers })
      return seen
    }
    const caughtUp = (frame: Frame): boolean => frame.event === 'caught-up'
    const numbers = (frames: readonly Frame[]) =>
      frames.flatMap((frame) => (frame.event === undefined && frame.id !== undefined ? [Number(frame.id)] : []))
    const all = await check('a session replays from 1 without holes and says caught-up', async () => {
      const ids = numbers(await until(path, caughtUp))
      assert.ok(ids.length >= 6, `${ids.length} rows`)
      assert.deepEqual(
        ids,
        ids.map((_, index) => index + 1),
      )
      return ids
    })
    await check('a cursor resumes exactly, by header and by query', async () => {
      assert.deepEqual(numbers(await until(`${path}?after=3`, caughtUp)), all.slice(3))
      assert.deepEqual(numbers(await until(path, caughtUp, ['Last-Event-ID: 4'])), all.slice(4))
    })
    await check('a cursor that cannot be known is a gap, never an error', async () => {
      for (const cursor of ['999999', 'nonsense']) {
        const frames = await until(`${path}?after=${cursor}`, caughtUp)
        assert.ok(frames.some((frame) => frame.event === 'gap') || numbers(frames).length === all.length, cursor)
      }
      const fleet = await until('/api/v1/events?after=999999', (frame) => frame.event === 'gap')
      assert.deepEqual(Object.keys(JSON.parse(fleet.at(-1)?.data ?? '{}')).sort(), ['projects', 'seq', 'sessions'])
    })
    await check('what happens while one listens arrives, on one connection with the rows of a session', async () => {
      const where = `/api/v1/events?after=0&session=${session.id}`
      let renamed: Promise<unknown> | null = null
      const frames = await until(where, (frame) => {
        if (caughtUp(frame)) renamed = home.json(['session', 'rename', session.id, 'other'])
        return frame.event === 'session_updated' && frame.data.includes('"name":"other"')
      })
      await renamed
      assert.ok(frames.some((frame) => frame.event === 'row' && /^\d+:\d+$/.test(frame.id ?? '')))
      const seqs = frames.flatMap((frame) => (/^\d+$/.test(frame.id ?? '') ? [Number(frame.id)] : []))
      assert.deepEqual(
        seqs,
        seqs.toSorted((a, b) => a - b),
      )
    })
    await check('a cursor outlives the daemon', async () => {
      const { lastSeq } = (await home.curl('GET', '/api/v1/status')).json
      await home.json(['restart'])
      await home.json(['session', 'rename', session.id, 'after the restart'])
      const frames = await until(`/api/v1/events?after=${lastSeq}`, (frame) => frame.data.includes('after the restart'))
      assert.ok(frames.every((frame) => frame.event !== 'gap'))
    })
    await check('`drover events` prints the same, all of it and of one type', async () => {
      const { events } = await home.json(['events'])
      assert.equal(events[0].type, 'project_added')
      const ended = await home.json(['events', '--type', 'turn_ended'])
      assert.deepEqual(new Set(ended.events.map((one: { type: string }) => one.type)), new Set(['turn_ended']))
    })
  },
}
