/**
 * What every forge must do for pull requests, whoever keeps it: opened once, told as they are, unknown where nothing was told,
 * merged as they were shown. What a forge has no way to do is named by its world and must be refused as unsupported.
 */
import { describe, expect, it } from 'vitest'
import type { ForgeApi, ForgeRepo } from '#ports/forge'

export interface ForgeWorld {
  readonly api: ForgeApi
  readonly repo: ForgeRepo
  /** A branch with one commit beyond main, there at the forge; answers the commit. */
  push(branch: string, file?: string): string
  /** Somebody is asked for a review. */
  ask(number: number, login: string): void
  /** Somebody opens one there; answers its number. `fork`: from a branch of somebody else's repository, `editable`: to which maintainers may push. */
  opened(given: { branch: string; title?: string; draft?: boolean; fork?: string; editable?: boolean }): number
  check(head: string, name: string, result: 'success' | 'failure' | 'pending', log?: string): void
  review(number: number, by: string, state: 'APPROVED' | 'CHANGES_REQUESTED'): void
  /** Somebody objects at a line; answers the thread's id. */
  discuss(number: number, at: { path: string; line: number; by: string; bot?: boolean; body: string }): string
  /** What main asks for from now on. */
  protect(given: { checks: string[]; approvals: number }): void
  /** Makes the answer to the next write vanish on the way, after it was done. */
  loseNextAnswer(): void
  /** How many there are with this branch. */
  count(branch: string): number
  /** What this forge has no way to do. */
  readonly lacks: ReadonlySet<'resolve' | 'log' | 'bots' | 'conflict'>
}

