import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createScan, parseStat, procTable, tagsIn } from './proc-linux.ts'
import { parsePs, psTable, wordsOf } from './proc-ps.ts'
import { type Proc, shared, signal } from './process-table.ts'
import { isMachinery, isWrapper } from './wrapper.ts'

describe('what the system says', () => {
  it('reads a stat line whose name holds anything', () => {
    const rest = Array.from({ length: 49 }, (_, i) => String(i + 4)).join(' ')
    const facts = parseStat(`77 (a) b) (c\n) S ${rest}`)
    expect(facts).toEqual({ pid: 77, ppid: 4, sid: 6, startTime: '22', zombie: false, cpuMs: (14 + 15 + 16 + 17) * 10 })
    expect(parseStat(`77 (x) Z ${rest}`)?.zombie).toBe(true)
    expect(parseStat('torn')).toBeNull()
  })

  it('reads tags exactly, not as a part of another entry (must never 47)', () => {
    const block = Buffer.from(
      'NOTE=DROVER_LAUNCH_ID=l_no\0DROVER_LAUNCH_ID=l_1\0XDROVER_LAUNCH_ID=l_2\0DROVER_LAUNCH_IDX=3\0',
    )
    expect(tagsIn(block)).toEqual(['DROVER_LAUNCH_ID=l_1'])
    expect(tagsIn(Buffer.from('A=b\0'))).toEqual([])
  })

  it('reads a line of ps as macOS prints it', () => {
    expect(parsePs('  501   1   501 Ss   Sun Nov  5 20:58:37 2026 /bin/sh /a b/wrapper.sh')).toEqual({
      pid: 501,
      ppid: 1,
      sid: 501,
      startTime: 'Sun Nov 5 20:58:37 2026',
      zombie: false,
      cpuMs: null,
      tags: [],
      command: '/bin/sh /a b/wrapper.sh',
    })
    expect(parsePs('')).toBeNull()
  })

  it('knows its own machinery in a line of ps, spaces in the path or not', () => {
    for (const dir of ['/home/a/launches/1', '/Users/a b/launches/1']) {
      const words = wordsOf(`/bin/sh ${dir}/wrapper.sh drover-launch ${dir} closed /bin/mv -- agent`)
      expect(isWrapper(words, dir)).toBe(true)
      expect(isWrapper(words, `${dir}0`)).toBe(false)
      expect(isMachinery(wordsOf(`/bin/mv -f ${dir}/exit.new ${dir}/exit`))).toBe(true)
    }
    expect(isMachinery(wordsOf('/bin/sh -c wrapper.sh drover-launch'))).toBe(false)
  })

  it.each([
    ['/proc', procTable],
    ['ps', psTable],
  ])('sees a process come and go through %s', async (_name, open) => {
    const table = open()
    const child = spawn('/bin/sleep', ['300'], { stdio: 'ignore' })
    const seen = table.look(child.pid!)
    if (typeof seen === 'string') throw new Error(`it runs, but the table says ${seen}`)
    expect(seen.ppid).toBe(process.pid)
    expect(table.alive(seen)).toBe(true)
    const scanned = (await table.scan()).find((one) => one.pid === child.pid)
    expect(scanned?.startTime).toBe(seen.startTime)
    expect(signal(table, { pid: child.pid!, startTime: 'another' }, 'SIGKILL')).toBe(false)
    expect(signal(table, { ...seen, pid: process.pid }, 'SIGKILL')).toBe(false)
    expect(signal(table, seen, 'SIGKILL')).toBe(true)
    await once(child, 'exit')
    expect(table.look(child.pid!)).toBe('gone')
    expect(table.alive(seen)).toBe(false)
    expect(signal(table, seen, 'SIGTERM')).toBe(false)
  })

  it('takes a zombie for gone', async () => {
    const table = procTable()
    // The inner sleep ends after its parent became a program that never waits for it; a shell might have reaped it.
    const parent = spawn('/bin/sh', ['-c', 'sleep 1 & echo $!; exec sleep 300'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [data] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(data.toString())
    const first = table.look(pid)
    if (typeof first === 'string') throw new Error(`a zombie is still listed, but the table says ${first}`)
    await expect.poll(() => table.alive(first), { timeout: 15_000 }).toBe(false)
    expect(table.look(pid)).toMatchObject({ pid, zombie: true })
    expect(signal(table, first, 'SIGTERM')).toBe(false)
    parent.kill('SIGKILL')
  })

  it.runIf(process.platform === 'linux')(
    'reads environments of settled processes once, of young ones anew',
    async () => {
      const child = spawn('/bin/sleep', ['300'])
      await once(child, 'spawn')
      const startTime = Number((procTable().look(child.pid!) as Proc).startTime)
      const readsAt = async (age: number): Promise<number> => {
        let reads = 0
        const tags = (pid: number): readonly string[] => [`DROVER_LAUNCH_ID=${pid === child.pid ? ++reads : 'other'}`]
        const scan = createScan(tags, () => startTime + age * 100)
        for (let i = 0; i < 3; i++) {
          const found = (await scan()).find(({ pid }) => pid === child.pid)
          expect(found?.tags).toEqual([`DROVER_LAUNCH_ID=${reads}`])
        }
        return reads
      }
      expect([await readsAt(1), await readsAt(9), await readsAt(11)]).toEqual([3, 3, 1])
      child.kill('SIGKILL')
    },
  )

  it('shares one look among those who ask before it begins', async () => {
    let looks = 0
    const look = shared(async () => ++looks)
    const first = await Promise.all([look(), look(), look()])
    expect(first).toEqual([1, 1, 1])
    expect(await look()).toBe(2)
  })

  it('goes on looking after a look failed', async () => {
    let looks = 0
    const look = shared(async () => {
      if (++looks === 1) throw new Error('once')
      return looks
    })
    await expect(look()).rejects.toThrow('once')
    expect(await look()).toBe(2)
  })
})
