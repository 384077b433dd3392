/** What the environment of a session's processes holds: the allow-list is core's, the values come together here. */
import { deadPush } from '#core/role/dead-push'
import { childEnvironment } from '#core/session/environment'
import type { Context } from '#flows/engine/context'
import type { Ground } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { WorkspaceRecord } from '#ports/store/workspace'

/** The whole environment of a launch. */
export function environment(
  context: Context,
  ground: Ground,
  plan: Readonly<Record<string, string>>,
  launchId: string,
  token: string,
): Record<string, string> {
  const { session, workspace, settings } = ground
  const env = childEnvironment({
    host: context.host.env,
    passEnv: ground.harness.passEnv,
    project: sessionEnvironment(settings, session.id),
    plan,
    drover: {
      DROVER_SESSION_ID: session.id,
      DROVER_LAUNCH_ID: launchId,
      DROVER_SOCKET: context.paths.socket,
      DROVER_TOKEN: token,
      DROVER_BIN: context.bin,
      DROVER_WORKSPACE: workspace.path,
      // Lets the doctor tell this home's processes from another's, wherever the socket lies.
      DROVER_HOME_TAG: context.paths.home,
      ...portEnvironment(workspace, settings),
    },
  })
  const reached = { ...env, ...withCommand(env, context.bin) }
  // What no guard saw still goes nowhere.
  return session.role === null ? reached : { ...reached, ...deadPush(reached) }
}

/** The `drover` that a role's words speak of is this daemon's, before any other of the machine. */
const withCommand = ({ PATH }: Record<string, string>, bin: string): Record<string, string> =>
  PATH === undefined ? {} : { PATH: `${bin.slice(0, bin.lastIndexOf('/'))}:${PATH}` }

/** What a launch would have without its plan: for looking at the files that its program keeps. */
export function readingEnvironment(context: Context, { harness, session, settings }: Ground): Record<string, string> {
  return childEnvironment({
    host: context.host.env,
    passEnv: harness.passEnv,
    project: sessionEnvironment(settings, session.id),
    plan: {},
    drover: {},
  })
}

/** `[env]`, `[cache]` and the names that keep sessions out of each other's way. */
export function sessionEnvironment(settings: EffectiveSettings, sessionId: string): Record<string, string> {
  return { COMPOSE_PROJECT_NAME: `drover-${sessionId}`, ...settings.env }
}

/** Ours, so that no `[env]` can say otherwise. */
export const portEnvironment = (workspace: WorkspaceRecord, settings: EffectiveSettings): Record<string, string> =>
  workspace.portBase === null
    ? {}
    : { DROVER_PORT_BASE: String(workspace.portBase), DROVER_PORT_COUNT: String(settings.ports) }
