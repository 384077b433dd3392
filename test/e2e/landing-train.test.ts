/**
 * Several merges of one target on a real daemon: verified together once, landed at once; a red one is found by halving and
 * alone stays out, one that conflicts or is cancelled holds up nobody, and no commit is ever on the target that was not verified.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import { ok, type World, world } from '#test/support/world'
import { branchWith, gate, getMerge, isStopped, merged, untilMerge } from './landing-world.ts'

let w: World
let runs: string
let n = 0
const at = (name: string): string => join(w.dir, name)

/** Says which commit it looks at, waits while the gate is shut, and fails where a file is called bad. */
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n', 'list.txt': 'one\n' } })
  await w.addProject()
  runs = at('runs')
  const verify = `echo looked; git rev-parse HEAD >> ${runs}; until [ -f ${at('go')} ]; do sleep 0.05; done; ! ls | grep -q bad`
  await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify } }))
})
afterAll(() => w.end())
beforeEach(() => rmSync(runs, { force: true }))

const verified = (): string[] => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : [])
const branch = (files: Record<string, string>): string => branchWith(w, `b${++n}`, files)
const ask = (name: string, more: object = {}): Promise<Merge> =>
  merged(w, { projectId: 'demo', branch: name, into: 'main', ...more })
const stopped = (merges: readonly Merge[]): Promise<Merge[]> =>
  Promise.all(merges.map(({ id }) => untilMerge(w, id, isStopped)))

/** One is being verified alone while the others queue up behind it; then all of them come to their rest. */
async function queued(branches: readonly string[]): Promise<readonly Merge[]> {
  const shut = gate(w, 'go')
  const first = await ask(branch({ [`first-${n}.txt`]: 'x' }))
  await untilMerge(w, first.id, (one) => one.state === 'verifying')
  const merges: Merge[] = []
  for (const name of branches) merges.push(await ask(name))
  shut.open()
  const [leader, ...others] = await stopped([first, ...merges])
  expect(leader?.state).toBe('landed')
  return others
}

/** Wherever the target ever stood was verified, and held. */
function everyTipVerified(): void {
  const tips = w.repo.git('log', '-g', '--format=%H', 'main').trim().split('\n')
  const known = new Set(verified())
  for (const tip of tips.slice(0, tips.indexOf(start))) expect(known).toContain(tip)
}
let start = ''
beforeEach(() => {
  start = w.repo.git('rev-parse', 'main').trim()
})

