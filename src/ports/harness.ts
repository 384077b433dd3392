/**
 * A harness translates one agent CLI: how to launch it, what its lines mean, how to speak to it. It has no hands: it
 * reads no file, starts no process and knows no clock while a turn runs. The flow moves the bytes.
 */
import type { AgentEvent, Delta, Evidence, UserSource } from '#contract/agent-event'
import type { HarnessId } from '#contract/ids'
import type { Permissions } from '#contract/session'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Plain data, proven by the conformance suite. */
export interface Abilities {
  /** Goes on with an earlier conversation by its native id. */
  readonly resume: boolean
  /** Starts a new conversation from an earlier one without changing it. */
  readonly fork: boolean
  /** Takes words into a running turn. */
  readonly steer: boolean
  /** Ends a turn without ending the process. */
  readonly interrupt: boolean
  /** Permission modes it can honour. */
  readonly permissions: readonly Permissions[]
  /** May ask the operator something and wait for the answer. */
  readonly questions: boolean
  readonly usage: 'none' | 'tokens' | 'tokens+cost'
  /** A model can be chosen. */
  readonly models: boolean
  readonly thinking: boolean
  /** Streams parts of a message before it is whole. */
  readonly deltas: boolean
  /** Reports tool calls with input and result. */
  readonly tools: boolean
  /**
   * How the instructions of a role reach it, in every turn: by a flag or a variable of its own, by a file of the launch that
   * it is led to, or before the words of each prompt, because there is no other way.
   */
  readonly instructions: 'flag' | 'file' | 'prompt'
  /**
   * How a picture that somebody attached reaches the model. words: the CLI reads a mark in the prompt. file: it is told the
   * path beside the prompt. inline: the bytes travel in the message. path: in no way of its own; the words name the path.
   */
  readonly pictures: 'words' | 'file' | 'inline' | 'path'
  /** Takes Drover's own tool server for one launch, with the token in its environment alone. */
  readonly mcp: boolean
  /** In a session of a role it asks Drover before it calls a tool, and does nothing where it is not allowed. */
  readonly guard: boolean
  /** Its own interface runs in a terminal that Drover keeps, with hooks that tell what it does. */
  readonly terminal?: boolean
}

/** Drover's own tool server, as a CLI starts it. */
export interface McpServer {
  readonly name: 'drover'
  readonly command: string
  readonly args: readonly string[]
  /** Names of variables of the child's environment that it needs; their values are in no argument and no file. */
  readonly env: readonly string[]
}

export interface Guard {
  /** The agent's own sub-agent tools. */
  readonly nativeSubagents: 'allow' | 'deny'
  /** For CLIs that tell of a call and wait for an answer: why it may not be made; null: it may. Changes nothing. */
  judge(call: GuardedCall): string | null
}

/** A call in the words of the CLI. */
export interface GuardedCall {
  readonly tool: string
  readonly input: unknown
  readonly cwd: string
}

export interface Readiness {
  readonly state: 'ready' | 'missing' | 'signed-out' | 'unknown'
  readonly binary: string | null
  readonly version: string | null
  /** Is the version inside the range that the suite ran on? */
  readonly tested: 'inside' | 'outside' | 'unknown'
  readonly message: string
  readonly hint?: string
}

/** What an adapter may ask of the machine while probing. Never a model call. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  which(name: string): Promise<string | null>
  realpath(path: string): Promise<string>
  isExecutable(path: string): Promise<boolean>
  readText(path: string): Promise<string | null>
  exec(
    argv: readonly string[],
    options: { timeoutMs: number; env?: Readonly<Record<string, string>>; signal?: AbortSignal },
  ): Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** What an adapter may see of the files that its CLI keeps. It reads; it never writes. */
export interface Files {
  /** Names in a directory; empty where there is none. */
  list(directory: string): Promise<readonly string[]>
  /** null: there is no such file. */
  size(file: string): Promise<number | null>
  /** Every line in order, the unterminated last one included, never the whole file at once. Answers the bytes read; null: no such file. */
  eachLine(file: string, hear: (line: string) => void): Promise<number | null>
}

