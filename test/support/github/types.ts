/** What stands behind the GitHub of this machine, and what a test may do to it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FakeIssues } from './issues.ts'
import type { FakeRules } from './rules.ts'

export interface FakePull {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  draft: boolean
  branch: string
  base: string
  merged: string | null
  updated: number
  reviews: { login: string; state: string; body?: string }[]
  asked: string[]
  author?: string
  /** The full name of the fork that its branch is in. */
  fork?: string
  /** Its author lets maintainers push to it. */
  editable?: boolean
  /** The commit of a branch that is not here. */
  head?: string
  /** Stays what it is when its repository is renamed. */
  nodeId?: string
  threads?: FakeThread[]
}

export interface FakeThread {
  readonly id: string
  readonly path: string
  readonly line: number | null
  readonly login: string | null
  readonly bot?: boolean
  readonly body: string
  resolved: boolean
  outdated?: boolean
}

export interface FakeRun {
  name: string
  status: string
  conclusion: string | null
  id?: number
}

export interface FakeRepo {
  readonly dir: string
  readonly pulls: FakePull[]
  readonly issues: FakeIssues
  readonly required: FakeRules
  /** By commit. */
  readonly checks: Map<string, FakeRun[]>
  /** What jobs printed, by their number. */
  readonly logs: Map<number, string>
  readonly statuses: Map<string, { context: string; state: string }[]>
  /** What somebody else did to it. */
  change(number: number, patch: Partial<FakePull>): void
}

export interface FakeGitHub {
  readonly url: string
  readonly requests: { method: string; path: string; status: number; authorization: string | null }[]
  readonly faults: string[]
  repo(fullName: string): FakeRepo
  /** Its old name leads to the new one from now on. */
  rename(from: string, to: string): void
  /** What is left of the hour, in the headers of every answer; null: it does not say. */
  quota: { limit: number; remaining: number; reset: number } | null
  /** Answers the next request that fits instead of GitHub; returning false lets it pass. */
  instead: ((request: IncomingMessage, answer: ServerResponse) => boolean) | null
  /** The answer to the next write is lost on the way, after it was done. */
  lose: boolean
  close(): Promise<void>
}
