/** The project's verify on each of a heat, on request: one after the other, in the tree of each, while no turn runs in it. */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import { needQuiet, treeOf } from '#flows/merge/commit-leftovers'
import { groundOf, notTrusted } from '#flows/merge/ground'
import { runVerify, verifyEnvironment } from '#flows/verify/run-verify'
import type { HeatRecord } from '#ports/store/heat'
import { setMember } from './start-heat.ts'
import { needHeat, tellHeat } from './views.ts'

/** Answers at once; what came of it is told by the fleet. */
export function verifyHeat(
  context: Context,
  id: string,
  session: string | undefined,
  verifying: Set<string>,
): HeatRecord {
  const heat = needHeat(context.journal.reads, id)
  const ids = heat.members.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]))
  if (session !== undefined && !ids.includes(session))
    throw new DroverError('HEAT_MEMBER_UNKNOWN', `${session} does not run in ${id}.`, {
      hint: `See who does: drover heat show ${id}`,
    })
  const { project, settings, untrusted } = groundOf(context, heat.projectId, null)
  if (untrusted)
    throw new DroverError('SETUP_NOT_TRUSTED', notTrusted(project), {
      hint: `Approve it with: drover project trust ${project.id}`,
    })
  if (settings.verify.commands.length === 0)
    throw new DroverError('VERIFY_MISSING', `${project.id} has no verify.`, {
      hint: `Set one, for example: drover project set ${project.id} verify="npm test"`,
    })
  const wanted = session === undefined ? ids.filter((one) => isQuiet(context, one)) : [session]
  if (session !== undefined) needQuiet(context, session)
  const fresh = wanted.filter((one) => !verifying.has(one))
  for (const one of fresh) verifying.add(one)
  void inTurn(context, heat, fresh, verifying)
  return context.journal.command((tx) => tellHeat(tx, id, verifying))
}

function isQuiet(context: Context, id: string): boolean {
  try {
    treeOf(context, needQuiet(context, id))
    return true
  } catch {
    // It works, starts or is gone: its turn comes when somebody asks again.
    return false
  }
}

async function inTurn(
  context: Context,
  heat: HeatRecord,
  ids: readonly string[],
  verifying: Set<string>,
): Promise<void> {
  for (const id of ids) {
    await context.worker
      .run(id, () => verifyOne(context, heat, id))
      .catch((cause: unknown) =>
        context.log.warn('a session of a heat could not be verified', { heat: heat.id, session: id, cause }),
      )
    verifying.delete(id)
    if (!context.closing) context.journal.command((tx) => tellHeat(tx, heat.id, verifying))
  }
}

async function verifyOne(context: Context, heat: HeatRecord, id: string): Promise<void> {
  if (context.closing) return
  const workspace = treeOf(context, needQuiet(context, id))
  const { settings } = groundOf(context, heat.projectId, id)
  const verify = await runVerify(context, {
    commands: settings.verify.commands,
    cwd: workspace.path,
    env: verifyEnvironment(context, settings, { id, workspace }, workspace.path),
    timeoutMs: settings.verify.timeoutMs,
    logFile: `${context.paths.session(id)}/verify-${heat.id}.log`,
  })
  if (context.closing) return
  const n = heat.members.findIndex(({ sessionId }) => sessionId === id)
  context.journal.command((tx) => setMember(tx, heat.id, n, { verify }))
}