/** A conversation of the CLI, and where its process would look for it. */
export interface ConversationRef {
  readonly nativeId: string
  readonly cwd: string
  readonly sessionDir: string
  /** The environment of a launch, without what the plan adds. */
  readonly env: Readonly<Record<string, string>>
  readonly config: HarnessConfig
}

/** A turn that has gone quiet, and where its CLI may have written down why. */
export interface QuietRef extends Omit<ConversationRef, 'nativeId'> {
  /** null: it has not told one yet. */
  readonly nativeId: string | null
  /** Where the output of its launch lies. */
  readonly launchDir: string
  /** What was written before has nothing to do with this silence. */
  readonly sinceMs: number
}

/** The CLI's own file of a conversation, as a look at it found it. */
export interface Transcript {
  readonly bytes: number
  /** Lines that are not what the CLI writes. */
  readonly unreadable: number
  /** Why the CLI would not go on with all of it, in words; null: nothing speaks against it. */
  readonly fault: string | null
}

/** `[harness.NAME]` of the effective configuration, already checked by the config schema. */
export type HarnessConfig = { readonly [key: string]: Json }

/** The program to execute: the native binary where the npm shim would get in the way. */
export interface Located {
  readonly binary: string
  /** Arguments that belong to the binary itself, such as a script for an interpreter. */
  readonly prefix: readonly string[]
}

/** A file that a person attached, outside the workspace. */
export interface Picture {
  readonly path: string
  /** By its own bytes: `image/png` and the like. */
  readonly type: string
}

export interface Start {
  readonly sessionId: string
  readonly launchId: string
  /** A directory of this launch outside the workspace where `files` are placed. */
  readonly launchDir: string
  /** A directory of this session that outlives the launch, outside the workspace. */
  readonly sessionDir: string
  readonly cwd: string
  readonly program: Located
  readonly version: string | null
  readonly prompt: string
  readonly source: UserSource
  readonly model: string | null
  readonly permissions: Permissions
  /** The native conversation to go on with, or null for a new one. */
  readonly resume: string | null
  readonly fork: boolean
  /** An id for a new conversation, for CLIs that let the caller choose (a UUID). */
  readonly freshId: string
  /** Has the operator trusted what this repository brings? If not, its own agent settings must not run. */
  readonly trusted: boolean
  /** Text that stands in the agent's instructions in every turn, also after a resume and after a lost context. */
  readonly instructions: string | null
  /** The tool server by which the agent speaks to Drover; passed to harnesses that say `mcp`. */
  readonly mcp: McpServer | null
  /** A session of a role: the CLI is made to ask before it calls a tool, where it can be. Kept with no launch. */
  readonly guard: Guard | null
  /** It plays a persona for a door: as little context as the CLI can do with, no tools of its own unless it has all. */
  readonly persona?: { readonly tools: 'none' | 'all'; readonly budgetUsd: number | null } | null | undefined
  /** Attached to the prompt and there: for harnesses that take them beside the words, which name their paths too. */
  readonly pictures: readonly Picture[]
  /** The bytes of one as base64; null: it is gone, or too large to travel. Changes nothing. Kept with no launch. */
  readPicture?(picture: Picture): string | null
  readonly config: HarnessConfig
  /** The daemon's environment, for decisions such as "is root"; the child's comes from `env` and `passEnv` only. */
  readonly hostEnv: Readonly<Record<string, string | undefined>>
  /** No prompt is known yet: the process waits for its first, which comes by `say`. */
  readonly early?: boolean
  /** What the dialogue of the session's last launch saved: usage baselines of CLIs that report totals. */
  readonly previous?: Json
}

export interface LaunchPlan {
  readonly argv: readonly string[]
  /** Set for this launch. */
  readonly env: Readonly<Record<string, string>>
  /** Files to place, relative to the launch directory (0600). */
  readonly files: readonly { readonly path: string; readonly content: string }[]
  /**
   * closed: end-of-file at once. file: the text, then end-of-file.
   * followed: an append-only file that a follower feeds; it stays open until `closeInput` or the end.
   */
  readonly stdin:
    | { readonly mode: 'closed' }
    | { readonly mode: 'file'; readonly text: string }
    | { readonly mode: 'followed' }
  /** turn: the process lives for one turn. session: it takes further prompts by `say`. */
  readonly lifetime: 'turn' | 'session'
  /** A guard was asked for and this launch has none: why, as the end of a sentence. */
  readonly unguarded?: string
  /**
   * The program has a screen and takes keys: a runtime of terminals starts it. Its spool then holds what hooks append to
   * `DROVER_SPOOL` and the lines of the file that is followed (`Heard.follow`).
   */
  readonly terminal?: true
}

