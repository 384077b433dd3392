/** The small activity line of a session: events a minute, newest last. */
export interface Spark {
  readonly counts: readonly number[]
  /** The minute (since the epoch) of the last count. */
  readonly minute: number
}

export const sparkLength = 30

export function countSpark(spark: Spark, events: number, nowMs: number): Spark {
  if (events === 0) return spark
  const moved = moveSpark(spark, nowMs)
  const counts = [...moved.counts]
  counts[counts.length - 1] = (counts.at(-1) ?? 0) + events
  return { counts, minute: moved.minute }
}

/** The same line seen at a later time: quiet minutes are zeros. A clock that jumped back changes nothing. */
export function moveSpark(spark: Spark, nowMs: number): Spark {
  const minute = Math.floor(nowMs / 60_000)
  if (spark.counts.length === 0) return { counts: [0], minute }
  const quiet = minute - spark.minute
  if (quiet <= 0) return spark
  const zeros = Array.from({ length: Math.min(quiet, sparkLength) }, () => 0)
  return { counts: [...spark.counts, ...zeros].slice(-sparkLength), minute }
}
