/**
 * What a session's launches take along for its role: the instructions of the agent, the tool server by which it speaks to
 * Drover, and the guard that it asks. Owns the seam alone: what a role says is its own subject's, which the engine sets as `context.launchWords`; how a
 * CLI is told is each harness's. None is kept with a launch: all are made again when a daemon takes one up.
 */
import type { Active, Context } from '#flows/engine/context'
import type { Guard, Harness, LaunchPlan, McpServer, Start } from '#ports/harness'
import type { SessionRecord } from '#ports/store/session'

export interface LaunchWords {
  readonly instructions: string | null
  readonly mcp: McpServer | null
  readonly guard: Guard | null
  /** It plays a persona for a door. */
  readonly persona?: Start['persona']
}

export const noWords: LaunchWords = { instructions: null, mcp: null, guard: null }

/** Drover's own tool server. The variables are those of a launch's environment; their values are written nowhere else. */
export const droverServer = (context: Pick<Context, 'bin'>): McpServer => ({
  name: 'drover',
  command: context.bin,
  args: ['mcp'],
  env: ['DROVER_SOCKET', 'DROVER_TOKEN', 'DROVER_SESSION_ID', 'DROVER_LAUNCH_ID'],
})

/** For a launch: a harness that takes no server is given none. Throws what stops the role from being told. */
export function wordsFor(context: Context, session: SessionRecord, harness: Harness): LaunchWords {
  const words = context.launchWords(session) ?? noWords
  return harness.can.mcp ? words : { ...words, mcp: null }
}

/** For a launch that runs already, which must be taken up whatever became of the words. */
export function wordsAgain(context: Context, sessionId: string, harness: Harness): LaunchWords {
  const session = context.journal.reads.session(sessionId)
  if (session === null) return noWords
  try {
    return wordsFor(context, session, harness)
  } catch (cause) {
    context.log.warn('the words of a role could not be made again', { session: sessionId, cause })
    return noWords
  }
}

/** Tells whether a living process was launched with other words; a launch without any has none. */
export function wordsMark(
  context: Context,
  { instructions, mcp, guard, persona }: Pick<Start, 'instructions' | 'mcp' | 'guard' | 'persona'>,
): string | null {
  const words = [instructions, mcp, guard, ...(persona == null ? [] : [persona])]
  return words.every((one) => one === null) ? null : context.hash(JSON.stringify(words))
}

/** Instructions are told when a process begins: other ones need another process, which goes on with the conversation. */
export function hasOtherWords(
  context: Context,
  { launchId, harness }: Pick<Active, 'launchId' | 'harness'>,
  session: SessionRecord,
): boolean {
  const saved = context.journal.reads.launch(launchId)?.start as { readonly words?: unknown } | null | undefined
  return harness.can.resume && wordsMark(context, wordsFor(context, session, harness)) !== (saved?.words ?? null)
}

const notPrevented = [
  'pushes',
  "others' branches",
  'writes outside the worktree and the declared files',
  'sub-agents of its own',
]

/** What to say once of a session of a role whose CLI asks nobody; null: it asks, or it has no role. */
export function unguardedNotice({ role }: SessionRecord, { name, can }: Harness, { unguarded }: LaunchPlan) {
  if (role === null || (can.guard && unguarded === undefined)) return null
  const why = unguarded === undefined ? '' : ` (${unguarded})`
  const message = `${name} is not asked before it acts${why}. Not prevented: ${notPrevented.join(', ')}. Pushes have a dead address, and changed files are looked at after each turn.`
  return { kind: 'notice', code: 'unguarded', message, unguarded: notPrevented } as const
}
