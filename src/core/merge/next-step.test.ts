/** The way of a merge, step by step: every observation has one answer, and no answer lands what was not proven. */
import { describe, expect, test } from 'vitest'
import { isEnded, type MergeProof, mergeReasons, mergeSteps } from '#contract/merge'
import type { Verification } from '#contract/verify'
import { advance, type MergeFacts, type MergePolicy, type Patch, type Seen, takeUp } from './next-step.ts'

const policy = { attempts: 3, tiers: ['clean', 'mechanical', 'agent', 'human'], agent: null, agentTries: 1 } as const
const helped = { ...policy, agent: 'cc' }
const facts = (more: Partial<MergeFacts> = {}): MergeFacts => ({
  id: 'm-7',
  branch: 'drover/shop-1/root',
  target: 'main',
  state: 'merging',
  step: 'merge',
  tier: null,
  attempts: 1,
  result: null,
  push: null,
  proof: null,
  approved: null,
  worktree: null,
  reason: null,
  agentTries: 0,
  ...more,
})
const proof: MergeProof = { dropped: [], more: 0, markers: [], ok: true }
const holds: Verification = {
  ok: true,
  command: 'npm test',
  exitCode: 0,
  durationMs: 5,
  timedOut: false,
  why: null,
  bytes: 0,
  outputTail: '',
}
const onto = { baseCommit: 't', mergeBase: 'b' }
const counted = { files: 1, insertions: 2, deletions: 3 }
const wanted = { remote: 'origin', ref: 'refs/heads/main', state: 'wanted' } as const
const pushed = { ...wanted, state: 'pushed' } as const

describe('taken up', () => {
  test.each([
    ['merge', 'queued', 'merging', 2],
    ['merge', 'merging', 'merging', 1],
    ['merge', 'rejected', 'merging', 2],
    ['resolve', 'needs_human', 'resolving', 1],
    ['prove', 'merging', 'merging', 1],
    ['verify', 'verifying', 'verifying', 1],
    ['push', 'ready', 'ready', 1],
    ['land', 'ready', 'ready', 1],
  ] as const)('at %s from %s: %s, attempt %i', (step, state, after, attempts) => {
    const patch = takeUp(facts({ step, state }))
    expect([patch.state, patch.attempts ?? 1, patch.reason, patch.next]).toEqual([after, attempts, null, null])
  })
})

const merged: Seen = { saw: 'merged', result: 'r', tier: 'clean', ...onto, ...counted }

test('merged: what was seen is written down, proof comes next', () => {
  expect(advance(facts(), merged, policy)).toEqual({
    step: 'prove',
    state: 'merging',
    result: 'r',
    tier: 'clean',
    worktree: null,
    ...onto,
    ...counted,
  })
})

test('merged again onto a target that moved: a tier once needed stays', () => {
  expect(advance(facts({ tier: 'human' }), merged, policy).tier).toBe('human')
})

describe('conflict', () => {
  const seen: Seen = { saw: 'conflict', paths: ['a.ts'], worktree: '/trees/1', ...onto }
  test('a person is asked, the tree is kept, the next command is said', () => {
    const patch = advance(facts(), seen, policy)
    expect(patch).toMatchObject({
      state: 'needs_human',
      step: 'wait',
      tier: 'human',
      worktree: '/trees/1',
      next: 'drover merge retry m-7',
      reason: { code: 'conflict', paths: ['a.ts'] },
    })
    expect(patch.reason?.message).toContain('/trees/1')
  })
  test('without a human tier it is rejected', () => {
    const patch = advance(facts(), seen, { ...policy, tiers: ['clean'] })
    expect(patch).toMatchObject({ state: 'rejected', step: 'end', reason: { code: 'conflict' }, worktree: null })
  })
})