export function forgeSuite(title: string, world: () => ForgeWorld): void {
  describe(`the forge: ${title}`, () => {
    const need = async (number: number) => {
      const { api, repo } = world()
      const found = await api.look(repo, number)
      if (found === null) throw new Error(`there is no #${number}`)
      return found
    }

    it('opens one for a branch, and answers the same one the second time', async () => {
      const { api, repo, push, count } = world()
      const head = push('once')
      const words = { title: 'Once', body: 'words', branch: 'once', base: 'main', draft: false }
      const { pr, created } = await api.open(repo, words)
      expect(created).toBe(true)
      expect(pr).toMatchObject({ title: 'Once', state: 'open', draft: false, branch: 'once', base: 'main', head })
      expect(pr.repo).toEqual(repo)
      expect(pr.headRepo).toBe(`${repo.owner}/${repo.name}`)
      expect(await api.open(repo, words)).toMatchObject({ created: false, pr: { number: pr.number } })
      expect(count('once')).toBe(1)
    })

    it('opens one when the answer was lost on the way, and never two', async () => {
      const { api, repo, push, count, loseNextAnswer } = world()
      push('lost')
      loseNextAnswer()
      const { pr } = await api.open(repo, { title: 'Lost', body: '', branch: 'lost', base: 'main', draft: false })
      expect(pr).toMatchObject({ title: 'Lost', state: 'open' })
      expect(count('lost')).toBe(1)
    })

    it('opens a draft, and makes it ready; twice is once', async () => {
      const { api, repo, push } = world()
      push('draft')
      const { pr } = await api.open(repo, { title: 'Draft', body: '', branch: 'draft', base: 'main', draft: true })
      expect(pr.draft).toBe(true)
      expect(pr.mergeability).not.toBe('mergeable')
      await expect(api.merge(repo, pr.number, { head: pr.head, method: 'merge' })).rejects.toMatchObject({
        code: 'PR_NOT_MERGEABLE',
      })
      await api.ready(repo, pr.number)
      await api.ready(repo, pr.number)
      expect((await need(pr.number)).draft).toBe(false)
    })

    it('refuses in the forge’s own words what cannot be opened', async () => {
      const { api, repo } = world()
      const words = { title: 'No branch', body: '', branch: 'never-pushed', base: 'main', draft: false }
      await expect(api.open(repo, words)).rejects.toMatchObject({ code: expect.stringMatching(/^PR_/) })
    })

    it('does not take a fork’s branch of the same name for its own', async () => {
      const { api, repo, push, opened } = world()
      push('twin')
      const foreign = opened({ branch: 'twin', fork: 'eve/shop' })
      const { prs } = await api.list(repo)
      expect(prs.find(({ number }) => number === foreign)?.own).toBe(false)
      const { pr } = await api.open(repo, { title: 'Mine', body: '', branch: 'twin', base: 'main', draft: false })
      expect(pr.number).not.toBe(foreign)
    })

    it('says whether a fork’s author lets maintainers push to its branch', async () => {
      const { push, opened } = world()
      push('theirs')
      push('theirs-too')
      const closed = opened({ branch: 'theirs', fork: 'eve/shop' })
      const open = opened({ branch: 'theirs-too', fork: 'eve/shop', editable: true })
      expect(await need(closed)).toMatchObject({ headRepo: 'eve/shop', pushable: false })
      expect(await need(open)).toMatchObject({ headRepo: 'eve/shop', pushable: true })
    })

    it('reads many at once, in the order asked for; what is not there is null', async () => {
      const { api, repo, push, opened } = world()
      const numbers = Array.from({ length: 30 }, (_, n) => {
        push(`many-${n}`)
        return opened({ branch: `many-${n}`, title: `Many ${n}` })
      })
      const asked = [...numbers.slice(0, 10), 999_999, ...numbers.slice(10)]
      const found = await api.read(asked.map((number) => ({ repo, number, nodeId: null })))
      expect(found.map((pr) => pr?.number ?? 999_999)).toEqual(asked)
      expect(await api.look(repo, 999_999)).toBeNull()
    })

    it('tells a list that did not change, and one that did', async () => {
      const { api, repo, push, opened } = world()
      await api.list(repo)
      expect((await api.list(repo)).fresh).toBe(false)
      push('listed')
      const number = opened({ branch: 'listed' })
      const { fresh, prs } = await api.list(repo)
      expect(fresh).toBe(true)
      expect(prs.find((pr) => pr.number === number)).toMatchObject({ branch: 'listed', own: true })
      await expect(api.list({ owner: 'nobody', name: 'nothing' })).rejects.toMatchObject({ code: 'PR_NOT_FOUND' })
    })

    it('tells checks by name, and that they moved', async () => {
      const { api, repo, push, opened, check } = world()
      const head = push('checked')
      const number = opened({ branch: 'checked' })
      expect((await need(number)).checks).toEqual([])
      await api.checksMoved(repo, head)
      expect(await api.checksMoved(repo, head)).toBe(false)
      check(head, 'unit', 'failure')
      check(head, 'lint', 'pending')
      check(head, 'types', 'success')
      expect(await api.checksMoved(repo, head)).toBe(true)
      const { checks } = await need(number)
      expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
        unit: 'failed',
        lint: 'pending',
        types: 'passed',
      })
    })

    it('gives the log of a failed job, or says that it has none', async () => {
      const { api, repo, push, opened, check, lacks } = world()
      const head = push('logged')
      const number = opened({ branch: 'logged' })
      check(head, 'unit', 'failure', 'the last words\n')
      const [found] = (await need(number)).checks
      if (lacks.has('log')) return expect(found?.job).toBeNull()
      expect(await api.log(repo, found?.job ?? '')).toContain('the last words')
      expect(await api.log(repo, '424242')).toBeNull()
    })

    it('tells reviews in their order, in GitHub’s words, and who was asked', async () => {
      const { push, opened, review, ask } = world()
      push('reviewed')
      const number = opened({ branch: 'reviewed' })
      expect(await need(number)).toMatchObject({
        reviews: [],
        asked: 0,
        threads: [],
        mergedAt: null,
        mergeCommit: null,
      })
      ask(number, 'cid')
      expect((await need(number)).asked).toBe(1)
      review(number, 'bob', 'CHANGES_REQUESTED')
      review(number, 'bob', 'APPROVED')
      expect((await need(number)).reviews).toEqual([
        { by: 'bob', state: 'CHANGES_REQUESTED' },
        { by: 'bob', state: 'APPROVED' },
      ])
    })

    it('tells threads with file, line, author and whether that is a person, and resolves them', async () => {
      const { api, repo, push, opened, discuss, lacks } = world()
      push('discussed', 'talk.txt')
      const number = opened({ branch: 'discussed' })
      const id = discuss(number, { path: 'talk.txt', line: 1, by: 'bob', body: 'why?' })
      const other = discuss(number, { path: 'talk.txt', line: 2, by: 'lint[bot]', bot: true, body: 'style' })
      const { threads } = await need(number)
      expect(threads?.find((one) => one.id === id)).toMatchObject({
        ...{ path: 'talk.txt', line: 1, author: 'bob', body: 'why?', resolved: false },
        by: lacks.has('bots') ? 'unknown' : 'person',
      })
      if (!lacks.has('bots')) expect(threads?.find((one) => one.id === other)?.by).toBe('bot')
      if (lacks.has('resolve'))
        return expect(api.resolve(repo, number, id)).rejects.toMatchObject({ code: 'FORGE_UNSUPPORTED' })
      await api.resolve(repo, number, id)
      await api.resolve(repo, number, id)
      const after = (await need(number)).threads
      expect(after?.map((one) => [one.id, one.resolved])).toEqual([
        [id, true],
        [other, false],
      ])
      await expect(api.resolve(repo, number, 'no-such-thread')).rejects.toMatchObject({ code: 'PR_OPERATION_FAILED' })
    })

    it('gives a review with comments on lines, once, also when the answer was lost on the way', async () => {
      const { api, repo, push, opened, loseNextAnswer } = world()
      const head = push('commented', 'lines.txt')
      const number = opened({ branch: 'commented' })
      const comment = { path: 'lines.txt', line: 1, startLine: null, side: 'new', body: 'here' } as const
      loseNextAnswer()
      await api.review(repo, number, { head, body: 'In all <!-- mark -->', comments: [comment] })
      const { threads } = await need(number)
      expect(threads?.map(({ path, line, body }) => ({ path, line, body }))).toEqual([
        { path: 'lines.txt', line: 1, body: 'here' },
      ])
    })

    it('gives the difference as a patch, cut where it is long', async () => {
      const { api, repo, push, opened } = world()
      push('different', 'different.txt')
      const number = opened({ branch: 'different' })
      const whole = await api.diff(repo, number, 1_000_000)
      expect(whole).toMatchObject({ truncated: false })
      expect(whole.patch).toContain('+++ b/different.txt')
      expect(await api.diff(repo, number, 20)).toEqual({ patch: whole.patch.slice(0, 20), truncated: true })
    })

    it('merges what was shown and nothing else', async () => {
      const { api, repo, push, opened } = world()
      const head = push('merged')
      const number = opened({ branch: 'merged' })
      const stale = { head: '1'.repeat(40), method: 'merge' } as const
      await expect(api.merge(repo, number, stale)).rejects.toMatchObject({ code: 'PR_HEAD_CHANGED' })
      expect((await need(number)).state).toBe('open')
      await api.merge(repo, number, { head, method: 'merge' })
      expect(await need(number)).toMatchObject({ state: 'merged', mergedAt: expect.any(String) })
    })

    it('merges once when the answer was lost on the way', async () => {
      const { api, repo, push, opened, loseNextAnswer } = world()
      const head = push('merged-lost')
      const number = opened({ branch: 'merged-lost' })
      loseNextAnswer()
      await api.merge(repo, number, { head, method: 'merge' })
      expect((await need(number)).state).toBe('merged')
    })

    it('tells a conflict with the base, closes without a merge', async () => {
      const { api, repo, push, opened, lacks } = world()
      const first = push('left', 'same.txt')
      const second = push('right', 'same.txt')
      const left = opened({ branch: 'left' })
      const right = opened({ branch: 'right' })
      await api.merge(repo, left, { head: first, method: 'merge' })
      expect((await need(right)).mergeability).toBe(lacks.has('conflict') ? 'blocked' : 'conflicting')
      await expect(api.merge(repo, right, { head: second, method: 'merge' })).rejects.toMatchObject({
        code: 'PR_NOT_MERGEABLE',
      })
      await api.close(repo, right)
      expect((await need(right)).state).toBe('closed')
    })

    it('tells what a branch requires, and that there is no such branch', async () => {
      const { api, repo, push, protect } = world()
      push('free')
      expect(await api.rules(repo, 'main')).toMatchObject({ isProtected: false, requiredChecks: [], approvals: 0 })
      protect({ checks: ['unit'], approvals: 2 })
      expect(await api.rules(repo, 'main')).toMatchObject({ isProtected: true, requiredChecks: ['unit'], approvals: 2 })
      protect({ checks: [], approvals: 0 })
      expect(await api.rules({ owner: 'nobody', name: 'nothing' }, 'main')).toBeNull()
    })

    it('says whose word it has, and asks nobody for that', async () => {
      expect(await world().api.token()).toMatchObject({ source: expect.any(String) })
    })
  })
}
