/** The user's page of commands, written from the command table, so that it cannot fall behind. Pure. */
import { type Command, commonFlags, type Flag } from './command.ts'
import { flagWords, usageLine } from './help.ts'

const groups: readonly (readonly [title: string, first: readonly string[]])[] = [
  ['Begin', ['up', 'link', 'phone', 'init', 'doctor', 'notify']],
  ['Sessions', ['spawn', 'session', 'ls', 'ps', 'attach', 'kill']],
  ['Talk', ['send', 'cancel', 'answer', 'orchestrator']],
  ['Working together', ['wait', 'children', 'dismiss']],
  ['Mail', ['mail', 'nudge']],
  ['Landing', ['review', 'land', 'merge', 'pr']],
  ['Projects', ['project']],
  ['Tasks', ['task']],
  ['Relays', ['relay', 'tail', 'progress', 'instructions', 'agents']],
  ['Efforts', ['effort', 'group']],
  ['Comparing agents', ['heat']],
  ['The loop', ['afk']],
  ['Seeing it', ['dashboard', 'costs', 'trace', 'replay', 'feed', 'inspect', 'errors', 'clean']],
  ['Doors', ['actions', 'mcp']],
  ['Harnesses and configuration', ['harness', 'hooks', 'routes', 'config', 'token']],
  ['The daemon', ['start', 'stop', 'restart', 'status', 'version', 'completion', 'logs', 'events', 'daemon']],
]

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`
const flagLine = (flag: Flag) => `- \`${flagWords(flag)}\`: ${flag.summary}\n`

function section(command: Command): string {
  const flags = command.flags.map(flagLine).join('')
  const detail = command.detail ? ` ${command.detail}` : ''
  const examples = command.examples.map((example) => `${example}\n`).join('')
  return `### drover ${command.path.join(' ')}\n\n${sentence(command.summary)}${detail}\n\n\`${usageLine(command)}\`\n\n${flags}${flags === '' ? '' : '\n'}\`\`\`sh\n${examples}\`\`\`\n`
}

export function commandsPage(commands: readonly Command[]): string {
  const intro = [
    '# Commands',
    '',
    'Every command takes these flags:',
    '',
    ...commonFlags.map((flag) => flagLine(flag).trimEnd()),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage. An error is one line, `message (CODE) [request id]`, and below it what to do',
    'next; `drover logs` has the rest under that id. A command that needs the daemon starts it. Colours and changing lines',
    'appear on a terminal only, and not with `NO_COLOR`. Inside an agent (`DROVER_SESSION_ID` is set) a command speaks as that',
    'session, with `DROVER_SOCKET` and `DROVER_TOKEN`, and starts nothing: it waits up to 60 s for a daemon that is away',
    '(`DROVER_DAEMON_WAIT` seconds, where that is less), and what it asked for is done once.',
    '',
  ].join('\n')
  const body = groups.map(([title, first]) => {
    const own = commands.filter((command) => first.includes(command.path[0]!))
    return `## ${title}\n\n${own.map(section).join('\n')}`
  })
  return `${intro}\n${body.join('\n')}`
}