describe('with an agent', () => {
  const conflict: Seen = { saw: 'conflict', paths: ['a.ts'], worktree: '/trees/1', ...onto }
  const called = facts({ step: 'call', state: 'resolving', tier: 'agent', worktree: '/t', agentTries: 0 })
  const reason = { code: 'conflict', message: 'clash', paths: ['a.ts'] } as const

  test('a conflict calls it, with the tree and what clashes', () => {
    const patch = advance(facts(), conflict, helped)
    expect(patch).toMatchObject({ state: 'resolving', step: 'call', tier: 'agent', worktree: '/trees/1', next: null })
    expect(patch.reason).toMatchObject({ code: 'conflict', paths: ['a.ts'] })
  })

  test.each([
    ['called as often as it may be', facts({ agentTries: 1 }), helped],
    ['no agent is named', facts(), policy],
    ['the tier is left out', facts(), { ...helped, tiers: ['clean', 'human'] as const }],
    ['it may never be called', facts(), { ...helped, agentTries: 0 }],
  ])('%s: a person is asked at once', (_, at, how) => {
    expect(advance(at, conflict, how)).toMatchObject({ state: 'needs_human', step: 'wait', tier: 'human' })
  })

  test('taken up for the call, what clashes stays said', () => {
    expect(takeUp({ ...called, reason })).toEqual({ state: 'resolving', next: null })
  })

  test('called: its session and the try are written down, the lane is free', () => {
    expect(advance(called, { saw: 'called', session: 'shop-2' }, helped)).toEqual({
      step: 'agent',
      state: 'resolving',
      merger: 'shop-2',
      agentTries: 1,
    })
  })

  test('answered: its tree is looked at like a person’s, and stays called its own', () => {
    expect(advance({ ...called, step: 'agent' }, { saw: 'answered' }, helped)).toEqual({
      step: 'resolve',
      state: 'resolving',
    })
    const seen: Seen = { saw: 'resolved', result: 'r', ...counted }
    expect(advance({ ...called, step: 'resolve' }, seen, helped)).toMatchObject({ step: 'prove', tier: 'agent' })
  })

  const troubles: readonly Seen[] = [
    { saw: 'unhelped', message: 'Its turn failed.' },
    { saw: 'unresolved', code: 'conflict', paths: ['a.ts'] },
    { saw: 'unresolved', code: 'wrong_parents', paths: [] },
    { saw: 'proof', proof: { ...proof, markers: [{ file: 'a.ts', line: 1 }], ok: false } },
  ]
  test.each(troubles)('%j: a person goes on in the tree, the reason is said', (seen) => {
    const patch = advance({ ...called, step: 'agent', reason }, seen, helped)
    expect(patch).toMatchObject({ state: 'needs_human', step: 'wait', tier: 'human', next: 'drover merge retry m-7' })
    expect(patch.reason?.message).toContain('/t')
    expect('worktree' in patch).toBe(false)
    expect(advance({ ...called, reason }, seen, { ...helped, tiers: ['clean', 'agent'] })).toMatchObject({
      state: 'rejected',
      step: 'end',
    })
  })

  test('a turn that failed still says which files clash', () => {
    const seen: Seen = { saw: 'unhelped', message: 'Its turn failed.' }
    expect(advance({ ...called, reason }, seen, helped).reason).toMatchObject({ code: 'agent_failed', paths: ['a.ts'] })
  })

  test('the target moved: what it resolved is not asked for twice', () => {
    const at = facts({ step: 'land', tier: 'agent', result: 'r' })
    expect(advance(at, { saw: 'moved' }, helped)).toMatchObject({ step: 'merge', state: 'queued', resolved: 'r' })
  })
})

test('a list of conflicts has an end; how many there are is said', () => {
  const paths = Array.from({ length: 3000 }, (_, n) => `f${n}`)
  const patch = advance(facts(), { saw: 'conflict', paths, worktree: '/t', ...onto }, policy)
  expect([patch.reason?.paths?.length, patch.reason?.message]).toEqual([500, expect.stringContaining('3000 files')])
})

test('a resolution is proven like any other result', () => {
  const patch = advance(
    facts({ step: 'resolve', worktree: '/t' }),
    { saw: 'resolved', result: 'r', ...counted },
    policy,
  )
  expect(patch).toMatchObject({ step: 'prove', tier: 'human', result: 'r' })
  expect('worktree' in patch).toBe(false)
})

test.each(['conflict', 'unstaged_resolution', 'wrong_parents'] as const)('a resolution that is not one: %s', (code) => {
  const seen: Seen = { saw: 'unresolved', code, paths: ['a.ts'] }
  const patch = advance(facts({ step: 'resolve', worktree: '/t' }), seen, policy)
  expect(patch).toMatchObject({ state: 'needs_human', step: 'wait', reason: { code }, next: 'drover merge retry m-7' })
  expect(patch.reason?.message).toContain('/t')
})

