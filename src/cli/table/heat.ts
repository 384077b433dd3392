/** Heats: one prompt, several agents, one of them kept. */
import type { Arg, Command } from '../command.ts'
import { each, project } from './common.ts'

const heats = () => import('../commands/heat.ts')
const id: Arg = { name: 'heat', summary: 'the heat, such as `h-1`' }

export const heatCommands: readonly Command[] = [
  {
    path: ['heat', 'ls'],
    summary: 'list the heats, newest first',
    detail: 'A heat is started with `drover spawn --each "cc cx op"`.',
    args: [],
    flags: [project],
    examples: ['drover heat ls'],
    load: async () => (await heats()).ls,
  },
  {
    path: ['heat', 'show'],
    summary: 'side by side: state, time, tokens, cost, verify, files touched by all and by one',
    args: [each(id)],
    flags: [],
    examples: ['drover heat show h-1'],
    load: async () => (await heats()).show,
  },
  {
    path: ['heat', 'verify'],
    summary: "run the project's verify on each that is done, or on one",
    args: [id, { name: 'session', optional: true, summary: 'only this one' }],
    flags: [],
    examples: ['drover heat verify h-1', 'drover heat verify h-1 demo-2'],
    load: async () => (await heats()).verify,
  },
  {
    path: ['heat', 'keep'],
    summary: 'land one of them; the others end once it landed',
    detail:
      'Exits with 0 only when it landed. What stops it is said with the next command; the others go on until then.',
    args: [id, { name: 'session', summary: 'the one to keep' }],
    flags: [{ name: 'message', short: 'm', value: '<text>', summary: 'the first words of the commit' }],
    examples: ['drover heat keep h-1 demo-2'],
    load: async () => (await heats()).keep,
  },
]
