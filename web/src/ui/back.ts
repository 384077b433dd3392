/** Told each time the daemon can be reached again: what failed only because it was away is over then. */
import { createStore } from '../live/store.ts'

export const back = createStore(0)

export const wasAway = (error: { readonly code: string } | null): boolean => error?.code === 'DAEMON_NOT_RUNNING'
