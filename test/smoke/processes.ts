/**
 * Which processes belong to a throw-away home: those whose environment names its directory. Reads /proc only; where there is
 * none, `canSeeProcesses` says so and nothing is claimed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface Left {
  readonly pid: number
  readonly command: string
}

export const canSeeProcesses = existsSync('/proc/self/environ')

export function processesWith(word: string): readonly Left[] {
  if (!canSeeProcesses) return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(word)) return []
      const state = readFileSync(`/proc/${name}/stat`, 'latin1').replace(/^.*\) /s, '')[0]
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      return state === 'Z' ? [] : [{ pid: Number(name), command }]
    } catch {
      return [] // Gone meanwhile, or another user's.
    }
  })
}
