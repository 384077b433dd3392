/** The `fails` rules of a custom harness: what its standard error, its exit or its error events mean, as evidence. */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import type { FailRule } from './config.ts'

export function judgeExit(rules: readonly FailRule[], exit: Exit): Evidence | null {
  for (const rule of rules) {
    if (rule.channel === 'stderr') {
      const line = exit.stderrTail.split('\n').find((text) => rule.match.test(text))
      if (line !== undefined) return { channel: 'stderr', stated: rule.category, message: line.trim().slice(0, 1_000) }
    }
    if (rule.channel === 'exit' && exit.how === 'exited' && rule.match.test(String(exit.code ?? exit.signal)))
      return { channel: 'exit', stated: rule.category, exitCode: exit.code, signal: exit.signal }
  }
  return null
}

export function judgeMessage(rules: readonly FailRule[], message: string): Partial<Evidence> {
  const rule = rules.find((one) => one.channel === 'event' && one.match.test(message))
  return rule === undefined ? {} : { stated: rule.category }
}
