/**
 * Who does the work of a trip: the least that the loop needs of one. Drover's own sessions are the default; others are servers
 * elsewhere. Keys are made by the caller and the same for the same request, so that a request that is repeated after a crash
 * starts nothing twice.
 */

export interface ExecutorProject {
  /** The same for the same repository, always. */
  readonly key: string
  readonly title: string
  /** Where its repository lies, for an executor on this machine; null: the executor chooses. */
  readonly root: string | null
}

export const threadStates = ['starting', 'running', 'idle', 'error', 'stopped', 'asking', 'gone', 'unknown'] as const

/**
 * `idle`: its turn is over by itself; `error`: it failed, or never came up; `stopped`: somebody ended it; `asking`: it waits for
 * a person; `gone`: the executor does not know it; `unknown`: nothing could be learned now.
 */
export interface ThreadState {
  readonly state: (typeof threadStates)[number]
  /** What failed, or what is asked; null: nothing to tell. */
  readonly detail: string | null
  /** Turns that ended, as far as it tells: a follow-up is over once there is one more. null: it does not count. */
  readonly turns: number | null
  /** null: not known. */
  readonly costUsd: number | null
}

export interface Executor {
  readonly id: string
  /** Makes it known where it is not. */
  ensureProject(project: ExecutorProject): Promise<void>
  /** A new thread with the brief as its first words. Answers how it is called from now on. */
  start(request: {
    readonly key: string
    readonly project: ExecutorProject
    readonly title: string
    readonly brief: string
  }): Promise<{ readonly thread: string }>
  /** More words on the same thread. */
  followUp(request: { readonly key: string; readonly thread: string; readonly text: string }): Promise<void>
  read(thread: string): Promise<ThreadState>
  /** Where a person looks at it; null: nowhere. */
  link(thread: string): string | null
}