describe('a train', () => {
  it('is verified once, lands at once, and each row tells of its own', async () => {
    const names = ['a', 'b', 'c'].map((name) => branch({ [`${name}.txt`]: name }))
    const landed = await queued(names)
    expect(verified()).toHaveLength(2)
    const ids = landed.map(({ id }) => id)
    for (const [place, merge] of landed.entries()) {
      expect([merge.state, merge.tier, merge.attempts, merge.verify?.ok, merge.proof?.ok]).toEqual([
        'landed',
        'clean',
        1,
        true,
        true,
      ])
      expect(merge.train).toEqual(ids)
      expect([merge.landedCommit, merge.head]).toEqual([
        merge.result,
        w.repo.git('rev-parse', names[place] ?? '').trim(),
      ])
      const parents = w.repo.git('log', '-1', '--format=%P', merge.result ?? '').trim()
      const before = place === 0 ? merge.baseCommit : landed[place - 1]?.result
      expect(parents).toBe(`${before} ${merge.head}`)
      const output = await ok<{ text: string }>(w.call('GET', `/api/v1/merges/${merge.id}/output`))
      expect(output.text).toBe('looked\n')
    }
    expect(w.repo.git('rev-parse', 'main').trim()).toBe(landed.at(-1)?.result)
    expect(w.repo.git('status', '--porcelain')).toBe('')
    everyTipVerified()
  })

  it.each([0, 1, 2, 3])('finds the one that does not hold at place %i; the others land', async (place) => {
    const names = [0, 1, 2, 3].map((one) => branch({ [`${one === place ? 'bad' : 'good'}-${n}.txt`]: 'x' }))
    const after = await queued(names)
    const expected = [0, 1, 2, 3].map((one) => (one === place ? ['rejected', 'verify_failed'] : ['landed', undefined]))
    expect(after.map((one) => [one.state, one.reason?.code])).toEqual(expected)
    expect(after[place]?.verify?.ok).toBe(false)
    expect(after[place]?.train).toEqual([])
    expect(w.repo.git('ls-files')).not.toContain('bad')
    everyTipVerified()
  })

  it('goes on without one that conflicts, which then waits for a person alone', async () => {
    const clash = branch({ 'list.txt': 'theirs\n' })
    const names = [branch({ 'list.txt': 'ours\n' }), clash, branch({ [`e-${n}.txt`]: 'e' })]
    const after = await queued(names)
    expect(after.map((one) => [one.state, one.tier])).toEqual([
      ['landed', 'clean'],
      ['needs_human', 'human'],
      ['landed', 'clean'],
    ])
    expect(after[0]?.train).toEqual([after[0]?.id, after[2]?.id])
    expect(verified()).toHaveLength(2)
    everyTipVerified()
    await ok(w.call('POST', `/api/v1/merges/${after[1]?.id}/cancel`, {}))
  })

  it('goes on without one that waits for a word', async () => {
    const names = [
      branch({ '.drover/roles/x.md': 'x' }),
      branch({ [`f-${n}.txt`]: 'f' }),
      branch({ [`g-${n}.txt`]: 'g' }),
    ]
    const after = await queued(names)
    expect(after.map((one) => one.state)).toEqual(['ready', 'landed', 'landed'])
    expect(after[0]?.needsApproval).toEqual(['drover_config'])
    everyTipVerified()
    await ok(w.call('POST', `/api/v1/merges/${after[0]?.id}/cancel`, {}))
  })

  it('one is cancelled while they are verified: it ends, the others land', async () => {
    const shut = gate(w, 'go')
    const first = await ask(branch({ [`h-${n}.txt`]: 'h' }))
    await untilMerge(w, first.id, (one) => one.state === 'verifying')
    const merges: Merge[] = []
    for (let one = 0; one < 3; one++) merges.push(await ask(branch({ [`i-${n}.txt`]: 'i' })))
    await ok(w.call('POST', `/api/v1/merges/${first.id}/cancel`, {}))
    const [one, two, three] = merges
    await untilMerge(w, two?.id ?? '', (merge) => merge.state === 'verifying' && merge.train.length === 3)
    await ok(w.call('POST', `/api/v1/merges/${two?.id}/cancel`, {}))
    expect((await getMerge(w, two?.id ?? '')).reason?.code).toBe('cancelled')
    shut.open()
    const after = await stopped([one, two, three] as Merge[])
    expect(after.map(({ state }) => state)).toEqual(['landed', 'rejected', 'landed'])
    everyTipVerified()
  })

  it('its target moves while it is verified: all of it is merged anew', async () => {
    const shut = gate(w, 'go')
    const first = await ask(branch({ [`j-${n}.txt`]: 'j' }))
    await untilMerge(w, first.id, (one) => one.state === 'verifying')
    const merges = [await ask(branch({ [`k-${n}.txt`]: 'k' })), await ask(branch({ [`l-${n}.txt`]: 'l' }))]
    await ok(w.call('POST', `/api/v1/merges/${first.id}/cancel`, {}))
    await untilMerge(w, merges[1]?.id ?? '', (merge) => merge.state === 'verifying' && merge.train.length === 2)
    w.repo.write(`mine-${n}.txt`, 'mine\n')
    w.repo.commit('mine')
    shut.open()
    const after = await stopped(merges)
    expect(after.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['landed', 2],
      ['landed', 2],
    ])
    expect(w.repo.git('log', '--first-parent', '--format=%s', '-3')).toMatch(/^Merge .*\nMerge .*\nmine\n$/)
  })

  it('merge.train = 1: each alone', async () => {
    const verify = (await ok<{ project: { settings: object } }>(w.call('GET', '/api/v1/projects/demo'))).project
      .settings
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { ...verify, merge: { train: 1 } } }))
    const landed = await queued([branch({ [`m-${n}.txt`]: 'm' }), branch({ [`o-${n}.txt`]: 'o' })])
    expect(landed.map(({ state, train }) => [state, train])).toEqual([
      ['landed', []],
      ['landed', []],
    ])
    expect(verified()).toHaveLength(3)
    everyTipVerified()
  })
})
