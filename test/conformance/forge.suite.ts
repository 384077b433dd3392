/**
 * What every forge must do for pull requests, whoever runs it: one per branch, facts as they are, merged only as it was shown,
 * nothing written twice. Each case has a branch of its own in a real repository.
 */
import { describe, expect, it } from 'vitest'
import type { ForgeApi, ForgeRepo } from '#ports/forge'

export interface ForgeWorld {
  readonly api: ForgeApi
  readonly repo: ForgeRepo
  /** A branch with a commit of its own, which writes the file; answers the commit. */
  branch(name: string, file: string, text: string): string
  /** A pull request from somebody's fork, whose branch has the same name. */
  fork(branch: string): void
  check(commit: string, given: { name: string; state: 'passed' | 'failed' | 'pending' }): void
  review(number: number, login: string, word: 'approved' | 'changes_requested'): void
  ask(number: number, login: string): void
  loseNextAnswer(): void
  /** How many are there, by branch. */
  count(branch: string): number
}

export function forgeSuite(title: string, world: () => ForgeWorld): void {
  const opened = async (branch: string, more: { draft?: boolean; title?: string } = {}) => {
    const { api, repo } = world()
    const request = {
      title: more.title ?? `Add ${branch}`,
      body: 'words',
      branch,
      base: 'main',
      draft: more.draft ?? false,
    }
    return api.open(repo, request)
  }

  describe(`the forge: ${title}`, () => {
    it('opens one per branch, also when the answer was lost on the way, and never takes a fork’s for it', async () => {
      const { branch, count, fork, loseNextAnswer } = world()
      const head = branch('once', 'once.txt', 'one')
      fork('once')
      const first = await opened('once')
      expect(first).toMatchObject({
        created: true,
        pr: { state: 'open', draft: false, branch: 'once', base: 'main', head },
      })
      expect(await opened('once')).toMatchObject({ created: false, pr: { number: first.pr.number } })
      branch('lost', 'lost.txt', 'one')
      loseNextAnswer()
      const lost = await opened('lost')
      expect(lost.pr).toMatchObject({ branch: 'lost', title: 'Add lost' })
      expect(count('lost')).toBe(1)
    })

    it('a draft is one, whatever the forge makes of it', async () => {
      const { api, repo, branch } = world()
      branch('draft', 'draft.txt', 'one')
      const { pr } = await opened('draft', { draft: true })
      expect(pr.draft).toBe(true)
      expect(pr.mergeability).not.toBe('mergeable')
      expect((await api.look(repo, pr.number))?.draft).toBe(true)
      await expect(api.merge(repo, pr.number, { head: pr.head, method: 'merge' })).rejects.toMatchObject({
        code: 'PR_NOT_MERGEABLE',
      })
    })

    it('tells checks, reviews, who was asked, and null for what is not there', async () => {
      const { api, repo, branch, check, review, ask } = world()
      const head = branch('facts', 'facts.txt', 'one')
      const { pr } = await opened('facts')
      expect(pr).toMatchObject({ checks: [], reviews: [], asked: 0, mergeability: 'mergeable', mergedAt: null })
      check(head, { name: 'unit', state: 'failed' })
      check(head, { name: 'lint', state: 'pending' })
      check(head, { name: 'types', state: 'passed' })
      review(pr.number, 'bob', 'changes_requested')
      ask(pr.number, 'cid')
      const seen = await api.look(repo, pr.number)
      expect(seen?.checks.map(({ name, state }) => [name, state])).toEqual([
        ['unit', 'failed'],
        ['lint', 'pending'],
        ['types', 'passed'],
      ])
      expect(seen).toMatchObject({ reviews: [{ by: 'bob', state: 'CHANGES_REQUESTED' }], asked: 1 })
      review(pr.number, 'bob', 'approved')
      expect((await api.look(repo, pr.number))?.reviews.at(-1)).toEqual({ by: 'bob', state: 'APPROVED' })
      expect(await api.look(repo, 987_654)).toBeNull()
    })

    it('answers only what changed since it was last asked', async () => {
      const { api, repo, branch, check } = world()
      const head = branch('watched', 'watched.txt', 'one')
      const { pr } = await opened('watched')
      const known = [{ number: pr.number, head }]
      expect(await api.changed(repo, known)).toHaveLength(1)
      expect(await api.changed(repo, known)).toEqual([])
      check(head, { name: 'unit', state: 'passed' })
      expect((await api.changed(repo, known)).map(({ checks }) => checks.length)).toEqual([1])
      expect(await api.changed(repo, known)).toEqual([])
    })

    it('does not call a conflict mergeable, and does not merge it', async () => {
      const { api, repo, branch } = world()
      const first = branch('left', 'same.txt', 'left')
      const second = branch('right', 'same.txt', 'right')
      const left = await opened('left')
      const right = await opened('right')
      await api.merge(repo, left.pr.number, { head: first, method: 'merge' })
      expect((await api.look(repo, right.pr.number))?.mergeability).toMatch(/conflicting|blocked/)
      await expect(api.merge(repo, right.pr.number, { head: second, method: 'merge' })).rejects.toMatchObject({
        code: 'PR_NOT_MERGEABLE',
      })
    })

    it('merges the commit that was shown, once, also when the answer was lost; other commits are PR_HEAD_CHANGED', async () => {
      const { api, repo, branch, loseNextAnswer } = world()
      const old = branch('moving', 'moving.txt', 'one')
      const { pr } = await opened('moving')
      const head = branch('moving', 'moving.txt', 'two')
      await expect(api.merge(repo, pr.number, { head: old, method: 'merge' })).rejects.toMatchObject({
        code: 'PR_HEAD_CHANGED',
      })
      loseNextAnswer()
      await api.merge(repo, pr.number, { head, method: 'merge' })
      expect(await api.look(repo, pr.number)).toMatchObject({ state: 'merged', mergedAt: expect.any(String) })
    })

    it('closes without a merge', async () => {
      const { api, repo, branch } = world()
      branch('closing', 'closing.txt', 'one')
      const { pr } = await opened('closing')
      await api.close(repo, pr.number)
      expect(await api.look(repo, pr.number)).toMatchObject({ state: 'closed', mergedAt: null })
    })

    it('what cannot be opened is refused in the forge’s own words', async () => {
      const { api, repo } = world()
      const request = { title: 'No branch', body: '', branch: 'never-pushed', base: 'main', draft: false }
      await expect(api.open(repo, request)).rejects.toMatchObject({ code: expect.stringMatching(/^PR_/) })
    })
  })
}
