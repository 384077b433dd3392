/** Every lane, in the order they run. */
import type { Lane } from '../lane.ts'
import { apiLane } from './api.ts'
import { customLane } from './custom.ts'
import { daemonLane } from './daemon.ts'
import { effortPageLane } from './effort-page.ts'
import { eventsLane } from './events.ts'
import { hooksLane } from './hooks.ts'
import { lifecycleLane } from './lifecycle.ts'
import { messagingLane } from './messaging.ts'
import { mixLane } from './mix.ts'
import { projectsLane } from './projects.ts'
import { relayCareLane } from './relay-care.ts'
import { relayClisLane } from './relay-clis.ts'
import { relayHandoffClisLane } from './relay-handoff-clis.ts'
import { relayMonitorClisLane } from './relay-monitor-clis.ts'
import { routesLane } from './relay-routes.ts'
import { relayLane } from './relay-run.ts'
import { relaySetupClisLane } from './relay-setup-clis.ts'
import { relayTroubleClisLane } from './relay-trouble-clis.ts'
import { resilienceLane } from './resilience.ts'
import { resumeLane } from './resume.ts'
import { runLane } from './run.ts'
import { sessionClisLane } from './session-clis.ts'
import { tailLane } from './tail.ts'
import { tripClisLane } from './trip-clis.ts'

export const lanes: readonly Lane[] = [
  daemonLane,
  projectsLane,
  lifecycleLane,
  messagingLane,
  hooksLane,
  eventsLane,
  apiLane,
  runLane,
  routesLane,
  relayLane,
  relayCareLane,
  relayClisLane,
  relaySetupClisLane,
  relayTroubleClisLane,
  relayMonitorClisLane,
  relayHandoffClisLane,
  customLane,
  resilienceLane,
  resumeLane,
  mixLane,
  tailLane,
  sessionClisLane,
  effortPageLane,
  tripClisLane,
]