/** What a dialogue says: agent events, with failures as evidence that core classifies. */
export type Spoken =
  | Exclude<AgentEvent, { kind: 'error' | 'turn_end' | 'cancelled' | 'user' | 'request_resolved' }>
  | {
      readonly kind: 'failure'
      readonly code?: string
      readonly message: string
      readonly evidence: readonly Evidence[]
    }

export interface Heard {
  readonly events: readonly Spoken[]
  /** Bytes for the tool's standard input, each a whole message with its line end. */
  readonly writes: readonly string[]
  readonly deltas?: readonly Delta[]
  /** The line was not what the harness promises: kept raw and counted. */
  readonly noise?: boolean
  /** A long-lived process finished the turn; a one-shot process finishes it by its exit. */
  readonly turnEnded?: boolean
  /**
   * Nothing good can come of this process any more (it retries in vain, its session is lost): the flow ends it, a
   * long-lived one by closing its input, and its exit ends the turn.
   */
  readonly hangUp?: boolean
  /** What was said cannot reach the agent: this process takes no words, or no turn runs that could. */
  readonly unheard?: boolean
  /** In a terminal: what the agent does, in words that all CLIs share. */
  readonly signals?: readonly TerminalSignal[]
  /** In a terminal: the file in which the CLI writes the conversation down, from that byte on. */
  readonly follow?: Followed
}

/** A file that another program appends lines to. Each becomes a line `{"line": …, "next": byte}` of the launch's spool. */
export interface Followed {
  readonly path: string
  readonly from: number
  /** A line that begins within its first 200 bytes with one of these holds nothing for us and is left out. */
  readonly skip?: readonly string[]
}

/** What a CLI in a terminal was seen doing, by its hooks, its own transcript or its screen. */
export type TerminalSignal =
  /** It is ready for words. */
  | { readonly type: 'opened'; readonly nativeId: string | null }
  /** Words were given to it, by whomever. `queued`: it took note of them in the middle of a turn, the model has them later. */
  | { readonly type: 'prompt'; readonly text: string; readonly queued?: boolean }
  | { readonly type: 'tool_began'; readonly tool: string; readonly id: string | null }
  | { readonly type: 'tool_ended'; readonly id: string | null }
  /** It shows a dialog and waits for a person. `id`: the tool call that it asks about. */
  | { readonly type: 'dialog'; readonly text: string; readonly id: string | null }
  /** The dialog is over, whatever was answered. */
  | { readonly type: 'dialog_over' }
  /** Its turn is over. `failed`: by an error of its own. */
  /** `more`: told by a hook; the end of the turn in its transcript is still to come, and tells it again. */
  | { readonly type: 'stopped'; readonly how: 'done' | 'interrupted' | 'failed'; readonly more?: true }
  /** It says that it is about to leave. */
  | { readonly type: 'leaving' }

/** What a look at the screen tells. */
export interface ScreenFacts {
  /** An input box that takes words is shown. */
  readonly ready: boolean
  /** A turn runs, by what the screen says. */
  readonly working: boolean
  /** A dialog is open: its words, shortened; any key may answer it. */
  readonly dialog: string | null
  /** What stands in the input box, unsent; placeholders are none. null: no box is seen. */
  readonly draft: string | null
}

