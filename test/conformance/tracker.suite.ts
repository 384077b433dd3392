/**
 * What every tracker must do for the loop, whoever keeps it: issues by label, who labelled, comments that are written once,
 * labels and closing that can be repeated. A tracker elsewhere passes the same cases before a trip is started there.
 */
import { describe, expect, it } from 'vitest'
import type { ForgeRepo } from '#ports/forge'
import type { TrackerApi } from '#ports/tracker'

export interface TrackerWorld {
  readonly api: TrackerApi
  readonly repo: ForgeRepo
  /** Somebody opens an issue there, and gives it the labels; answers its number. */
  open(given: { title: string; body?: string; author?: string; labels?: readonly string[]; by?: string }): number
  say(number: number, author: string, body: string): void
  permit(login: string, what: 'admin' | 'write' | 'read'): void
  block(number: number, by: { number: number; state: 'open' | 'closed' }): void
  /** Makes the answer to the next write vanish on the way, after it was done. */
  loseNextAnswer(): void
  /** How many requests that write were made so far. */
  writes(): number
}

export function trackerSuite(title: string, world: () => TrackerWorld): void {
  describe(`the tracker: ${title}`, () => {
    it('list_ready_returns_issue_objects; list_ready_queries_with_configured_ready_label; list_ready_empty_when_no_ready_issues', async () => {
      const { api, repo, open } = world()
      expect(await api.labelled(repo, 'never-given')).toEqual([])
      const number = open({ title: 'One', body: 'words', labels: ['list-me', 'priority:2'] })
      open({ title: 'Other', labels: ['else'] })
      const [found, ...more] = await api.labelled(repo, 'list-me')
      expect(more).toEqual([])
      expect(found).toMatchObject({ number, title: 'One', body: 'words', state: 'open', author: 'ada' })
      expect([...(found?.labels ?? [])].sort()).toEqual(['list-me', 'priority:2'])
      expect(await api.issue(repo, number)).toMatchObject({ number })
      expect(await api.issue(repo, 999_999)).toBeNull()
    })

    it('reads every page', async () => {
      const { api, repo, open } = world()
      for (let n = 0; n < 130; n++) open({ title: `Many ${n}`, labels: ['many'] })
      expect(await api.labelled(repo, 'many')).toHaveLength(130)
    })

    it('gh_cli_label_events_filters_labeled_events: who gave a label, and when', async () => {
      const { api, repo, open, say } = world()
      const number = open({ title: 'Two', labels: ['ready'], by: 'eve' })
      say(number, 'bob', 'a word')
      const events = await api.events(repo, number)
      expect(events.filter(({ kind }) => kind === 'labeled')).toMatchObject([{ label: 'ready', actor: 'eve' }])
      expect((await api.comments(repo, number)).map(({ author, body }) => [author, body])).toEqual([['bob', 'a word']])
    })

    it('tells what somebody may do', async () => {
      const { api, repo, permit } = world()
      permit('wren', 'write')
      permit('rae', 'read')
      expect(await api.permission(repo, 'wren')).toBe('write')
      expect(await api.permission(repo, 'rae')).toBe('read')
      expect(await api.permission(repo, 'nobody-known')).toBe('none')
      expect(await api.permission(repo, await api.self())).toBe('admin')
    })

    it('tells what blocks an issue, and whether that is open', async () => {
      const { api, repo, open, block } = world()
      const number = open({ title: 'Blocked' })
      expect(await api.blockers(repo, number)).toEqual([])
      block(number, { number: 7, state: 'closed' })
      block(number, { number: 8, state: 'open' })
      const found = await api.blockers(repo, number)
      expect(found === 'unknown' ? [] : found.map((one) => [one.number, one.state])).toEqual([
        [7, 'closed'],
        [8, 'open'],
      ])
    })

    it('add_label_delegates; remove_label_delegates: twice is once', async () => {
      const { api, repo, open } = world()
      const number = open({ title: 'Labels' })
      await api.addLabel(repo, number, 'busy now')
      await api.addLabel(repo, number, 'busy now')
      expect((await api.issue(repo, number))?.labels).toEqual(['busy now'])
      await api.removeLabel(repo, number, 'busy now')
      await api.removeLabel(repo, number, 'busy now')
      expect((await api.issue(repo, number))?.labels).toEqual([])
    })

    it('comment_delegates: a mark is written once, also when the answer was lost on the way', async () => {
      const { api, repo, open, loseNextAnswer } = world()
      const number = open({ title: 'Comments' })
      const made = await api.comment(repo, number, { body: 'hello <!-- mark-1 -->', mark: 'mark-1' })
      expect(await api.comment(repo, number, { body: 'hello <!-- mark-1 -->', mark: 'mark-1' })).toMatchObject({
        id: made.id,
      })
      loseNextAnswer()
      const second = await api.comment(repo, number, { body: 'again <!-- mark-2 -->', mark: 'mark-2' })
      expect((await api.comments(repo, number)).map(({ id }) => id)).toEqual([made.id, second.id])
      expect(await api.editComment(repo, made.id, 'changed')).toBe(true)
      expect((await api.comments(repo, number))[0]?.body).toBe('changed')
      await api.deleteComment(repo, made.id)
      await api.deleteComment(repo, made.id)
      expect(await api.editComment(repo, made.id, 'gone')).toBe(false)
    })

    it('close_delegates: twice is once', async () => {
      const { api, repo, open } = world()
      const number = open({ title: 'Close' })
      await api.close(repo, number)
      await api.close(repo, number)
      expect((await api.issue(repo, number))?.state).toBe('closed')
      expect((await api.events(repo, number)).filter(({ kind }) => kind === 'closed')).toHaveLength(1)
    })

    it('an issue that is not there is ISSUE_NOT_FOUND', async () => {
      const { api, repo } = world()
      await expect(api.comments(repo, 424_242)).rejects.toMatchObject({ code: 'ISSUE_NOT_FOUND' })
    })
  })
}
