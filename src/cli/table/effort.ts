/** Commands for efforts, groups of tasks and orchestrators. */
import type { Arg, Command, Flag } from '../command.ts'
import { each, project, yes } from './common.ts'

const efforts = () => import('../commands/effort.ts')
const groups = () => import('../commands/group.ts')
const orchestrators = () => import('../commands/orchestrator.ts')
const id: Arg = { name: 'id', summary: 'the effort, such as `e-1`' }
const group: Arg = { name: 'group', summary: 'its name, or its id such as `g-1`' }
const tasks: Arg = { name: 'task', many: true, summary: 'tasks, such as `t-1 t-2`' }
const follow: Flag = { name: 'follow', short: 'f', summary: 'go on as things happen' }

export const effortCommands: readonly Command[] = [
  {
    path: ['effort', 'start'],
    summary: 'from one goal to merged work: agents that plan, build, review and land',
    detail:
      'Prints a line for each thing that happens and ends with it: exit 0 when it completed, 1 otherwise. Ctrl+C leaves it running.',
    args: [{ name: 'goal', many: true, summary: 'what is to be reached; - reads standard input' }],
    flags: [
      project,
      {
        name: 'role',
        value: '<role>',
        choices: ['coordinator', 'lead'],
        summary: 'who leads it (default coordinator)',
      },
      { name: 'agent', value: '<spec>', summary: 'the agent that leads it, such as `claude-code:opus`' },
      {
        name: 'into',
        value: '<branch>',
        summary: 'where its merges land; naming it is the consent (default: the base)',
      },
      {
        name: 'permissions',
        value: '<mode>',
        choices: ['bypass', 'ask', 'read-only'],
        summary: 'the most that any session of it may do (default bypass)',
      },
      { name: 'budget', value: '<usd>', summary: 'when it is reached nothing new starts, and you are asked' },
      { name: 'detach', short: 'd', summary: 'return at once' },
    ],
    examples: [
      'drover effort start "Port the parser to streams, with tests"',
      'drover effort start "Mend the login" --agent claude-code --into main --budget 5 --detach',
    ],
    load: async () => (await efforts()).start,
  },
  {
    path: ['effort', 'ls'],
    summary: 'list efforts, newest first',
    args: [],
    flags: [project],
    examples: ['drover effort ls', 'drover effort ls -p shop --json'],
    load: async () => (await efforts()).ls,
  },
  {
    path: ['effort', 'show'],
    summary: 'an effort as a tree: roles, states, who waits for what, tasks, merges, tokens, cost, time',
    args: [each(id)],
    flags: [follow],
    examples: ['drover effort show e-1', 'drover effort show e-1 --follow'],
    load: async () => (await efforts()).show,
  },
  {
    path: ['effort', 'stop'],
    summary: 'end the turns and sessions of an effort; its work stays',
    args: [each(id)],
    flags: [{ name: 'reason', value: '<text>', summary: 'why, for whoever looks at it later' }, yes],
    examples: ['drover effort stop e-1 --reason "another way was found"'],
    load: async () => (await efforts()).stop,
  },
  {
    path: ['effort', 'complete'],
    summary: 'say that an effort is done; what is not is written beside it',
    args: [each(id)],
    flags: [],
    examples: ['drover effort complete e-1'],
    load: async () => (await efforts()).complete,
  },
  {
    path: ['effort', 'budget'],
    summary: 'give an effort another budget, or none; what the old one held goes on',
    args: [id, { name: 'usd', summary: 'an amount, or `none`' }],
    flags: [],
    examples: ['drover effort budget e-1 10', 'drover effort budget e-1 none'],
    load: async () => (await efforts()).budget,
  },
  {
    path: ['group', 'create'],
    summary: 'put tasks into a group; it is complete, once, when all of them are done',
    args: [{ name: 'name', summary: 'a name for it' }, tasks],
    flags: [project],
    examples: ['drover group create release t-1 t-2 t-3'],
    load: async () => (await groups()).create,
  },
  {
    path: ['group', 'add'],
    summary: 'put more tasks into a group',
    args: [group, tasks],
    flags: [project],
    examples: ['drover group add release t-4'],
    load: async () => (await groups()).add,
  },
  {
    path: ['group', 'rm'],
    summary: 'take tasks out of a group; they stay in the queue',
    args: [group, tasks],
    flags: [project],
    examples: ['drover group rm release t-4'],
    load: async () => (await groups()).rm,
  },
  {
    path: ['group', 'status'],
    summary: 'how far a group is, and what is missing',
    args: [each(group)],
    flags: [project],
    examples: ['drover group status release'],
    load: async () => (await groups()).status,
  },
  {
    path: ['group', 'ls'],
    summary: 'list groups of tasks',
    args: [],
    flags: [project],
    examples: ['drover group ls'],
    load: async () => (await groups()).ls,
  },
  {
    path: ['orchestrator', 'start'],
    summary: "start a project's orchestrator, or say which one lives",
    args: [],
    flags: [project],
    examples: ['drover orchestrator start -p shop'],
    load: async () => (await orchestrators()).start,
  },
  {
    path: ['orchestrator', 'stop'],
    summary: "end a project's orchestrator; its work is kept",
    args: [],
    flags: [project],
    examples: ['drover orchestrator stop -p shop'],
    load: async () => (await orchestrators()).stop,
  },
  {
    path: ['orchestrator', 'ask'],
    summary: 'send it a question and print its answer',
    args: [{ name: 'question', many: true, summary: 'what you want to know; - reads standard input' }],
    flags: [project, { name: 'timeout', value: '<seconds>', summary: 'wait at most so long (default 120)' }],
    examples: ['drover orchestrator ask "How far are we?" --timeout 300'],
    load: async () => (await orchestrators()).ask,
  },
  {
    path: ['orchestrator', 'output'],
    summary: 'what it said and did',
    args: [],
    flags: [project, follow, { name: 'lines', short: 'n', value: '<n>', summary: 'so many of the last (default 50)' }],
    examples: ['drover orchestrator output --follow'],
    load: async () => (await orchestrators()).output,
  },
]
