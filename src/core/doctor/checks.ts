/**
 * How what was probed is judged: PASS, WARN or FAIL, with what to do. Pure, so that the daemon's doctor and the command
 * line's fallback say the same of the same facts. Probing is theirs.
 */

export type Level = 'PASS' | 'WARN' | 'FAIL'
export type Section = 'Core' | 'Tools' | 'Harnesses' | 'Forge' | 'Consistency'

export interface Check {
  readonly section: Section
  readonly name: string
  readonly level: Level
  readonly message: string
  readonly hint?: string
}

export interface Report {
  readonly ok: boolean
  readonly failures: number
  readonly checks: readonly Check[]
}

const order: readonly Section[] = ['Core', 'Tools', 'Harnesses', 'Forge', 'Consistency']

export function reportOf(checks: readonly Check[]): Report {
  const sorted = order.flatMap((section) => checks.filter((check) => check.section === section))
  const failures = sorted.filter((check) => check.level === 'FAIL').length
  return { ok: failures === 0, failures, checks: sorted }
}

export const check = (section: Section, name: string, level: Level, message: string, hint?: string): Check => ({
  section,
  name,
  level,
  message,
  ...(hint === undefined ? {} : { hint }),
})

/** From the output of `git --version`; null when git cannot be run. */
export function judgeGit(output: string | null): Check {
  if (output === null) {
    return check(
      'Tools',
      'git',
      'FAIL',
      '`git --version` cannot be run',
      'Install git 2.25 or newer; every workspace is a worktree.',
    )
  }
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(output)
  if (!found)
    return check(
      'Tools',
      'git',
      'WARN',
      `\`git --version\` says ${output.trim()}`,
      'Drover is tested with git 2.25 or newer.',
    )
  const [major, minor] = [Number(found[1]), Number(found[2])]
  const old = major < 2 || (major === 2 && minor < 25)
  if (old)
    return check(
      'Tools',
      'git',
      'WARN',
      `git ${found[0]} is older than 2.25`,
      'Update git: worktrees of older versions have known defects.',
    )
  return check('Tools', 'git', 'PASS', `git ${found[0]}`)
}

/** A tool that Drover can do without. */
export function judgeTool(name: string, path: string | null, use: string): Check {
  if (path !== null) return check('Tools', name, 'PASS', path)
  return check('Tools', name, 'WARN', `${name} is not on the PATH`, `Install ${name}: ${use}.`)
}

/** What terminals of agents live in; the versions that its adapter was built for. */
export function judgeTmux(found: { readonly path: string; readonly said: string | null } | null): Check {
  const get = 'Install tmux 3.2 or newer: `apt install tmux`, `dnf install tmux`, `brew install tmux`.'
  if (found === null)
    return check('Tools', 'tmux', 'WARN', 'tmux is not on the PATH: agents cannot run in terminals', get)
  const { path, said } = found
  if (said === null) return check('Tools', 'tmux', 'WARN', `${path} does not start`, get)
  // A name without a number (`tmux master`) is a version of its own, newer than any.
  const [, major, minor] = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(said) ?? []
  const tooOld = major !== undefined && (Number(major) < 3 || (Number(major) === 3 && Number(minor) < 2))
  if (tooOld) return check('Tools', 'tmux', 'WARN', `${said} is too old for terminals of agents`, get)
  return check('Tools', 'tmux', 'PASS', `${said} · ${path}`)
}

/** Agents that are not installed, in one line: nobody has all of them. It warns only where no agent is ready at all. */
export function judgeMissing(
  missing: readonly { readonly id: string; readonly install: string }[],
  someReady: boolean,
): Check | null {
  if (missing.length === 0) return null
  return check(
    'Harnesses',
    'not installed',
    someReady ? 'PASS' : 'WARN',
    missing.map(({ id }) => id).join(', '),
    `Install what you use: ${missing.map(({ id, install }) => `${id}: ${install}`).join(' · ')}`,
  )
}

