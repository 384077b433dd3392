/** What holds for every runtime, held by the one of terminals: stop, survive, many. */
import { describe } from 'vitest'
import { stagesIn } from './stage.ts'

stagesIn('tmux')
describe('in a pane: stop', async () => {
  await import('./stop.test.ts')
})
describe('in a pane: survive', async () => {
  await import('./survive.test.ts')
})
describe('in a pane: many', async () => {
  await import('./many.test.ts')
})
