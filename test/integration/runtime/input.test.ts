/** Input to a long-lived process: by byte position, once, to its end. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lineOf, openStage, readAll } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())
const cat = (initialInput?: string) =>
  stage.start(
    { argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' },
    initialInput === undefined ? {} : { initialInput },
  )

describe('followed input', () => {
  it('gives first words, later words, then end-of-file', async () => {
    const launch = await cat('first\n')
    await lineOf(launch, (line) => line === 'first')
    await launch.write('second\n', 6)
    await lineOf(launch, (line) => line === 'second')
    await launch.closeInput()
    expect(await launch.exited).toMatchObject({ code: 0, how: 'exited' })
    expect((await readAll(launch)).lines).toEqual(['first', 'second'])
  })

  it('loses nothing when it is closed right after a large write', async () => {
    const launch = await stage.sh('sleep 0.3; exec wc -c', { stdin: { mode: 'followed' }, lifetime: 'session' })
    const text = `${'y'.repeat(1023)}\n`.repeat(1024)
    await launch.write(text, 0)
    await launch.closeInput()
    expect((await readAll(launch)).lines[0]!.trim()).toBe(String(text.length))
  })

  it('writes a repeated text once and completes a torn one', async () => {
    const launch = await cat()
    await launch.write('one\n', 0)
    await launch.write('one\n', 0)
    writeFileSync(join(launch.ref.dir, 'stdin'), 'one\ntw')
    await launch.write('two\n', 4)
    await launch.write('two\n', 4)
    await lineOf(launch, (line) => line === 'two')
    await launch.closeInput()
    await launch.exited
    expect(readFileSync(join(launch.ref.dir, 'stdout'), 'utf8')).toBe('one\ntwo\n')
    expect(statSync(join(launch.ref.dir, 'stdin')).size).toBe(8)
  })

  it('refuses to leave a hole', async () => {
    const launch = await cat()
    await expect(launch.write('late\n', 5)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    await launch.stop(0)
  })

  it('takes a thousand small writes in order', async () => {
    const launch = await cat()
    let at = 0
    for (let i = 0; i < 1000; i++) {
      await launch.write(`line ${i}\n`, at)
      at += `line ${i}\n`.length
    }
    await launch.closeInput()
    expect((await readAll(launch)).lines).toEqual(Array.from({ length: 1000 }, (_, i) => `line ${i}`))
  })

  it('says nothing and breaks nothing when the agent is gone', async () => {
    const launch = await cat()
    await launch.stop(0)
    await launch.write('to nobody\n', 0)
    await launch.closeInput()
  })

  it('does not hold an agent that never opens its eyes to its input', async () => {
    const launch = await stage.sh('exec <&-; exit 4', { stdin: { mode: 'followed' }, lifetime: 'session' })
    expect(await launch.exited).toMatchObject({ code: 4 })
  })
})
