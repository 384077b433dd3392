/**
 * The short form of the crash machine, and the proof that it can see: a daemon with a planted defect (it commits how far it
 * read before it commits what it read) is found out. The full form is `npm run test:crash`.
 */
import { describe, expect, it } from 'vitest'
import { compare, faultsOf, type MachineReport, runMachine, summary } from './machine.ts'

const seed = Number(process.env.DROVER_SEED ?? 20260)

describe('the crash machine', () => {
  it('kills the daemon at random moments: no line lost or doubled, no agent interrupted, nothing left (weak point 26)', async () => {
    const report = await runMachine({ rounds: 6, agents: 8, seed, kind: 'rehearsal' })
    expect(report.examples, summary(report)).toEqual([])
    expect(faultsOf(report)).toBe(0)
    expect(report.rounds).toBe(6)
    expect(report.lines).toBeGreaterThan(10_000)
    expect(report.prunes).toBeGreaterThan(0)
  })

  it('finds a planted defect: the offset committed before the events', async () => {
    const env = { DROVER_DEFECT: 'offset-first' }
    const report = await runMachine({ rounds: 40, agents: 4, seed, kind: 'tiny', env, untilFault: true, batch: 4 })
    expect(report.lost, summary(report)).toBeGreaterThan(0)
    expect(report.doubled).toBe(0)
  })

  it('tells lost, doubled and disordered lines apart', () => {
    const judge = (got: readonly string[]): Pick<MachineReport, 'lost' | 'doubled' | 'disordered'> => {
      const report = { lost: 0, doubled: 0, disordered: 0, examples: [] } as unknown as MachineReport
      compare('one', ['1', '2', '3'], got, report)
      const { lost, doubled, disordered } = report
      return { lost, doubled, disordered }
    }
    expect(judge(['1', '2', '3'])).toEqual({ lost: 0, doubled: 0, disordered: 0 })
    expect(judge(['1', '3'])).toEqual({ lost: 1, doubled: 0, disordered: 0 })
    expect(judge(['1', '2', '2', '3'])).toEqual({ lost: 0, doubled: 1, disordered: 0 })
    expect(judge(['2', '1', '3'])).toEqual({ lost: 0, doubled: 0, disordered: 1 })
  })
})
