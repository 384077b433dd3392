/** The first commands of a newcomer. */
import type { Command } from '../command.ts'
import { each, yes } from './common.ts'

const setup = () => import('../commands/setup.ts')

export const beginCommands: readonly Command[] = [
  {
    path: ['up'],
    summary: 'start, register a repository and print the link to the cockpit',
    detail: 'Outside a repository a small demo repository is made in the home.',
    args: [{ name: 'path', optional: true, summary: 'the repository (default: the one around here)' }],
    flags: [],
    examples: ['drover up', 'drover up ~/code/shop'],
    load: async () => (await setup()).up,
  },
  {
    path: ['link'],
    summary: 'print a fresh link to the cockpit (good once, for five minutes)',
    args: [],
    flags: [],
    examples: ['drover link'],
    load: async () => (await setup()).link,
  },
  {
    path: ['link', 'ls'],
    summary: 'every page that signed in by a link',
    args: [],
    flags: [],
    examples: ['drover link ls'],
    load: async () => (await setup()).linkLs,
  },
  {
    path: ['link', 'revoke'],
    summary: 'sign a page out',
    args: [each({ name: 'id', summary: 'its number, as `link ls` shows it' })],
    flags: [],
    examples: ['drover link revoke 3'],
    load: async () => (await setup()).linkRevoke,
  },
  {
    path: ['phone'],
    summary: 'open the cockpit on a phone: find a way, say the one step that is missing, show the code',
    detail:
      'Looks for Tailscale, TLS on the local network and, at last, an SSH tunnel. Exit 1 while a step is missing.',
    args: [],
    flags: [],
    examples: ['drover phone', 'drover phone --json'],
    load: async () => (await import('../commands/phone.ts')).phone,
  },
  {
    path: ['init'],
    summary: 'write .drover/config.toml with comments into this repository',
    args: [],
    flags: [yes],
    examples: ['drover init', 'drover init -y'],
    load: async () => (await import('../commands/init.ts')).init,
  },
  {
    path: ['doctor'],
    summary: 'check the machine, the tools, the agents and the home',
    args: [],
    flags: [{ name: 'fix', summary: 'mend what is safe to mend; never removes work' }],
    examples: ['drover doctor', 'drover doctor --fix', 'drover doctor --no-start --json'],
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
]
