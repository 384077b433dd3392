/**
 * The home's layout: where `$DROVER_HOME` is and what each file and directory in it is called. The daemon and the command
 * line both read it here. Making the home is `src/home.ts`'s, reading its files is whoever needs them.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export function homePath(env: NodeJS.ProcessEnv): string {
  return env.DROVER_HOME ? resolve(env.DROVER_HOME) : join(homedir(), '.drover')
}

export const homeLayout = (home: string) => ({
  db: join(home, 'drover.db'),
  lock: join(home, 'daemon.lock'),
  running: join(home, 'running.json'),
  token: join(home, 'token'),
  /** Where the OS can hold so long a path; else `running.json` says where it is. */
  socket: join(home, 'drover.sock'),
  /** Where the daemon logs unless it was told otherwise. */
  log: join(home, 'daemon.log'),
  /** Names another place, once one was given. */
  logName: join(home, 'log-file'),
  demo: join(home, 'demo'),
  /** What agents find on their PATH. */
  bin: join(home, 'bin'),
  worktrees: join(home, 'worktrees'),
  sessions: join(home, 'sessions'),
  merges: join(home, 'merges'),
  /** The script of shells that wait for a launch. */
  spares: join(home, 'spares'),
  /** Output of operator actions that ran before another. */
  actions: join(home, 'actions'),
  temp: join(home, 'tmp'),
})
