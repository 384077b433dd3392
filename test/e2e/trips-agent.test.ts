/** Landing mode `agent`: the agent merges and pushes by itself, Drover watches what came to the remote, and what it may not do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import { git } from '#test/support/github/git'
import { ok } from '#test/support/world'
import { type TripWorld, tripWorld } from './trip-world.ts'

const lands = '@sh git fetch -q origin && git merge -q -m "Merge main" origin/main && git push -q origin HEAD:main'

describe('trips whose agent lands its work itself', () => {
  let world: TripWorld
  beforeAll(async () => {
    world = await tripWorld({ mend: ['unit failed', '@write ok done', '@commit Mend it', lands] })
  })
  afterAll(() => world?.end())

  it('its push is seen, red checks are answered in the same session, and the second push is closed green', async () => {
    const { repo } = await world.repo('agent', 'agent')
    const issue = world.issue('agent', `@write half yes\n@commit Begin. Closes #1001\n${lands}`)
    const done = await world.ended('agent')
    expect(done).toMatchObject({ state: 'done', landing: 'agent', attempts: 1, ci: 'green', mergeId: null, prId: null })
    expect(done.commit).toBe(git(repo.dir, ['rev-parse', 'main']))
    expect(git(repo.dir, ['ls-tree', '--name-only', 'main']).split('\n')).toEqual(['README.md', 'half', 'ok'])
    expect((await world.w.session(done.sessionId!)).turn?.n).toBe(2)
    expect([issue.state, issue.comments.length]).toEqual(['closed', 1])
    const { merges } = await ok<{ merges: Merge[] }>(world.w.call('GET', '/api/v1/merges'))
    expect([merges, repo.pulls]).toEqual([[], []])
    const [brief] = (await world.w.rows(done.sessionId!)).filter(({ kind }) => kind === 'user')
    expect(brief).toMatchObject({ text: expect.stringContaining('Land your work yourself') })
  })

  it('one that ends without a push is given to a person with its commits', async () => {
    await world.repo('kept', 'agent')
    const issue = world.issue('kept', '@write a.txt a\n@commit Mine alone')
    const over = await world.ended('kept')
    expect(over).toMatchObject({ state: 'escalated', reason: 'the agent ended without pushing its commits' })
    expect(issue.labels).toContain('ready-for-human')
  })

  it('a forced push over what was there is told to a person, and nothing is put back or closed', async () => {
    const { repo } = await world.repo('forced', 'agent')
    const before = git(repo.dir, ['rev-parse', 'main'])
    const issue = world.issue(
      'forced',
      [
        '@write ok x',
        '@write evil.sh git checkout -q --orphan anew && git add -A && git commit -qm "All new" && git push -qf origin HEAD:main',
        '@sh sh evil.sh',
      ].join('\n'),
    )
    const over = await world.ended('forced')
    const did = JSON.stringify(await world.w.rows(over.sessionId!))
    expect(over, did).toMatchObject({ state: 'escalated', reason: expect.stringContaining('(force push)') })
    expect(git(repo.dir, ['rev-parse', 'main'])).not.toBe(before)
    expect(issue.comments.filter(({ body }) => body.includes('### This needs a person'))).toHaveLength(1)
  })
})
