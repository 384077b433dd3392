/** Commands for notifications. */
import type { Command } from '../command.ts'
import { each } from './common.ts'

const notify = () => import('../commands/notify.ts')

export const notifyCommands: readonly Command[] = [
  {
    path: ['notify', 'ls'],
    summary: 'every place that rings, how it does, and what was sent',
    args: [],
    flags: [],
    examples: ['drover notify ls', 'drover notify ls --json'],
    load: async () => (await notify()).ls,
  },
  {
    path: ['notify', 'test'],
    summary: 'ring a place, or all of them, now; exit 1 when one did not take it',
    args: [],
    flags: [{ name: 'to', value: '<name>', summary: 'only this place' }],
    examples: ['drover notify test', 'drover notify test --to phone'],
    load: async () => (await notify()).test,
  },
  {
    path: ['notify', 'rm'],
    summary: 'a page takes no notifications any more',
    args: [each({ name: 'name', summary: 'its name, such as `push-1`' })],
    flags: [],
    examples: ['drover notify rm push-1'],
    load: async () => (await notify()).rm,
  },
]
