/** A CLI's own transcript becomes lines of its launch: each once, in order, over restarts, tears and new files. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import type { Launch } from '#ports/runtime'
import { openStage, readAll, until } from './stage.ts'

const stage = openStage({ kind: 'tmux' })
afterAll(() => stage.close())

let count = 0
const fresh = (): string => join(stage.home, 'transcripts', String(++count), 'talk.jsonl')
const start = (): Promise<Launch> => stage.sh('read x', { terminal: true })
const put = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, text)
}
const spoolOf = (launch: Launch): string => join(launch.ref.dir, 'stdout')
/** What the spool holds of the transcript. */
const brought = (launch: Launch): { line: string; next: number }[] =>
  readFileSync(spoolOf(launch), 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{"line"') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
const words = (launch: Launch): string[] => brought(launch).map(({ line }) => line)
const came = (launch: Launch, n: number) => until(`${n} lines`, () => brought(launch).length >= n)

/** Another daemon on the same home finds the launch. */
async function again(launch: Launch): Promise<Launch> {
  launch.detach()
  const found = await createTmux({ home: stage.home }).runtime.find(launch.ref)
  if (typeof found === 'string') throw new Error(`expected a launch, got ${found}`)
  return found
}

describe('a followed file', () => {
  it('gives each whole line with the byte after it, beside what hooks append', async () => {
    const launch = await start()
    const path = fresh()
    launch.follow?.({ path, from: 0 }) // it is not there yet, nor is its directory
    put(path, 'one\nzwei é\nhalf')
    await came(launch, 2)
    appendFileSync(spoolOf(launch), '{"hook":"x"}\n')
    put(path, ' and half\n')
    await came(launch, 3)
    expect(brought(launch)).toEqual([
      { line: 'one', next: 4 },
      { line: 'zwei é', next: 12 },
      { line: 'half and half', next: 26 },
    ])
    launch.follow?.({ path, from: 0 })
    put(path, 'unfinished')
    await launch.stop(500)
    // The rest of a line that was never whole is none; all that was is read before the end.
    expect((await readAll(launch)).lines).toHaveLength(4)
  })

  it('begins where it is told, leaves out what is of no interest, and reads the last lines of a dead agent', async () => {
    const launch = await start()
    const path = fresh()
    put(path, 'before\n{"type":"blob"}\n')
    launch.follow?.({ path, from: 7, skip: ['"type":"blob"'] })
    put(path, 'after\n')
    await came(launch, 1)
    process.kill(launch.ref.pid!, 'SIGKILL')
    put(path, 'last words\n')
    await launch.exited
    expect((await readAll(launch)).lines.map((line) => JSON.parse(line).line)).toEqual(['after', 'last words'])
    put(path, 'of the next launch\n')
    await readAll(stage.runtime.finished(launch.ref))
    expect(words(launch)).toEqual(['after', 'last words'])
  })

  it('goes on after a restart without losing or doubling a line, a half-written one included', async () => {
    let launch = await start()
    const path = fresh()
    put(path, 'a\nb\n')
    launch.follow?.({ path, from: 0 })
    await came(launch, 2)
    for (let n = 0; n < 20; n++) {
      put(path, `line ${n}\n`)
      if (n % 3 === 0) launch = await again(launch)
      if (n % 5 === 0) appendFileSync(spoolOf(launch), `{"hook":${n},"next":1}\n`)
    }
    await came(launch, 22)
    launch.detach()
    // As a crash or a full disk in the middle of a write leaves it.
    const whole = statSync(spoolOf(launch)).size
    truncateSync(spoolOf(launch), whole - 5)
    launch = await again(launch)
    put(path, 'end\n')
    await came(launch, 22)
    await until('the end', () => words(launch).includes('end'))
    expect(new Set(words(launch)).size).toBe(words(launch).length)
    expect(words(launch)).toEqual(['a', 'b', ...Array.from({ length: 20 }, (_, n) => `line ${n}`), 'end'])
    await launch.stop(500)
  })

  it('what was written while no daemon was there, and the agent ended, is read before its end', async () => {
    const launch = await start()
    const path = fresh()
    put(path, 'a\n')
    launch.follow?.({ path, from: 0 })
    await came(launch, 1)
    launch.detach()
    put(path, 'b\nc\n')
    process.kill(launch.ref.pid!, 'SIGKILL')
    await until('the exit is recorded', () => existsSync(join(launch.ref.dir, 'exit')))
    const { runtime } = createTmux({ home: stage.home })
    expect(await runtime.find(launch.ref)).toBe('gone')
    expect((await readAll(runtime.finished(launch.ref))).lines.map((line) => JSON.parse(line).line)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('begins anew with another file in its place or a shorter one, and goes on with one that was only rewritten', async () => {
    const launch = await start()
    const path = fresh()
    put(path, 'a\nb\n')
    launch.follow?.({ path, from: 0 })
    await came(launch, 2)
    writeFileSync(`${path}.new`, 'a\nb\nc\n')
    renameSync(`${path}.new`, path)
    await came(launch, 3)
    writeFileSync(`${path}.new`, 'other\n')
    renameSync(`${path}.new`, path)
    await came(launch, 4)
    truncateSync(path, 0)
    put(path, 'shorter\nand longer than before\n')
    await came(launch, 6)
    expect(words(launch)).toEqual(['a', 'b', 'c', 'other', 'shorter', 'and longer than before'])
    await launch.stop(500)
  })

  it('is replaced by another, of which nothing is doubled after a restart', async () => {
    let launch = await start()
    const [first, second] = [fresh(), fresh()]
    put(first, '1\n2\n')
    put(second, 'x\ny\n')
    launch.follow?.({ path: first, from: 0 })
    put(first, '3\n')
    launch.follow?.({ path: second, from: 2 })
    await came(launch, 4)
    put(first, 'too late\n')
    launch = await again(launch)
    put(second, 'z\n')
    await came(launch, 5)
    expect(words(launch)).toEqual(['1', '2', '3', 'y', 'z'])
    await launch.stop(500)
  })

  it('of huge lines takes what a line can be and leaves out the rest', async () => {
    const launch = await start()
    const path = fresh()
    put(path, Buffer.concat([Buffer.alloc(8 * 1024 * 1024, 'x'), Buffer.from('\n')]))
    put(path, Buffer.concat([Buffer.alloc(64 * 1024 * 1024, 'y'), Buffer.from('\nsmall\n')]))
    launch.follow?.({ path, from: 0 })
    await came(launch, 2)
    expect(words(launch).map((line) => line.length)).toEqual([8 * 1024 * 1024, 5])
    expect(stage.logged.some(({ message }) => message.includes('too long'))).toBe(true)
    await launch.stop(500)
  })

  it('keeps no descriptor open while nothing is written', async () => {
    const launch = await start()
    const before = readdirSync('/proc/self/fd').length
    const paths: string[] = []
    for (let n = 0; n < 30; n++) {
      const path = fresh()
      put(path, 'x\n')
      paths.push(path)
      launch.follow?.({ path, from: 0 })
    }
    await came(launch, 30)
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 2)
    await launch.stop(500)
  })
})
