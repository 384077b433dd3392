import { describe, expect, it } from 'vitest'
import type { Proc } from './process-table.ts'
import { members } from './tree.ts'

const proc = (pid: number, ppid: number, sid: number, more: Partial<Proc> = {}): Proc => ({
  pid,
  ppid,
  sid,
  startTime: `t${pid}`,
  zombie: false,
  cpuMs: 0,
  tags: [],
  ...more,
})
const pids = (found: readonly Proc[]): number[] => found.map((one) => one.pid).sort((a, b) => a - b)
const mine = 'DROVER_LAUNCH_ID=l_a'
const self = 50
const daemon = [proc(40, 1, 40), proc(self, 40, 40)]
const roots = (known: { pid: number; startTime: string }[], tags: string[] = [mine]) => ({ known, tags: new Set(tags) })

describe('members', () => {
  it('follows parents, sessions and tags until nothing is new', () => {
    const all = [
      ...daemon,
      proc(100, self, 100), // wrapper
      proc(101, 100, 100), // agent
      proc(102, 101, 102), // a tool in a session of its own
      proc(103, 1, 102), // its orphan, known by the session only
      proc(104, 103, 104), // a child of that one
      proc(105, 1, 105, { tags: [mine] }), // far away, tagged
      proc(106, 1, 105), // an orphan beside it
      proc(200, self, 200, { tags: ['DROVER_LAUNCH_ID=l_ab'] }), // another launch
      proc(201, 1, 201),
    ]
    expect(pids(members(all, roots([{ pid: 100, startTime: 't100' }]), self))).toEqual([
      100, 101, 102, 103, 104, 105, 106,
    ])
  })

  it('does not take a number that now means another process', () => {
    const all = [...daemon, proc(100, 1, 100, { startTime: 'later' }), proc(101, 100, 100)]
    expect(members(all, roots([{ pid: 100, startTime: 't100' }]), self)).toEqual([])
  })

  it('never takes this process, those above it, or their session, whatever a tag says', () => {
    const all = [
      proc(40, 1, 40, { tags: [mine] }),
      proc(self, 40, 40, { tags: [mine] }),
      proc(60, 40, 40, { tags: [mine] }),
      proc(61, 40, 40),
      proc(62, self, 40),
    ]
    expect(pids(members(all, roots([]), self))).toEqual([60])
  })

  it('leaves zombies out and still follows what they lead', () => {
    const all = [...daemon, proc(100, 1, 100, { zombie: true }), proc(101, 1, 100)]
    expect(pids(members(all, roots([{ pid: 100, startTime: 't100' }]), self))).toEqual([101])
  })
})
