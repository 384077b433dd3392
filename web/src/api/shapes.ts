/** The API's shapes that the contract's hand-written files do not name, under the words the page uses for them. */
import type { components } from '#contract/generated/api'

type Schemas = components['schemas']

export type HarnessView = Schemas['Harness']
export type DoctorReport = Schemas['DoctorReport']
export type DiffView = Schemas['Diff']
export type PageBearer = Schemas['Bearer']
export type DaemonStatus = Schemas['Status']
export type RelayPlan = Schemas['RelayPlan']
