/**
 * Pull requests at a forge as values on a simulated machine: a branch of the simulated remote, offered to another; people review,
 * object, push, close and merge. A write is one step and its answer another, so that a crash fits between, and the forge may be
 * away or lose an answer. Checks are what the tracker's own CI says. Judges nothing: what Drover merges is told to `watch`.
 */
import { DroverError } from '#contract/error'
import type { PrCheck, PrThread } from '#contract/pr'
import type { ForgeApi, ForgePr } from '#ports/forge'
import type { Landings } from './merging.ts'
import type { Repositories } from './repositories.ts'
import type { Life, Scheduler } from './scheduler.ts'
import { type Issues, self } from './tracker.ts'

export interface SimPull {
  readonly number: number
  readonly branch: string
  readonly base: string
  readonly body: string
  readonly createdAt: string
  state: ForgePr['state']
  /** Of one that is over: the last commit of its branch. */
  head: string
  /** The commit that it was merged as. */
  merged: string | null
  clashes: boolean
  reviews: { readonly by: string; readonly state: string }[]
  asked: number
  threads: PrThread[]
  updatedAt: string
}

export interface Pulls {
  readonly all: SimPull[]
  /** Somebody has a token for it: until then nobody asks it anything. */
  open: boolean
  /** mute: it does what it is asked, and the answer is lost. */
  forgeIs: 'there' | 'gone' | 'mute'
  /** Somebody pushes to the branch of the next one that is to be merged, just before that. */
  raced: boolean
  watch: { merges(pull: SimPull): void; opens(pull: SimPull): void }
  headOf(pull: SimPull): string
  /** As a person does it at the forge. */
  merge(pull: SimPull): void
  close(pull: SimPull): void
  forgeOf(life: Life): ForgeApi
}

const repo = { owner: 'ada', name: 'shop' }