test('markers go back to a person, whatever the tier', () => {
  const bad = { ...proof, markers: [{ file: 'a.ts', line: 3 }], ok: false }
  for (const tier of ['clean', 'human'] as const)
    expect(advance(facts({ step: 'prove', tier }), { saw: 'proof', proof: bad }, policy)).toMatchObject({
      state: 'needs_human',
      proof: bad,
      reason: { code: 'conflict_markers', paths: ['a.ts'] },
    })
  expect(advance(facts({ step: 'prove' }), { saw: 'proof', proof }, policy)).toEqual({
    step: 'verify',
    state: 'verifying',
    proof,
  })
})

describe('verified', () => {
  const at = (more: Partial<MergeFacts> = {}) => facts({ step: 'verify', state: 'verifying', proof, ...more })
  test('red is rejected with the command and where to read on', () => {
    const red = { ...holds, ok: false, why: 'it ended with exit code 1' }
    for (const needsApproval of [[], ['agent'] as const])
      expect(advance(at(), { saw: 'verified', verify: red, needsApproval }, policy)).toMatchObject({
        state: 'rejected',
        verify: red,
        reason: { code: 'verify_failed' },
        next: 'drover merge output m-7',
      })
  })
  test.each([
    [null, null, 'land'],
    [holds, null, 'land'],
    [holds, wanted, 'push'],
  ])('green or none, nothing to approve: lands', (verify, push, step) => {
    const patch = advance(at({ push }), { saw: 'verified', verify, needsApproval: [] }, policy)
    expect(patch).toMatchObject({ state: 'ready', step, verify, needsApproval: [] })
  })
  test('something to approve: ready, and waits', () => {
    const patch = advance(at(), { saw: 'verified', verify: holds, needsApproval: ['agent'] }, policy)
    expect(patch).toMatchObject({
      state: 'ready',
      step: 'wait',
      needsApproval: ['agent'],
      next: 'drover merge approve m-7',
    })
  })
  test('approved before: lands; more than was approved: waits again', () => {
    const approved = { reasons: ['agent'] as const, dropped: [] }
    const seen = (needsApproval: readonly ('agent' | 'workflows')[]): Seen => ({
      saw: 'verified',
      verify: null,
      needsApproval,
    })
    expect(advance(at({ approved }), seen(['agent']), policy).step).toBe('land')
    expect(advance(at({ approved }), seen(['agent', 'workflows']), policy).step).toBe('wait')
  })
})

describe('landing', () => {
  test('landed ends it', () => {
    expect(advance(facts({ step: 'land' }), { saw: 'landed', commit: 'r' }, policy)).toMatchObject({
      state: 'landed',
      step: 'end',
      landedCommit: 'r',
    })
  })
  test('pushed: written down before the branch here follows', () => {
    expect(advance(facts({ step: 'push', push: wanted }), { saw: 'pushed' }, policy)).toEqual({
      step: 'land',
      state: 'ready',
      push: pushed,
    })
  })
  test.each([1, 2, 3, 4])('moved at attempt %i: again from the start, three times in all', (attempts) => {
    for (const step of ['land', 'push'] as const) {
      const patch = advance(facts({ step, attempts }), { saw: 'moved' }, policy)
      if (attempts < 3) expect(patch).toMatchObject({ step: 'merge', state: 'queued', result: null, proof: null })
      else expect(patch).toMatchObject({ state: 'rejected', step: 'end', reason: { code: 'target_moved' } })
    }
  })
  test('moved after a person resolved it: their commit is what is merged next', () => {
    const patch = advance(facts({ step: 'land', tier: 'human', result: 'r' }), { saw: 'moved' }, policy)
    expect(patch).toMatchObject({ step: 'merge', resolved: 'r', result: null })
    expect(
      advance(facts({ step: 'land', tier: 'clean', result: 'r' }), { saw: 'moved' }, policy).resolved,
    ).toBeUndefined()
  })
  const dirty: Seen = { saw: 'blocked', reason: { code: 'target_dirty', message: 'dirty', paths: ['a'] } }
  test('blocked: a person is asked; the proven result stays', () => {
    const patch = advance(facts({ step: 'land' }), dirty, policy)
    expect(patch).toMatchObject({ state: 'needs_human', step: 'wait', reason: { code: 'target_dirty', paths: ['a'] } })
    expect('result' in patch).toBe(false)
  })
  test.each([dirty, { saw: 'moved' } as Seen])(
    'once pushed it has landed, and what keeps the branch here is said',
    (seen) => {
      const patch = advance(facts({ step: 'land', push: pushed, result: 'r' }), seen, policy)
      expect(patch).toMatchObject({
        state: 'landed',
        step: 'end',
        landedCommit: 'r',
        reason: { code: 'local_behind' },
      })
      expect(patch.next).toContain('git pull --ff-only origin main')
    },
  )
  test('whatever stops it after the push: the remote has it, so it is never called rejected', () => {
    for (const code of mergeReasons) {
      const patch = advance(facts({ step: 'land', push: pushed }), { saw: 'stopped', code, message: 'why' }, policy)
      expect([code, patch.state, patch.reason?.code]).toEqual([code, 'landed', 'local_behind'])
    }
  })
})

