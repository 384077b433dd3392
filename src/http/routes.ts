/** Every route there is. The door, the OpenAPI document and the tests all read this one list. */
import type { Route } from './route.ts'
import { actionRoutes } from './routes/actions.ts'
import { authRoutes } from './routes/auth.ts'
import { costRoutes } from './routes/costs.ts'
import { daemonRoutes } from './routes/daemon.ts'
import { doorRoutes } from './routes/doors.ts'
import { effortRoutes } from './routes/efforts.ts'
import { groupRoutes } from './routes/groups.ts'
import { guardRoutes } from './routes/guard.ts'
import { harnessRoutes } from './routes/harnesses.ts'
import { heatRoutes } from './routes/heats.ts'
import { hookRoutes } from './routes/hooks.ts'
import { jobRoutes } from './routes/jobs.ts'
import { mailRoutes } from './routes/mail.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { mergeRoutes } from './routes/merges.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { notifyRoutes } from './routes/notify.ts'
import { orchestratorRoutes } from './routes/orchestrators.ts'
import { projectRoutes } from './routes/projects.ts'
import { prRoutes } from './routes/prs.ts'
import { relayRoutes } from './routes/relays.ts'
import { reviewRoutes } from './routes/review.ts'
import { roleRoutes } from './routes/roles.ts'
import { routeCheckRoutes } from './routes/routes-check.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { t3Routes } from './routes/t3.ts'
import { talkRoutes } from './routes/talk.ts'
import { taskRoutes } from './routes/tasks.ts'
import { terminalRoutes } from './routes/terminals.ts'
import { transcriptRoutes } from './routes/transcript.ts'
import { tripRoutes } from './routes/trips.ts'
import { turnRoutes } from './routes/turns.ts'
import { workspaceRoutes } from './routes/workspace.ts'

export const routes: readonly Route[] = [
  ...daemonRoutes,
  ...authRoutes,
  ...projectRoutes,
  ...harnessRoutes,
  ...sessionRoutes,
  ...roleRoutes,
  ...turnRoutes,
  ...terminalRoutes,
  ...guardRoutes,
  ...transcriptRoutes,
  ...workspaceRoutes,
  ...reviewRoutes,
  ...orchestratorRoutes,
  ...mergeRoutes,
  ...prRoutes,
  ...hookRoutes,
  ...taskRoutes,
  ...relayRoutes,
  ...routeCheckRoutes,
  ...effortRoutes,
  ...heatRoutes,
  ...tripRoutes,
  ...groupRoutes,
  ...costRoutes,
  ...mailRoutes,
  ...notifyRoutes,
  ...doorRoutes,
  ...actionRoutes,
  ...mcpRoutes,
  ...metricsRoutes,
  ...t3Routes,
  ...jobRoutes,
  ...talkRoutes,
]

/** The verbs that a path answers to; empty when no route has it. */
export function verbsOf(path: string): readonly string[] {
  return compiled.filter((one) => one.pattern.test(path)).map((one) => one.method)
}

const compiled = routes.map((one) => ({
  method: one.method.toUpperCase(),
  pattern: new RegExp(`^${one.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))
