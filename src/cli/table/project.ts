/** Projects and their trust. */
import type { Command } from '../command.ts'
import { each, projectArg, yes } from './common.ts'

const projects = () => import('../commands/project.ts')

export const projectCommands: readonly Command[] = [
  {
    path: ['project', 'add'],
    summary: 'register a git repository',
    args: [],
    flags: [
      { name: 'path', value: '<path>', summary: 'the repository (default: here)' },
      { name: 'id', value: '<id>', summary: 'its id (default: from the name of its directory)' },
      { name: 'name', value: '<name>', summary: 'its name for people' },
    ],
    examples: ['drover project add', 'drover project add --path ~/code/shop --id shop'],
    load: async () => (await projects()).add,
  },
  {
    path: ['project', 'ls'],
    summary: 'list the projects',
    args: [],
    flags: [],
    examples: ['drover project ls'],
    load: async () => (await projects()).ls,
  },
  {
    path: ['project', 'get'],
    summary: 'show one project',
    args: [each(projectArg)],
    flags: [],
    examples: ['drover project get shop'],
    load: async () => (await projects()).get,
  },
  {
    path: ['project', 'rm'],
    summary: 'archive a project; removes nothing',
    args: [each(projectArg)],
    flags: [yes],
    examples: ['drover project rm shop -y'],
    load: async () => (await projects()).rm,
  },
  {
    path: ['project', 'set'],
    summary: 'change settings of a project',
    detail: '`name` is the name of the project; every other key is a key of the configuration. An empty value unsets.',
    args: [projectArg, { name: 'key=value', many: true, summary: 'one or more settings' }],
    flags: [],
    examples: ['drover project set shop default_harness=codex max_sessions=8', 'drover project set shop name=Shop'],
    load: async () => (await projects()).set,
  },
  {
    path: ['project', 'trust'],
    summary: "show and approve what the repository's own configuration brings",
    args: [each(projectArg)],
    flags: [yes],
    examples: ['drover project trust shop', 'drover project trust shop -y'],
    load: async () => (await projects()).trust,
  },
]
