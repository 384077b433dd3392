/** The two gates of the loop, and every variable. */
import { describe, expect, it } from 'vitest'
import { decideDispatch } from './dispatch.ts'
import { type AfkTable, parseAfk, shippedAfk } from './settings.ts'

const values = (table: Partial<AfkTable>, env: Record<string, string> = {}): AfkTable => {
  const read = parseAfk(table, env)
  if (!read.ok) throw new Error(read.error)
  return read.values
}

describe('parseAfk', () => {
  it('production_default_config_dispatches_nothing', () => {
    const shipped = values({})
    expect(shipped).toEqual(shippedAfk)
    const issue = { repo: 'me/app', number: 1, labels: [], priority: 0, trust: 'trusted', labelledBy: 'ada' } as const
    const whole = {
      ...issue,
      openBlockers: [],
      changedBy: null,
      escalated: false,
      hasProject: true,
      claimedElsewhere: false,
    }
    const taken = (policy: AfkTable) =>
      decideDispatch([whole], policy, { locked: new Set(), running: 0 }).dispatch.length
    expect(taken(shipped)).toBe(0)
    expect(taken({ ...shipped, enabled: true })).toBe(0)
    expect(taken({ ...shipped, allow: ['me/app'] })).toBe(0)
    expect(taken({ ...shipped, enabled: true, allow: ['me/app'] })).toBe(1)
  })

  it.each([
    ['1', false],
    ['true', false],
    ['YES', false],
    ['On', false],
    ['0', true],
    ['false', true],
    ['No', true],
    ['OFF', true],
  ])('DROVER_AFK_KILL_SWITCH=%s: enabled %s whatever the file says', (word, enabled) => {
    for (const file of [true, false])
      expect(values({ enabled: file }, { DROVER_AFK_KILL_SWITCH: word }).enabled).toBe(enabled)
  })

  it('an unset or blank switch means the file', () => {
    expect(values({ enabled: true }).enabled).toBe(true)
    expect(values({ enabled: true }, { DROVER_AFK_KILL_SWITCH: '  ' }).enabled).toBe(true)
  })

  it.each([
    ['DROVER_AFK_ALLOWLIST', ' me/app, ,you/web,', 'allow', ['me/app', 'you/web']],
    ['DROVER_AFK_READY_LABEL', 'go', 'readyLabel', 'go'],
    ['DROVER_AFK_IN_PROGRESS_LABEL', 'busy', 'inProgressLabel', 'busy'],
    ['DROVER_AFK_HUMAN_LABEL', 'people', 'humanLabel', 'people'],
    ['DROVER_AFK_BUDGET_USD', '2.5', 'budgetUsd', 2.5],
    ['DROVER_AFK_FIX_FORWARD_MAX_ATTEMPTS', '2', 'fixForwardMaxAttempts', 2],
    ['DROVER_AFK_FIX_FORWARD_MAX_SECONDS', '60', 'fixForwardMaxSeconds', 60],
  ] as const)('%s wins over the table, and a blank one is the default', (name, word, key, wanted) => {
    expect(values({}, { [name]: word })[key]).toEqual(wanted)
    expect(values({}, { [name]: ' ' })[key]).toEqual(shippedAfk[key])
  })

  it.each([
    ['DROVER_AFK_KILL_SWITCH', 'perhaps'],
    ['DROVER_AFK_BUDGET_USD', 'much'],
    ['DROVER_AFK_FIX_FORWARD_MAX_ATTEMPTS', '-1'],
    ['DROVER_AFK_FIX_FORWARD_MAX_SECONDS', '1h'],
    ['DROVER_AFK_ALLOWLIST', 'app'],
    ['DROVER_AFK_READY_LABEL', shippedAfk.humanLabel],
  ])('%s=%s stops the loop with words', (name, word) => {
    const read = parseAfk({ enabled: true }, { [name]: word })
    expect(read.ok ? '' : read.error).toContain(name === 'DROVER_AFK_READY_LABEL' ? 'three labels' : word)
  })
})
