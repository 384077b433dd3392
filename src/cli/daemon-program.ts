/**
 * The daemon's program as it is started: its file and the flags of its Node. Who starts it, and with which environment, is
 * left to daemon-control.ts and commands/daemon.ts.
 */
import { join } from 'node:path'

/**
 * The young part of the heap, in megabytes: left alone it grows to eight times this while lines pour in and is never given
 * back, and every agent is a fork that pays for the pages of the daemon. Ingest is no slower with it.
 */
export const daemonFlags: readonly string[] = ['--max-semi-space-size=8']

export const daemonArgv = (root: string): string[] => [...daemonFlags, join(root, 'dist', 'daemon.mjs')]
