/**
 * Runs `verify` in one tree: command after command until one fails, with one time limit over all, the output in a file and
 * on the way, everything it started ended with it. What a crash of the daemon leaves running is found by its tag and ended
 * before anything is verified again. Which commands, in which tree and what follows is the caller's.
 */
import type { Verification } from '#contract/verify'
import { childEnvironment } from '#core/session/environment'
import { whyNotVerified } from '#core/verify/judge'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { portEnvironment, sessionEnvironment } from '#flows/turn/launch-environment'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads, Tx } from '#ports/store/journal'
import type { WorkspaceRecord } from '#ports/store/workspace'

export interface VerifyRequest {
  readonly commands: readonly string[]
  /** The tree that is judged. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Where the output goes; appended, its end is kept. */
  readonly logFile: string
  readonly signal?: AbortSignal
  /** While it runs: what was said by now and how long it takes already. */
  readonly onProgress?: (progress: {
    readonly command: string
    readonly bytes: number
    readonly elapsedMs: number
  }) => void
}

/** A test run that prints more than this is broken; one that prints much is kept in its last words. */
const maxLogBytes = 2 ** 30
const keepLogBytes = 8 * 2 ** 20

/** Answers null when there is nothing to run: then the work is unverified, which is not the same as verified. */
export async function runVerify(context: Context, request: VerifyRequest): Promise<Verification | null> {
  if (request.commands.length === 0) return null
  const id = context.ids.launch()
  context.journal.command((tx) => put(tx, [...underWay(tx), id]))
  context.faultPoint('verify:recorded')
  try {
    return await inOrder(context, request, id)
  } finally {
    context.journal.command((tx) =>
      put(
        tx,
        underWay(tx).filter((one) => one !== id),
      ),
    )
  }
}

async function inOrder(context: Context, request: VerifyRequest, id: string): Promise<Verification> {
  const began = context.clock.steady()
  const elapsed = (): number => Math.round(context.clock.steady() - began)
  let before = 0
  let last: Verification | null = null
  for (const command of request.commands) {
    const ran = await context.runtimes.here.run({
      argv: ['sh', '-c', command],
      cwd: request.cwd,
      env: { ...request.env, DROVER_LAUNCH_ID: id, DROVER_HOME_TAG: context.paths.home },
      logFile: request.logFile,
      timeoutMs: Math.max(1, request.timeoutMs - elapsed()),
      sweep: true,
      maxLogBytes,
      keepLogBytes,
      onOutput: (bytes) => request.onProgress?.({ command, bytes: before + bytes, elapsedMs: elapsed() }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
    // A child that dropped its environment's other tags is still found by this one.
    await context.runtimes.here.sweep([id], 2000)
    before += ran.bytes
    const why = whyNotVerified({ ...ran, called: request.signal?.aborted === true ? 'off' : 'on' })
    last = {
      ok: why === null,
      command,
      exitCode: ran.code,
      durationMs: elapsed(),
      timedOut: ran.timedOut,
      why,
      bytes: before,
      outputTail: context.secrets.redact(ran.tail),
    }
    if (!last.ok) return last
  }
  return last!
}

/** The session's environment without its token: what is verified speaks for nobody. */
export function verifyEnvironment(
  context: Context,
  settings: EffectiveSettings,
  session: { readonly id: string; readonly workspace: WorkspaceRecord | null } | null,
  cwd: string,
): Record<string, string> {
  return childEnvironment({
    host: context.host.env,
    passEnv: [],
    project: session === null ? settings.env : sessionEnvironment(settings, session.id),
    plan: {},
    drover: {
      DROVER_VERIFY: '1',
      DROVER_WORKSPACE: cwd,
      ...(session === null ? {} : { DROVER_SESSION_ID: session.id }),
      ...(session?.workspace == null ? {} : portEnvironment(session.workspace, settings)),
    },
  })
}

/** Ends what an earlier daemon's verifications left running, before anybody verifies again. */
export const endsCutOffVerifications = (context: Context): Follower => ({
  name: 'verifications that were cut off',
  async atBoot() {
    const cutOff = underWay(context.journal.reads)
    if (cutOff.length === 0) return
    await context.runtimes.here.sweep(cutOff, 2000)
    context.journal.command((tx) => put(tx, []))
  },
})

const key = 'verifying'
/** Ids of the verifications that run, or ran when the daemon ended. */
export const underWay = (reads: Reads): readonly string[] => JSON.parse(reads.meta(key) ?? '[]')
const put = (tx: Tx, ids: readonly string[]): void => tx.setMeta(key, JSON.stringify(ids))
