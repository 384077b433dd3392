/** A Drover whose loop runs at a GitHub on this machine, with repositories that are enrolled and a judge of their commits. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AfkStatus, LandingMode, SeenIssue, Trip } from '#contract/trip'
import { checkoutOf } from '#test/support/github/checkout'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import type { FakeIssue } from '#test/support/github/issues'
import type { TempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

export const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
export const ready = 'ready-for-agent'

export interface TripWorld {
  readonly w: World
  readonly github: FakeGitHub
  /** Enrolled, with a checkout here. */
  repo(name: string, landing?: LandingMode, ci?: readonly string[]): Promise<{ repo: FakeRepo; local: TempRepo }>
  /** A ready issue of it. */
  issue(name: string, body: string, more?: { author?: string; by?: string; labels?: readonly string[] }): FakeIssue
  /** The newest end of a trip of this repository, and of this issue where one is named. */
  ended(name: string, issue?: number): Promise<Trip>
  /** A change of its trip that fits. */
  trip(name: string, fits: (trip: Trip) => boolean): Promise<Trip>
  status(): Promise<AfkStatus>
  /** What a look said of an issue; waits for a look that does. */
  seen(name: string, issue: number, fits?: (seen: SeenIssue) => boolean): Promise<SeenIssue>
  end(): Promise<void>
}

/** A commit is green once it holds the file `ok`; until then its log says what to do next. */
const judge = (forge: string, mend: readonly string[]): string => `#!/bin/sh
git -C "${forge}/$DROVER_REPO.git" cat-file -e "$DROVER_COMMIT:ok" 2>/dev/null && exit 0
printf '%s\\n' ${mend.map((line) => `'${line}'`).join(' ')} >&2
exit 1
`

export interface TripWorldOptions {
  /** More lines of `[afk]`, and whatever comes after it. */
  readonly afk?: string
  readonly env?: Readonly<Record<string, string>>
  /** What a red commit's log says. */
  readonly mend?: readonly string[]
}

export async function tripWorld({ afk = '', env = {}, mend = [] }: TripWorldOptions = {}): Promise<TripWorld> {
  const w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token, ...env } })
  const forge = join(w.dir, 'forge')
  const github = await startGitHub(forge, token)
  const script = join(w.dir, 'judge.sh')
  writeFileSync(script, judge(forge, mend))
  chmodSync(script, 0o755)
  writeFileSync(
    join(w.env.HOME!, '.config', 'drover', 'config.toml'),
    `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\ninterval = 1\nmax_parallel = 20\nagent = "rehearsal:fast"\nci = ["command ${script}"]\n${afk}`,
  )
  // An agent that runs git by itself is somebody.
  writeFileSync(join(w.env.HOME!, '.gitconfig'), '[user]\nname = Agent\nemail = agent@localhost\n')
  await w.start()
  const full = (name: string): string => `ada/${name}`
  const status = async (): Promise<AfkStatus> => (await ok<{ afk: AfkStatus }>(w.call('GET', '/api/v1/afk'))).afk
  return {
    w,
    github,
    status,
    async repo(name, landing = 'push', ci) {
      const made = checkoutOf(github, forge, full(name), join(w.dir, `work-${name}`))
      await w.addProject(made.local, name)
      const enrolment = { projectId: name, landing, ...(ci === undefined ? {} : { ci }) }
      await ok(w.call('POST', '/api/v1/afk/enrol', enrolment))
      return made
    },
    issue: (name, body, { labels = [ready], ...more } = {}) =>
      github.repo(full(name)).issues.open({ title: `For ${name}`, body, labels, ...more }),
    ended: (name, issue) =>
      w.change(0, ({ type, payload }) =>
        type === 'trip_ended' && payload.repo === full(name) && (issue === undefined || payload.issue === issue)
          ? payload
          : undefined,
      ),
    trip: (name, fits) =>
      w.change(0, ({ type, payload }) =>
        (type === 'trip_updated' || type === 'trip_started') && payload.repo === full(name) && fits(payload)
          ? payload
          : undefined,
      ),
    async seen(name, issue, fits = () => true) {
      for (;;) {
        const found = (await status()).seen.find((one) => one.repo === full(name) && one.number === issue && fits(one))
        if (found !== undefined) return found
        // A look is a round of questions: the next one is over once the list was asked for again.
        await nextList(github, full(name))
      }
    },
    async end() {
      await w.end()
      await github.close()
    },
  }
}

/** Resolves when the list of its issues is asked for twice more: whatever the first of them learned is written down by then. */
function nextList(github: FakeGitHub, name: string): Promise<void> {
  const before = github.instead
  let left = 2
  return new Promise((resolve) => {
    github.instead = (request, answer) => {
      if (request.method === 'GET' && request.url?.startsWith(`/repos/${name}/issues?`) === true) left -= 1
      if (left === 0) {
        github.instead = before
        resolve()
      }
      return before?.(request, answer) ?? false
    }
  })
}
