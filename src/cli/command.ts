/**
 * What a command is: its words, its flags, its examples, and where its code lives. Help, completions, the user's command
 * page and the parser all read these same facts. Owns no behaviour.
 */
import type { Context } from './context.ts'

export interface Flag {
  readonly name: string
  readonly short?: string
  readonly alias?: string
  /** The placeholder of its value; a flag without one is a switch. */
  readonly value?: string
  /** May be given again and again; the command reads them with `list`. */
  readonly many?: boolean
  /** Its value may be left out: the next word is taken only when it looks like one. */
  readonly looksLike?: RegExp
  readonly choices?: readonly string[]
  readonly summary: string
}

export interface Arg {
  readonly name: string
  readonly optional?: boolean
  /** Takes all that follow. */
  readonly many?: boolean
  /** Several may be given: the command is run for each of them (`each.ts`). */
  readonly each?: boolean
  /** What several of them look like, where the words could be meant for a prompt. */
  readonly like?: RegExp
  readonly choices?: readonly string[]
  readonly summary: string
}

/** Answers the exit code; nothing means 0. */
export type Run = (context: Context) => Promise<number | undefined>

export interface Command {
  /** `['session', 'ls']`. */
  readonly path: readonly string[]
  readonly summary: string
  /** What a reader of the help should know beyond the flags. */
  readonly detail?: string
  readonly args: readonly Arg[]
  readonly flags: readonly Flag[]
  readonly examples: readonly string[]
  /** The code is loaded only when the command runs. */
  readonly load: () => Promise<Run>
}

export type Values = Readonly<Record<string, string | boolean | readonly string[]>>

/** Understood by every command. */
export const commonFlags: readonly Flag[] = [
  { name: 'json', summary: 'print the shapes of the API as JSON' },
  { name: 'no-start', summary: 'do not start the daemon; fail when it is not running' },
  { name: 'help', short: 'h', summary: 'show help for the command' },
]
