/** Which adapter speaks to a forge, to its issues and to its checks: chosen by its kind, which core has decided. */
import type { ReadChecks } from '#ports/ci-source'
import type { Forge } from '#ports/forge'
import type { Tracker } from '#ports/tracker'
import { readForgejoChecks } from './forgejo/ci.ts'
import { createForgejo } from './forgejo/forgejo.ts'
import { createForgejoTracker } from './forgejo/issues.ts'
import { type Ask, createAsk } from './github/ask.ts'
import { readGitHubChecks } from './github/ci.ts'
import { createGitHub, type GitHubOptions } from './github/github.ts'
import { createGitHubTracker } from './github/issues.ts'
import { createTokens } from './github/token.ts'

/** The host that people, and `gh`, know. */
const webHostOf = (apiUrl: string): string => new URL(apiUrl).hostname.replace(/^api\.(?=[^.]+\.)/, '')

export function createForges(options: GitHubOptions): Forge {
  const byKind = { github: createGitHub(options), forgejo: createForgejo(options) }
  return ({ kind, url }) => byKind[kind](url)
}

export function createTrackers(options: GitHubOptions): Tracker {
  const byKind = { github: createGitHubTracker(options), forgejo: createForgejoTracker(options) }
  return ({ kind, url }) => byKind[kind](url)
}

export function createReadChecks(options: GitHubOptions): ReadChecks {
  const tokens = createTokens(options.host, options.steadyMs)
  const asks = new Map<string, Ask>()
  const askOf = (apiUrl: string): Ask => {
    const ask = asks.get(apiUrl) ?? createAsk({ apiUrl, webHost: webHostOf(apiUrl), tokens, now: options.now })
    asks.set(apiUrl, ask)
    return ask
  }
  const byKind = { github: readGitHubChecks(askOf), forgejo: readForgejoChecks(options) }
  return (question) => byKind[question.forge.kind](question)
}
