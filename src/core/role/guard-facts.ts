/** What a guard is asked, what it knows and what it answers: the words that all files of the guard share. */
import type { ShellNode, ShellScript } from '#contract/shell'

export interface GuardFacts {
  readonly mayWriteFiles: boolean
  /** Globs from the worktree's root; empty: the whole worktree. */
  readonly scope: readonly string[]
  readonly mayPush: false
  /** An absolute path without links in it. */
  readonly worktree: string
  /** The session's own branch, where it is known. */
  readonly branch?: string | null
  readonly nativeSubagents: 'allow' | 'deny'
}

export type ToolCall =
  | { readonly tool: 'shell'; readonly command: string; readonly cwd: string }
  | { readonly tool: 'write'; readonly path: string; readonly cwd?: string }
  | { readonly tool: 'subagent' }
  | { readonly tool: 'other'; readonly name: string }

export type Verdict =
  /** `unguarded`: programs whose doings nobody can see from outside. */
  | { readonly verdict: 'allow'; readonly unguarded?: readonly string[] }
  /** `reason` is a sentence for the agent: what is not done, and what to do instead. */
  | { readonly verdict: 'deny'; readonly reason: string }

export type Parse = (command: string) => ShellScript | 'unparsable'

/** One argument. `text` null: known only when it runs. */
export interface Arg {
  readonly text: string | null
  /** What comes after the last slash of a text whose beginning alone is unknown: enough to name a program. */
  readonly tail: string | null
}

export const known = (text: string): Arg => ({ text, tail: null })
export const unknown: Arg = { text: null, tail: null }

/** What a shell knows at a point of its script. */
export interface Standing {
  /** Where it may be; null: anywhere. */
  readonly places: readonly string[] | null
  /** Values that the script itself gave; null: given, but known only when it runs. */
  readonly variables: ReadonlyMap<string, string | null>
  /** null: being judged right now. */
  readonly functions: ReadonlyMap<string, ShellNode | null>
  readonly aliases: ReadonlyMap<string, string>
}

/** What a command reads: a text, a file, or something that runs beside it. */
export type Input =
  | { readonly from: 'nothing' }
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'file' }
  | { readonly from: 'unknown' }

/** Where the files of the guard meet: they judge pieces for one another and leave what they find here. */
export interface Judging {
  readonly facts: GuardFacts
  deny(reason: string): void
  /** A program that hides what it does. */
  unseen(program: string): void
  /** A whole script; null: a text known only when it runs. Answers how the shell that ran it stands then. */
  script(text: string | null, at: Standing, input?: Input): Standing
  /** One command with its arguments. Answers how the shell stands after it, if it went well. */
  command(argv: readonly Arg[], at: Standing, input: Input): Standing
  /** Would this be denied? Asked without leaving a finding. */
  wouldDeny(text: string, at: Standing): boolean
}

/** The texts of arguments; null where one of them is known only when it runs. */
export function textsOf(args: readonly Arg[]): readonly string[] | null {
  const texts: string[] = []
  for (const { text } of args) {
    if (text === null) return null
    texts.push(text)
  }
  return texts
}

/** A set of words, written as people list them. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
