/** What holds for every runtime, held by the one of terminals: life, input, spool, failures. */
import { describe } from 'vitest'
import { stagesIn } from './stage.ts'

stagesIn('tmux')
describe('in a pane: life', async () => {
  await import('./life.test.ts')
})
describe('in a pane: input', async () => {
  await import('./input.test.ts')
})
describe('in a pane: spool', async () => {
  await import('./spool.test.ts')
})
describe('in a pane: failures', async () => {
  await import('./failures.test.ts')
})
