/** Operator actions: commands of the user's own configuration that a button runs. No shell, no model, no parameters. */

export interface ActionView {
  readonly name: string
  readonly title: string
  readonly mutating: boolean
  /** What is asked before it runs; null: nothing is. */
  readonly confirm: string | null
  readonly timeoutSeconds: number
  /** The action whose output is kept first; null: none. */
  readonly before: string | null
  /** Since when it runs; null: it does not. */
  readonly runningSince: string | null
}

export interface ActionRun {
  readonly name: string
  /** null: it did not end by itself, or never began. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** Nothing was run. */
  readonly rejected: boolean
  readonly durationMs: number
}

/** What ran first, and the file in which its output is kept; null: it could not be written. */
export interface ActionBefore extends ActionRun {
  readonly kept: string | null
}

export interface ActionResult extends ActionRun {
  readonly before?: ActionBefore
}
