/** The words of the tiny agents, as a user would write them into `[harness.NAME.check]`. */
import type { CheckTable } from '#flows/harness/check/words'

export const agentTable: CheckTable = {
  say: '$TEXT',
  fail: 'FAIL',
  endless: 'ENDLESS on my way',
  endless_says: 'on my way',
  tool: 'TOOL',
  usage: 'USAGE',
  remember: 'REMEMBER $WORD',
  recall: 'RECALL',
  write: 'WRITE $PATH',
  thinking: 'THINK',
  ask: 'ASK',
}
