/** A piece of evidence in one line, for a person. Pure. */
import type { Evidence } from '#contract/agent-event'

export function evidenceLine(e: Evidence): string {
  const parts = [
    e.type,
    e.status === undefined ? undefined : `HTTP ${e.status}`,
    e.exitCode === undefined || e.exitCode === null ? undefined : `exit code ${e.exitCode}`,
    e.signal ? `signal ${e.signal}` : undefined,
    e.retryAfterSeconds === undefined ? undefined : `retry after ${e.retryAfterSeconds} s`,
    e.resetsAt === undefined ? undefined : `resets ${new Date(e.resetsAt).toLocaleString()}`,
    e.message,
  ]
  return `${e.channel}: ${parts.filter((part) => part !== undefined && part !== '').join(' · ') || 'nothing more is known'}`
}
