/** The statuses of a commit at a Forgejo or a Gitea, and which of them its branch requires (names, or globs). Reads only. */
import { z } from 'zod'
import type { CommitChecks, ReadChecks } from '#ports/ci-source'
import type { Host } from '#ports/harness'
import { type Ask, createAsk, part, repoPath } from './ask.ts'
import { statusesAt } from './statuses.ts'

const branchShape = z.object({
  enable_status_check: z.boolean().nullable().optional(),
  status_check_contexts: z.array(z.string()).nullable().optional(),
})

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
      branch === null ? null : requiredOf(ask, `${repoPath(repo)}/branches/${part(branch)}`),
    ])
    return { checks, required }
  }
}

/** Who may not read the rules has all statuses count. */
async function requiredOf(ask: Ask, path: string): Promise<CommitChecks['required']> {
  const found = await ask.get(path, {}, branchShape).catch(() => null)
  if (found?.enable_status_check !== true) return null
  const names = found.status_check_contexts ?? []
  return names.length === 0 ? null : names
}