export function createPulls(
  scheduler: Scheduler,
  repositories: Repositories,
  landings: Landings,
  issues: Issues,
): Pulls {
  const all: SimPull[] = []
  const { remote } = landings
  const time = (): string => scheduler.now().toISOString()
  const touch = (pull: SimPull): void => {
    pull.updatedAt = time()
  }
  const headOf = (pull: SimPull): string => (pull.state === 'open' ? (remote.get(pull.branch) ?? pull.head) : pull.head)
  const checksOf = (head: string): ForgePr['checks'] => {
    issues.asked.add(head)
    const verdict = issues.verdicts.get(head)
    const state: PrCheck['state'] = verdict === 'success' ? 'passed' : verdict === 'failure' ? 'failed' : 'pending'
    return [{ name: 'unit', state, url: null, job: null }]
  }
  const over = (pull: SimPull, state: 'closed' | 'merged'): void => {
    pull.head = headOf(pull)
    pull.state = state
    touch(pull)
  }
  /** Where rules want a branch that has its whole base, one that has not is not taken either. */
  const standing = ({ clashes, number }: SimPull): ForgePr['mergeability'] =>
    clashes ? (number % 2 === 0 ? 'behind' : 'conflicting') : 'mergeable'
  const show = (pull: SimPull): ForgePr => ({
    nodeId: `PR_${pull.number}`,
    number: pull.number,
    url: `https://github.com/ada/shop/pull/${pull.number}`,
    title: 'Work',
    author: self,
    state: pull.state,
    draft: false,
    branch: pull.branch,
    headRepo: 'ada/shop',
    head: headOf(pull),
    base: pull.base,
    mergeability: pull.state === 'open' ? standing(pull) : 'unknown',
    createdAt: pull.createdAt,
    updatedAt: pull.updatedAt,
    mergedAt: pull.state === 'merged' ? pull.updatedAt : null,
    repo,
    checks: checksOf(headOf(pull)),
    reviews: [...pull.reviews],
    asked: pull.asked,
    threads: pull.threads.map((thread) => ({ ...thread })),
    mergeCommit: pull.merged,
    pushable: true,
  })

  const forgeOf = (life: Life): ForgeApi => {
    const there = (): void => {
      if (pulls.forgeIs === 'gone') throw new DroverError('FORGE_UNREACHABLE', 'The forge is away.')
    }
    const sees = <T>(name: string, answer: () => T): Promise<T> =>
      life.sees(name, () => {
        there()
        return answer()
      })
    /** One act, whose result is the answer of the step after it. */
    const acts = <T>(name: string, act: () => T): Promise<T> => {
      let made: T
      return life.does(
        name,
        [
          () => {
            there()
            made = act()
          },
        ],
        () => {
          if (pulls.forgeIs === 'mute') throw new DroverError('FORGE_UNREACHABLE', 'The answer was cut off.')
          return made
        },
      )
    }
    const need = (number: number): SimPull => {
      const found = all.find((one) => one.number === number)
      if (found !== undefined) return found
      throw new DroverError('PR_NOT_FOUND', `there is no pull request ${number}`)
    }
    const unasked = () => Promise.reject(new Error('nobody asks that in the simulation'))
    return {
      open: (_repo, { branch, base, body }) =>
        acts('open-pr', () => {
          const before = all.find((one) => one.branch === branch && one.state === 'open')
          if (before !== undefined) return { pr: show(before), created: false }
          const head = remote.get(branch)
          if (head === undefined || repositories.contains(remote.get(base) ?? '', head))
            throw new DroverError('PR_OPERATION_FAILED', `no commits between ${base} and ${branch}`)
          const made: SimPull = {
            ...{ number: 500 + all.length, branch, base, body, head, createdAt: time(), updatedAt: time() },
            ...{ state: 'open', merged: null, clashes: false, reviews: [], asked: 0, threads: [] },
          }
          all.push(made)
          const shown = show(made)
          pulls.watch.opens(made)
          return { pr: shown, created: true }
        }),
      look: (_repo, number) => sees('look-pr', () => show(need(number))),
      rules: unasked,
      read: (wanted) => sees('read-prs', () => wanted.map(({ number }) => show(need(number)))),
      list: () =>
        sees('list-prs', () => ({
          fresh: true,
          prs: all.filter(({ state }) => state === 'open').map((pull) => ({ ...show(pull), own: true })),
        })),
      checksMoved: () => sees('checks-moved', () => true),
      log: () => sees('log', () => null),
      diff: unasked,
      merge: (_repo, number, { head }) =>
        acts('merge-pr', () => {
          const pull = need(number)
          if (pull.state === 'merged') return
          if (pulls.raced) remote.set(pull.branch, repositories.add(headOf(pull)))
          pulls.raced = false
          if (pull.state !== 'open' || pull.clashes) throw new DroverError('PR_NOT_MERGEABLE', `#${number} clashes`)
          // As GitHub does it: who names no commit merges what is there.
          if (head !== '' && headOf(pull) !== head)
            throw new DroverError('PR_HEAD_CHANGED', `#${number} has other commits`)
          pulls.watch.merges(pull)
          pulls.merge(pull)
        }),
      close: unasked,
      ready: unasked,
      resolve: unasked,
      review: unasked,
      token: () => Promise.resolve(pulls.open ? { source: 'simulated' } : null),
      quota: () => null,
    }
  }

  const pulls: Pulls = {
    all,
    open: false,
    forgeIs: 'there',
    raced: false,
    watch: { merges: () => {}, opens: () => {} },
    headOf,
    merge(pull) {
      const head = headOf(pull)
      const tip = remote.get(pull.base) ?? ''
      // What is there already needs no commit of its own, as forges that rebase have it.
      pull.merged =
        repositories.contains(head, tip) && pull.number % 3 === 0 ? head : repositories.join(tip, head, null)
      remote.set(pull.base, pull.merged)
      over(pull, 'merged')
      // As GitHub does it: its words close the issue, in the name of whoever merges.
      for (const [, n] of pull.body.matchAll(/\bcloses #(\d+)/gi)) issues.closedByWords(Number(n))
    },
    close: (pull) => over(pull, 'closed'),
    forgeOf,
  }
  return pulls
}
