/** The tick and the watcher of the loop on the real flows, by the names that its predecessor's tests have. */
import { describe, expect, it } from 'vitest'
import { type AfkTable, shippedAfk } from '#core/trip/settings'
import type { TripRecord } from '#ports/store/trip'
import { createSimHome, project, type SimHome } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { limits } from '../support/simulated/settings.ts'
import type { Issues, SimIssue } from '../support/simulated/tracker.ts'

const { readyLabel, inProgressLabel, humanLabel } = shippedAfk

interface LoopWorld {
  readonly home: SimHome
  readonly steps: string[]
  pass(seconds: number): Promise<void>
  trips(): readonly TripRecord[]
  works(how: 'commits' | 'says nothing' | 'fails'): Promise<void>
}

async function loopWorld(over: Partial<AfkTable>, prepare: (issues: Issues) => void): Promise<LoopWorld> {
  const home = createSimHome()
  const table = { ...shippedAfk, enabled: true, allow: ['ada/shop'], landing: 'push', agent: 'once', ...over } as const
  home.settings = { ...limits, afk: { table: { ...table, intervalSeconds: 1 }, t3: { url: null, model: null } } }
  home.repositories.origin = 'https://github.com/ada/shop'
  home.store.db.prepare('UPDATE project SET repo = ? WHERE id = ?').run(home.repositories.origin, project)
  prepare(home.issues)
  const steps: string[] = []
  home.scheduler.told = (line) => steps.push(line)
  home.boot()
  const rest = async (): Promise<void> => {
    for (let n = 0; n < 5000; n++) {
      await home.scheduler.quiet()
      const [next] = home.scheduler.ready()
      if (next === undefined) return
      await home.scheduler.let(next)
    }
  }
  await rest()
  const world: LoopWorld = {
    home,
    steps,
    async pass(seconds) {
      for (let n = 0; n < seconds; n++) {
        await home.scheduler.pass(1000)
        await rest()
      }
    },
    trips: () => home.store.reads.trips({ limit: 100 }).toReversed(),
    async works(how) {
      const [process] = home.machine.alive().filter(({ prompt }) => prompt !== null) as [SimProcess]
      const tree = home.repositories.trees.get(process.cwd)!
      if (how === 'commits') {
        home.repositories.edit(tree)
        home.repositories.commit(tree)
      }
      process.prompt = null
      home.machine.write(process, how === 'fails' ? { k: 'fail' } : { k: 'result', ok: true })
      home.machine.exit(process, 0)
      await rest()
    },
  }
  await world.pass(3)
  return world
}

const ready = (issues: Issues, by = 'ada'): SimIssue => {
  const made = issues.open('ada')
  issues.label(made, readyLabel, by)
  return made
}
const checklists = ({ issues }: SimHome): readonly string[] =>
  [...issues.all.values()].flatMap(({ comments }) =>
    comments.flatMap(({ body }) => (body.includes('AFK run progress') ? [body] : [])),
  )