/** The full-screen interface of a CLI. Like the rest of a harness it has no hands. */
export interface TerminalSide {
  /** `prompt` may be empty: the interface opens and waits. */
  plan(start: Start): LaunchPlan
  /** Hears the lines of the spool: hooks `{"hook": name, "event": …, "at": ms, "data": {…}, "size"?: n}` and followed lines. */
  open(start: Start, saved: Json | null): Dialogue
  look(screen: {
    readonly rows: readonly string[]
    readonly styled: readonly string[]
    readonly title: string
  }): ScreenFacts
  /** Are these the words that were sent, up to what the CLI is known to change? */
  same(sent: string, heard: string): boolean
  /** Does the input box hold these pasted words, whole or as the CLI's own placeholder for them? */
  holds(draft: string, sent: string): boolean
  /** Words given while it works: taken in by itself, or left lying as a draft. */
  readonly midTurn: 'takes' | 'drafts'
  /** Between a paste and Enter, at least. */
  readonly settleMs: number
  /**
   * What of a repository it would run or obey once told that its folder is trusted. Where none of it is there, trust harms
   * nothing and saves a dialog at every start. Absent: it asks nothing.
   */
  readonly brings?: readonly string[]
  /** How it leaves by itself: keys, or words that are typed and sent. */
  readonly leave: { readonly keys: readonly ('Enter' | 'Escape' | 'C-c' | 'C-d')[] } | { readonly words: string }
}

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  /** The last 16 KB of standard error. */
  readonly stderrTail: string
  /** vanished: no exit was recorded and no process is left. */
  readonly how: 'exited' | 'vanished'
}

export type AgentInput =
  | {
      readonly type: 'prompt'
      readonly text: string
      readonly source: UserSource
      readonly model: string | null
      readonly pictures?: readonly Picture[]
    }
  | { readonly type: 'steer'; readonly text: string }
  | {
      readonly type: 'answer'
      readonly requestId: string
      readonly decision: string | null
      readonly text: string | null
    }
  | { readonly type: 'interrupt' }

/** One per process; re-opened from what it saved after a restart of the daemon. */
export interface Dialogue {
  /** First words to the tool. */
  begin(): Heard
  /** One line in, without its line end. */
  hear(line: string): Heard
  say(input: AgentInput): Heard
  /** Closing events: a `result` where the tool has no final event of its own, failure evidence included. */
  end(exit: Exit): readonly Spoken[]
  /** Request ids, open tools, usage baselines: what a restart must not lose. */
  save(): Json
}

export interface Harness {
  readonly id: HarnessId
  readonly name: string
  readonly can: Abilities
  /** Variables of the daemon's environment that reach the child, beyond the common allow-list. */
  readonly passEnv: readonly string[]
  /** How to install it, for people. */
  readonly install: string
  /** tested: proven on the real CLI. untested: data only, never claimed as working. */
  readonly proven: 'tested' | 'untested'
  /** The exact versions or range the suite ran on, for people. */
  readonly testedVersions: string
  /** Fast and at every launch: where is the program? null = not installed. */
  locate(host: Host, config: HarnessConfig): Promise<Located | null>
  probe(host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness>
  /** A model name that can be refused before any launch answers why; null = fine as far as can be known. */
  refuseModel(model: string, config: HarnessConfig): string | null
  /**
   * Looks at the transcript of a conversation: before it is gone on with, and after a turn. null: it is not where it should
   * be; then the CLI itself tells whether it knows the conversation. Absent: there is no such file.
   */
  readTranscript?(files: Files, conversation: ConversationRef): Promise<Transcript | null>
  /**
   * Asked when a turn hangs: what the CLI's own files tell of requests that were refused meanwhile, oldest first.
   * Empty: nothing. Absent: it keeps no such file.
   */
  quietReason?(files: Files, quiet: QuietRef): Promise<readonly Evidence[]>
  /** The configuration under which its process can be started before the first prompt is known. Absent: it cannot. */
  early?(config: HarnessConfig): HarnessConfig
  /** How words tell it of a file that it is to look at; absent: by its path in a plain line. */
  attach?(path: string): string
  plan(start: Start): LaunchPlan
  open(start: Start, saved: Json | null): Dialogue
  /** Where `can.terminal` holds. */
  readonly terminal?: TerminalSide
}

export interface HarnessRegistry {
  all(): readonly Harness[]
  /** Built-in or alias; null when unknown. */
  get(id: string): Harness | null
  /** A harness from `[harness.NAME]` with a command or a protocol of its own. */
  custom(name: string, config: HarnessConfig): Harness
  /** Every word that `get` answers to. */
  names(): readonly string[]
}