const rank = { PASS: 0, WARN: 1, FAIL: 2 } as const

/**
 * A tool as whoever asks finds it, beside what the daemon found with the environment it was started in: the worse of the two
 * counts, and the words say whose finding is whose.
 */
export function judgeBoth(caller: Check, daemon: Check | undefined): Check {
  const mine = { ...caller, message: `${caller.message} (PATH of this shell)` }
  if (daemon === undefined || daemon.level === caller.level) return mine
  const message = `${mine.message}; the daemon: ${daemon.message}`
  if (rank[caller.level] > rank[daemon.level]) return { ...mine, message }
  return { ...mine, level: daemon.level, message, hint: 'Run `drover restart` in a shell that finds it.' }
}

const mb = (bytes: number) =>
  bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GB` : `${Math.round(bytes / 2 ** 20)} MB`

/** Launches wait below the floor; twice the floor is the time to say so. */
export function judgeFree(name: 'disk' | 'memory', free: number, floor: number): Check {
  const message = `${mb(free)} free, launches wait below ${mb(floor)}`
  const hint =
    name === 'disk'
      ? 'Free space, or run `drover session cleanup`.'
      : 'End what is not needed, or lower limits.min_free_memory.'
  if (free < floor) return check('Core', name, 'FAIL', message, hint)
  if (free < floor * 2) return check('Core', name, 'WARN', message, hint)
  return check('Core', name, 'PASS', message)
}

export type TokenFinding =
  | { readonly state: 'none' }
  | { readonly state: 'unasked'; readonly source: string }
  | { readonly state: 'accepted'; readonly source: string; readonly login: string }
  | { readonly state: 'refused'; readonly source: string; readonly status: number }
  | { readonly state: 'untried'; readonly source: string; readonly why: string }

export function judgeGithubToken(found: TokenFinding): Check {
  if (found.state !== 'none') return judgeToken('github-token', found)
  return check(
    'Forge',
    'github-token',
    'WARN',
    'none of DROVER_GITHUB_TOKEN, GITHUB_TOKEN and GH_TOKEN is set',
    'Set one where the daemon starts, or sign in with gh, if pull requests are to be opened.',
  )
}

/** null: neither a Forgejo nor a token for one is configured, and nothing is missing. */
export function judgeForgejoToken(url: string | null, found: TokenFinding): Check | null {
  const name = 'forgejo-token'
  if (url === null)
    return found.state === 'none'
      ? null
      : check(
          'Forge',
          name,
          'WARN',
          'DROVER_FORGEJO_TOKEN is set, but no Forgejo is configured: it is sent nowhere',
          'Name it with [forge.forgejo] url in the configuration of the user.',
        )
  if (found.state !== 'none') return judgeToken(name, found)
  return check(
    'Forge',
    name,
    'WARN',
    `DROVER_FORGEJO_TOKEN is not set: nothing can be asked of ${url}`,
    'Make an access token there that reads and writes repositories and issues, and set it where the daemon starts.',
  )
}

function judgeToken(name: string, found: Exclude<TokenFinding, { state: 'none' }>): Check {
  if (found.state === 'unasked') {
    return check(
      'Forge',
      name,
      'WARN',
      `${found.source} is set; the forge was not asked whether it is good`,
      'Run `drover doctor`: it asks once, with the token.',
    )
  }
  if (found.state === 'accepted') return check('Forge', name, 'PASS', `${found.source} is accepted for ${found.login}`)
  if (found.state === 'refused') {
    return check(
      'Forge',
      name,
      'FAIL',
      `${found.source} is refused (${found.status})`,
      'Replace the token, or unset the variable; then `drover restart`.',
    )
  }
  return check(
    'Forge',
    name,
    'WARN',
    `${found.source} is set but could not be tried: ${found.why}`,
    'Look at the network, then run doctor again.',
  )
}