describe('the tick', () => {
  it.each([
    ['kill_switch_dispatches_nothing, kill_switch_does_not_even_read_the_tracker', { enabled: false }],
    ['empty_allowlist_dispatches_nothing', { allow: [] }],
    ['repo_outside_allowlist_is_not_dispatched, queries_only_the_allowlisted_repos', { allow: ['ada/other'] }],
  ] as const)('%s', async (_name, over) => {
    const { steps, trips } = await loopWorld(over, (issues) => void ready(issues))
    expect(trips()).toEqual([])
    expect(steps.filter((step) => /^(issues|issue|events|comments|self|permission|fetch)$/.test(step))).toEqual([])
  })

  it('dispatches_a_ready_issue, labels_in_progress_after_dispatch, dispatch_prompt_references_the_issue', async () => {
    const { home, steps, trips } = await loopWorld({}, (issues) => void ready(issues))
    const [trip] = trips()
    expect(trip).toMatchObject({ issue: 1, state: 'running', sessionId: 'p-1' })
    expect(home.store.reads.turn('p-1', 1)?.prompt).toContain('issue #1 of ada/shop')
    expect(home.issues.all.get(1)?.labels).toContain(inProgressLabel)
    expect(steps.indexOf('create')).toBeLessThan(steps.indexOf('add-label'))
    expect(steps.indexOf('comment')).toBeLessThan(steps.indexOf('create'))
  })

  it('in_progress_label_honours_config_override, custom_in_progress_label_drives_the_lock: the store locks, the label shows', async () => {
    const { home, trips } = await loopWorld({ inProgressLabel: 'busy' }, (issues) => {
      ready(issues)
      ready(issues)
    })
    expect(home.issues.all.get(1)?.labels).toContain('busy')
    expect(trips()).toHaveLength(1)
  })

  it('one_dispatch_per_repo_per_tick, repo_with_in_progress_issue_is_locked, lock_is_per_repo_not_global', async () => {
    const { home, trips, pass, works } = await loopWorld({}, (issues) => {
      ready(issues)
      ready(issues)
    })
    // Whoever takes the label away does not free the repository.
    home.issues.unlabel(home.issues.all.get(1)!, inProgressLabel, 'ada')
    await pass(5)
    expect(trips()).toHaveLength(1)
    expect(home.flows?.afk().seen.find(({ number }) => number === 2)).toMatchObject({ decision: 'repo_busy' })
    await works('says nothing')
    await pass(5)
    expect(trips().map(({ issue, state }) => `${issue} ${state}`)).toEqual(['1 escalated', '2 running'])
  })

  const refused: readonly (readonly [string, string, (issues: Issues) => void])[] = [
    [
      'untrusted_issue_is_not_dispatched',
      'untrusted',
      (issues) => {
        ready(issues, 'eve')
      },
    ],
    [
      'blocked_issue_is_not_dispatched',
      'blocked',
      (issues) => {
        ready(issues).blockedBy = [7]
      },
    ],
  ]
  it.each(refused)('%s', async (_name, decision, prepare) => {
    const { home, trips } = await loopWorld({}, prepare)
    expect(trips()).toEqual([])
    expect(home.flows?.afk().seen).toMatchObject([{ number: 1, decision }])
    expect(home.issues.written).toEqual([])
  })
})

describe('the watcher', () => {
  it('ci_not_queried_when_nothing_pushed, thread_present_but_no_turn_yet_waits, real_in_progress_states_keep_waiting', async () => {
    const { home, trips, pass } = await loopWorld({}, (issues) => void ready(issues))
    await pass(5)
    expect(trips()).toMatchObject([{ state: 'running', lastAction: 'wait' }])
    expect(home.issues.asked.size).toBe(0)
  })

  it('close_success_posts_done_checklist, terminal_tick_posts_exactly_one_checklist', async () => {
    const { home, trips, pass, works } = await loopWorld({}, (issues) => void ready(issues))
    await works('commits')
    await pass(8)
    for (const commit of home.issues.asked) home.issues.verdicts.set(commit, 'success')
    await pass(5)
    expect(trips()).toMatchObject([{ state: 'done', lastAction: 'close_success' }])
    expect(home.issues.all.get(1)).toMatchObject({ state: 'closed', closes: 1 })
    const [only, ...more] = checklists(home)
    expect(more).toEqual([])
    expect(only).toContain('- [x] Done — issue closed')
    expect(only).not.toContain('- [ ]')
  })

  it('fix_forward_dispatches_corrective_turn, fix_forward_note_appears_in_checklist: in the same session, once', async () => {
    const { home, trips, pass, works } = await loopWorld({}, (issues) => void ready(issues))
    await works('commits')
    await pass(8)
    for (const commit of home.issues.asked) home.issues.verdicts.set(commit, 'failure')
    await pass(6)
    expect(trips()).toMatchObject([{ state: 'running', attempts: 1, sessionId: 'p-1' }])
    expect(home.store.reads.session('p-1')?.turn).toBe(2)
    expect(home.store.reads.turn('p-1', 2)?.prompt).toContain('for issue #1 of ada/shop are red (attempt 1 of 5)')
    expect(checklists(home)).toEqual([expect.stringContaining('_Fix-forward: 1 attempt._')])
  })

  it('real_errored_state_escalates_when_nothing_pushed, ready_for_human_label_is_configurable', async () => {
    const { home, trips, pass, works } = await loopWorld({ humanLabel: 'people' }, (issues) => void ready(issues))
    await works('fails')
    await pass(5)
    expect(trips()).toMatchObject([{ state: 'escalated', lastAction: 'escalate_prepush' }])
    const { labels, state, comments } = home.issues.all.get(1)!
    expect([state, labels.includes('people'), labels.includes(humanLabel), labels.includes(inProgressLabel)]).toEqual([
      ...['open', true, false, false],
    ])
    expect(comments.filter(({ body }) => body.includes('This needs a person'))).toHaveLength(1)
  })
})