test('every other stop has a state, and only what a person can mend waits', () => {
  for (const code of mergeReasons) {
    const patch = advance(facts(), { saw: 'stopped', code, message: 'why' }, policy)
    const mends = ['local_commits', 'remote_unreachable', 'not_trusted', 'snapshot_failed'].includes(code)
    expect([code, patch.state, patch.step]).toEqual([code, mends ? 'needs_human' : 'rejected', mends ? 'wait' : 'end'])
    expect(patch.reason).toEqual({ code, message: 'why' })
  }
})

type Walked = MergeFacts & Omit<Patch, keyof MergeFacts>

/** Walks every sequence of observations from the start; what comes out as landed must have passed proof, verify and consent. */
test('no walk lands without proof, verification and consent, and every walk that stops says why', () => {
  const seenAt: Record<string, readonly Seen[]> = {
    merge: [
      merged,
      { saw: 'conflict', paths: ['a'], worktree: '/t', ...onto },
      { saw: 'stopped', code: 'failed', message: 'x' },
    ],
    call: [
      { saw: 'called', session: 's' },
      { saw: 'unhelped', message: 'x' },
    ],
    agent: [{ saw: 'answered' }, { saw: 'unhelped', message: 'x' }],
    resolve: [
      { saw: 'resolved', result: 'r2', ...counted },
      { saw: 'unresolved', code: 'conflict', paths: ['a'] },
    ],
    prove: [
      { saw: 'proof', proof },
      { saw: 'proof', proof: { ...proof, ok: false, dropped: [{ file: 'a', line: 1, text: 'x', input: 'target' }] } },
    ],
    verify: [
      { saw: 'verified', verify: null, needsApproval: [] },
      { saw: 'verified', verify: { ...holds, ok: false }, needsApproval: [] },
      { saw: 'verified', verify: holds, needsApproval: ['agent'] },
    ],
    push: [{ saw: 'pushed' }, { saw: 'moved' }, { saw: 'blocked', reason: { code: 'index_locked', message: 'x' } }],
    land: [
      { saw: 'landed', commit: 'r' },
      { saw: 'moved' },
      { saw: 'blocked', reason: { code: 'target_dirty', message: 'x' } },
    ],
  }
  let walks = 0
  const walk = (now: Walked, passed: readonly string[], depth: number, how = policy as MergePolicy): void => {
    if (now.step === 'end' || now.step === 'wait') {
      walks += 1
      if (now.state === 'landed') expect(passed.slice(-3)).toEqual(expect.arrayContaining(['proof', 'verified']))
      if (now.state === 'rejected' || now.state === 'needs_human') expect(now.reason).not.toBeNull()
      if (now.step === 'wait') expect(now.next).toContain('drover merge')
      expect(isEnded(now.state)).toBe(now.step === 'end')
      return
    }
    if (depth === 0) return
    const taken = { ...now, ...takeUp(now) } as Walked
    for (const seen of seenAt[taken.step] ?? []) {
      const next = { ...taken, ...advance(taken, seen, how) } as Walked
      const fresh = next.step === 'merge' ? [] : [...passed, seen.saw]
      walk(
        next,
        fresh.filter((word) => word !== 'pushed'),
        depth - 1,
        how,
      )
    }
  }
  for (const push of [null, wanted]) {
    walk(facts({ state: 'queued', attempts: 0, push }), [], 12)
    walk(facts({ state: 'queued', attempts: 0, push }), [], 9, helped)
    walk(facts({ state: 'needs_human', step: 'resolve', worktree: '/t', push }), [], 12)
  }
  expect(walks).toBeGreaterThan(50)
  expect(mergeSteps).toHaveLength(10)
})
