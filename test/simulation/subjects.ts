/** What the simulation knows of: one file a subject, one line here. */
import { agent } from './agent.ts'
import { daemon } from './daemon.ts'
import { efforts } from './efforts.ts'
import { effortMeans } from './efforts-means.ts'
import { mail } from './mail.ts'
import { merge } from './merge.ts'
import { relay } from './relay.ts'
import { session } from './session.ts'
import type { Subject } from './story.ts'
import { trip } from './trips.ts'
import { turn } from './turn.ts'
import { workspace } from './workspace.ts'

export const subjects: readonly Subject[] = [
  daemon,
  session,
  turn,
  agent,
  workspace,
  merge,
  relay,
  mail,
  efforts,
  effortMeans,
  trip,
]
