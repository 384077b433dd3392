/** Where things live in `$DROVER_HOME`. Every path of the product derives from here. */
export interface Paths {
  readonly home: string
  readonly db: string
  readonly lock: string
  readonly running: string
  readonly token: string
  readonly socket: string
  readonly log: string
  readonly worktrees: string
  /** Files of operations under way; emptied at each start. */
  readonly temp: string
  workspace(projectId: string, sessionId: string): string
  session(sessionId: string): string
  launch(sessionId: string, n: number): string
  /** What is kept of a merge: the output of its verification. */
  merge(mergeId: string): string
  /** A scratch worktree of merges. */
  mergeTree(name: string): string
}
