/**
 * What people and the world do to a trip while nobody looks: words that change, labels that go, branches that are renamed or forced,
 * checks that never come, strangers that claim, clocks that differ, a repository and a token that are taken away. Nothing hangs, nothing
 * is landed or closed that nobody wanted, and each says why. The GitHub's clock is years from this machine's in all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimWords } from '#core/trip/claims'
import { git, tip } from '#test/support/github/git'
import { type TripWorld, tripWorld } from './trip-world.ts'

const green = '@write ok yes\n@commit Do it'
/** Commits, and then is at it for ever. */
const busy = '@write ok yes\n@commit Do it\n@hang'

describe('trips in a world that moves', () => {
  let world: TripWorld
  beforeAll(async () => {
    world = await tripWorld({ afk: 'ci_deadline = 4\n', mend: ['unit failed'] })
  })
  afterAll(() => world?.end())

  const comments = (issue: { comments: { body: string }[] }, word: string): number =>
    issue.comments.filter(({ body }) => body.includes(word)).length

  it('words that a stranger changed after the label are not taken, until the label is given anew', async () => {
    const { repo } = await world.repo('edited')
    repo.issues.permissions.set('eve', 'read')
    const issue = world.issue('edited', green, { author: 'eve', by: 'ada', labels: [] })
    // Labelled and changed in one moment: between the two nobody looks.
    repo.issues.label(issue.number, 'ready-for-agent', 'ada')
    for (let n = 0; n < 4; n++) repo.issues.rewrite(issue.number, `@write evil x\n${n}`)
    const seen = await world.seen('edited', issue.number)
    expect(seen).toMatchObject({ decision: 'changed', tripId: null, why: expect.stringContaining('eve') })
    repo.issues.rewrite(issue.number, green)
    repo.issues.unlabel(issue.number, 'ready-for-agent', 'ada')
    repo.issues.label(issue.number, 'ready-for-agent', 'ada')
    expect(await world.ended('edited')).toMatchObject({ state: 'done' })
    expect(git(repo.dir, ['ls-tree', '--name-only', 'main'])).not.toContain('evil')
  })

  it('the ready label taken away in mid-trip calls the work off, and keeps it', async () => {
    const { repo } = await world.repo('unlabelled')
    const before = tip(repo.dir, 'main')
    const issue = world.issue('unlabelled', busy)
    const { sessionId } = await world.trip('unlabelled', (trip) => trip.sessionId !== null && trip.phase !== 'worktree')
    repo.issues.unlabel(issue.number, 'ready-for-agent', 'ada')
    const over = await world.ended('unlabelled')
    expect(over).toMatchObject({ state: 'withdrawn', reason: 'a person took the ready label away' })
    expect((await world.w.session(sessionId!)).phase).toBe('ended')
    expect([tip(repo.dir, 'main'), issue.state, issue.labels]).toEqual([before, 'open', []])
    expect([comments(issue, 'drover:claim'), comments(issue, 'This needs a person')]).toEqual([0, 0])
  })

  it('a default branch that was renamed is never made anew: a person gets the work', async () => {
    const { repo } = await world.repo('renamed')
    const issue = world.issue('renamed', `@sleep 1500\n${green}`)
    await world.trip('renamed', (trip) => trip.sessionId !== null)
    git(repo.dir, ['branch', '-m', 'main', 'trunk'])
    const over = await world.ended('renamed')
    expect(over).toMatchObject({ state: 'escalated', reason: 'guardrail: main is not on the remote any more' })
    expect([tip(repo.dir, 'main'), issue.state]).toEqual([null, 'open'])
  })

  it('a branch that somebody else forced is theirs: nothing is merged over it', async () => {
    const { repo } = await world.repo('forced', 'pr')
    // Half of it: red, so that it is not merged at once. The agent then thinks for ever.
    const issue = world.issue('forced', '@write half yes\n@commit Half')
    await world.trip('forced', (trip) => trip.prId !== null)
    const [pull] = repo.pulls
    const theirs = git(repo.dir, [
      '-c',
      'user.name=Bob',
      '-c',
      'user.email=b@localhost',
      'commit-tree',
      'main^{tree}',
      '-m',
      'Mine',
    ])
    git(repo.dir, ['update-ref', `refs/heads/${pull!.branch}`, theirs])
    const over = await world.ended('forced')
    expect(['withdrawn', 'frozen']).toContain(over.state)
    expect([pull!.merged, tip(repo.dir, pull!.branch), issue.state]).toEqual([null, theirs, 'open'])
  })

  it('checks that never begin are given to a person after their deadline', async () => {
    const { repo } = await world.repo('silent', 'push', ['checks'])
    const issue = world.issue('silent', green)
    const over = await world.ended('silent')
    expect(over).toMatchObject({
      state: 'escalated',
      ci: 'pending',
      reason: expect.stringContaining('said nothing for'),
    })
    expect([issue.state, issue.labels.includes('ready-for-human')]).toEqual(['open', true])
    expect(git(repo.dir, ['ls-tree', '--name-only', 'main'])).toContain('ok')
  })

  it('a claim of a stranger holds nobody off; one of somebody who may write does, until it runs out', async () => {
    const { repo } = await world.repo('claimed')
    repo.issues.permissions.set('eve', 'read').set('bob', 'write')
    const issue = world.issue('claimed', green, { labels: [] })
    repo.issues.say(issue.number, 'eve', claimWords('eve-eve-eve', 86_400))
    const held = repo.issues.say(issue.number, 'bob', claimWords('bob-bob-bob', 86_400))
    repo.issues.label(issue.number, 'ready-for-agent', 'ada')
    expect(await world.seen('claimed', issue.number)).toMatchObject({ decision: 'claimed_elsewhere' })
    issue.comments.splice(issue.comments.indexOf(held), 1)
    repo.issues.label(issue.number, 'again', 'ada')
    expect(await world.ended('claimed')).toMatchObject({ state: 'done' })
    expect(comments(issue, 'eve-eve-eve')).toBe(1)
  })

  it('two labels at once: what a person holds is a person’s; of two ready issues one goes after the other', async () => {
    await world.repo('both')
    const held = world.issue('both', green, { labels: ['ready-for-human', 'ready-for-agent'] })
    const urgent = world.issue('both', green, { labels: ['priority:1', 'ready-for-agent', 'priority:-1'] })
    const other = world.issue('both', '@write more yes\n@commit More')
    expect(await world.seen('both', held.number)).toMatchObject({ decision: 'human_label' })
    const first = await world.ended('both', urgent.number)
    const second = await world.ended('both', other.number)
    expect([first.state, second.state]).toEqual(['done', 'done'])
    expect(Date.parse(second.createdAt)).toBeGreaterThanOrEqual(Date.parse(first.endedAt!))
    expect(held.state).toBe('open')
  })

  it('a repository that is gone ends nothing at once and lands nothing; back again, it goes on', async () => {
    const { repo } = await world.repo('gone')
    const issue = world.issue('gone', `@sleep 2500\n${green}`)
    const { id } = await world.trip('gone', (trip) => trip.sessionId !== null)
    let asked = 0
    world.github.instead = (request, answer) => {
      if (request.url?.startsWith('/repos/ada/gone') !== true) return false
      asked += 1
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
      return true
    }
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(4)
    world.github.instead = null
    const over = await world.ended('gone')
    expect(over).toMatchObject({ id, state: 'done' })
    expect([issue.state, comments(issue, 'AFK run progress')]).toEqual(['closed', 1])
    expect(git(repo.dir, ['ls-tree', '--name-only', 'main'])).toContain('ok')
  })

  it('a token that is taken away in mid-trip stops it with the reason; with a new one it goes on', async () => {
    await world.repo('revoked')
    const issue = world.issue('revoked', `@sleep 1500\n${green}`)
    await world.trip('revoked', (trip) => trip.sessionId !== null)
    world.github.instead = (request, answer) => {
      if (request.url?.startsWith('/storage') === true) return false
      answer.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Bad credentials"}')
      return true
    }
    const waits = await world.trip('revoked', ({ reason }) => reason.startsWith('it waits: '))
    expect(waits.state).toBe('running')
    expect(issue.state).toBe('open')
    world.github.instead = null
    expect(await world.ended('revoked')).toMatchObject({ state: 'done' })
    expect(comments(issue, 'AFK run progress')).toBe(1)
  })

  it('nothing was asked that the real one refuses', () => expect(world.github.faults).toEqual([]))
})
