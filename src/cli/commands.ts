/** Every command of `drover`: the one table that parser, help, completions and the command page read. A group a file in `table/`. */
import type { Command } from './command.ts'
import { actionCommands } from './table/actions.ts'
import { afkCommands } from './table/afk.ts'
import { beginCommands } from './table/begin.ts'
import { daemonCommands } from './table/daemon.ts'
import { effortCommands } from './table/effort.ts'
import { harnessCommands } from './table/harness.ts'
import { heatCommands } from './table/heat.ts'
import { mailCommands } from './table/mail.ts'
import { mcpCommands } from './table/mcp.ts'
import { mergeCommands } from './table/merge.ts'
import { notifyCommands } from './table/notify.ts'
import { prCommands } from './table/pr.ts'
import { projectCommands } from './table/project.ts'
import { relayCommands } from './table/relay.ts'
import { reviewCommands } from './table/review.ts'
import { roleCommands } from './table/roles.ts'
import { routesCommands } from './table/routes.ts'
import { seeingCommands } from './table/seeing.ts'
import { sessionCommands } from './table/session.ts'
import { shortCommands } from './table/short.ts'
import { talkCommands } from './table/talk.ts'
import { taskCommands } from './table/task.ts'

export const commands: readonly Command[] = [
  ...beginCommands,
  ...sessionCommands,
  ...shortCommands,
  ...talkCommands,
  ...reviewCommands,
  ...roleCommands,
  ...mailCommands,
  ...mergeCommands,
  ...prCommands,
  ...taskCommands,
  ...relayCommands,
  ...effortCommands,
  ...heatCommands,
  ...afkCommands,
  ...seeingCommands,
  ...projectCommands,
  ...harnessCommands,
  ...routesCommands,
  ...mcpCommands,
  ...notifyCommands,
  ...actionCommands,
  ...daemonCommands,
]
