/** The statuses of a commit at a Forgejo or a Gitea, and which of them its branch requires (names, or globs). Reads only. */
import type { CommitChecks, ReadChecks } from '#ports/ci-source'
import type { ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { type Ask, createAsk } from './ask.ts'
import { rulesOf } from './rules.ts'
import { statusesAt } from './statuses.ts'

export function readForgejoChecks(options: { host: Pick<Host, 'env'>; now: () => Date }): ReadChecks {
  const asks = new Map<string, Ask>()
  const askOf = (url: string): Ask => {
    const ask = asks.get(url) ?? createAsk({ ...options, url })
    asks.set(url, ask)
    return ask
  }
  return async ({ forge, repo, commit, branch }) => {
    const ask = askOf(forge.url)
    const [{ checks }, required] = await Promise.all([
      statusesAt(ask, repo, commit),
      branch === null ? null : requiredOf(ask, repo, branch),
    ])
    return { checks, required }
  }
}

/** Who may not read the rules has all statuses count. */
async function requiredOf(ask: Ask, repo: ForgeRepo, branch: string): Promise<CommitChecks['required']> {
  const names = (await rulesOf(ask, repo, branch))?.requiredChecks ?? []
  return names.length === 0 ? null : names
}
