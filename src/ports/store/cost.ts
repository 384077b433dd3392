/** What agents used, summed as it was told: a session and a model a quarter of an hour. Written with the events themselves. */

export interface UsageRecord {
  readonly sessionId: string
  /** null: the agent's own. */
  readonly model: string | null
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** null: nobody told. */
  readonly costUsd: number | null
}

export interface CostReads {
  /** From `from` (inclusive) to `until` (exclusive), in milliseconds, to the quarter of an hour; a session and a model a row. */
  usageBetween(from: number, until: number): readonly UsageRecord[]
  /** The quarter of an hour of the first use; null: there is none. */
  firstUsage(): number | null
  /** Known cost of a project's sessions since then; without a project of all. null: nothing is known. */
  costSince(projectId: string | null, from: number): number | null
}
