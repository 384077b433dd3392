/** Commands for the queue of tasks. */
import type { Arg, Command, Flag } from '../command.ts'
import { each, project, yes } from './common.ts'

const tasks = () => import('../commands/task.ts')
const id: Arg = { name: 'id', summary: 'the task, such as `t-3`' }
const own: Arg = { name: 'id', optional: true, summary: 'the task (inside a session: the one it holds)' }
const summary: Flag = { name: 'summary', value: '<text>', summary: 'what was done, in a few words' }
const followup: Flag = {
  name: 'followup',
  value: '<title>',
  many: true,
  summary: 'work that is left; may be repeated, and lines are split',
}
const words: readonly Flag[] = [
  { name: 'body', value: '<text>', summary: 'all that is to be known; - reads standard input' },
  { name: 'role', value: '<role>', summary: 'who is to do it: picks the route' },
  { name: 'priority', value: '<n>', summary: 'higher comes first (default 0)' },
  { name: 'blocked-by', value: '<ids>', summary: 'tasks that must be done before; split by commas' },
  { name: 'tags', value: '<tags>', summary: 'words to find it by; split by commas' },
  { name: 'expects', value: '<what>', choices: ['change', 'none'], summary: 'none: may succeed without a change' },
  { name: 'verify', value: '<command>', summary: "proves that it is done (default: the project's verify)" },
]

export const taskCommands: readonly Command[] = [
  {
    path: ['task', 'add'],
    summary: "add a task to a project's queue",
    args: [],
    flags: [
      project,
      { name: 'title', value: '<title>', summary: 'what is to be done, in one line' },
      ...words,
      { name: 'head', summary: 'before all others' },
      { name: 'tail', summary: 'behind all others (the default)' },
      { name: 'after', value: '<id>', summary: 'right behind this task' },
    ],
    examples: [
      'drover task add --title "Mend the login"',
      'drover task add -p shop --title "Review" --expects none --head',
    ],
    load: async () => (await tasks()).add,
  },
  {
    path: ['task', 'ls'],
    summary: 'the tasks of a project in the order of the queue',
    args: [],
    flags: [
      project,
      { name: 'state', value: '<state>', summary: 'only ready, claimed, done, failed, needs_user or cancelled ones' },
      { name: 'role', value: '<role>', summary: 'only those for this role' },
      { name: 'all', short: 'a', summary: 'finished ones too, and every page' },
    ],
    examples: ['drover task ls', 'drover task ls -p shop --state ready --json'],
    load: async () => (await tasks()).ls,
  },
  {
    path: ['task', 'get'],
    summary: 'everything about one task',
    args: [each(own)],
    flags: [],
    examples: ['drover task get t-3'],
    load: async () => (await tasks()).get,
  },
  {
    path: ['task', 'set'],
    summary: 'change a task',
    args: [each(id)],
    flags: [
      { name: 'title', value: '<title>', summary: 'another title' },
      ...words,
      { name: 'ready', summary: 'try it again' },
      { name: 'cancel', summary: 'put it aside' },
    ],
    examples: ['drover task set t-3 --priority 5', 'drover task set t-3 --ready'],
    load: async () => (await tasks()).set,
  },
  {
    path: ['task', 'done'],
    summary: 'report a task as done',
    detail: 'Inside a relay this is a claim: the work is verified before the task counts as done.',
    args: [each(own)],
    flags: [summary, followup],
    examples: ['drover task done --summary "login mended, test added"'],
    load: async () => (await tasks()).done,
  },
  {
    path: ['task', 'fail'],
    summary: 'report that a task cannot be done',
    args: [each(own)],
    flags: [summary, { name: 'needs-user', summary: 'a person must decide something first' }],
    examples: ['drover task fail --summary "no access to the server" --needs-user'],
    load: async () => (await tasks()).fail,
  },
  {
    path: ['task', 'handoff'],
    summary: 'report what was done and what is left',
    args: [each(own)],
    flags: [summary, followup],
    examples: ['drover task handoff --summary "half of it" --followup "Port the other half"'],
    load: async () => (await tasks()).handoff,
  },
  {
    path: ['task', 'claim'],
    summary: 'take a task (inside a session)',
    args: [each(id)],
    flags: [],
    examples: ['drover task claim t-3'],
    load: async () => (await tasks()).claim,
  },
  {
    path: ['task', 'move'],
    summary: 'put a task elsewhere in the queue',
    args: [id],
    flags: [
      { name: 'head', summary: 'before all others' },
      { name: 'tail', summary: 'behind all others' },
      { name: 'after', value: '<id>', summary: 'right behind this task' },
    ],
    examples: ['drover task move t-3 --head'],
    load: async () => (await tasks()).move,
  },
  {
    path: ['task', 'rm'],
    summary: 'take a task out of the queue',
    args: [each(id)],
    flags: [yes],
    examples: ['drover task rm t-3'],
    load: async () => (await tasks()).rm,
  },
  {
    path: ['task', 'import'],
    summary: 'add the tasks of a file, all of them or none',
    detail: 'A Markdown list (`- [ ] title`, details indented below), a laps.json, or what `drover task export` wrote.',
    args: [{ name: 'file', summary: 'the file; - reads standard input' }],
    flags: [project],
    examples: ['drover task import plan.md', 'drover task import .laps/laps.json -p shop'],
    load: async () => (await tasks()).importFile,
  },
  {
    path: ['task', 'export'],
    summary: "print a project's tasks as JSON that can be imported",
    args: [],
    flags: [project],
    examples: ['drover task export > tasks.json'],
    load: async () => (await tasks()).exportTasks,
  },
]
