/**
 * The rehearsal harness: launches the player that ships with Drover. Owns its flags and its abilities; the protocol is
 * `custom/drover-lines`, the playing is in the child process.
 */
import { basename, dirname, join } from 'node:path'
import type { Abilities, Harness, HarnessConfig, Start } from '#ports/harness'
import { openDroverLines } from '../custom/drover-lines.ts'
import { instructionsFiles, instructionsPath } from '../instructions.ts'
import { readRows } from '../transcript.ts'

export interface RehearsalOptions {
  /** The player script: its source, or the bundle. */
  readonly player: string
  /** The Node that runs it. */
  readonly node: string
  /** Where conversations are kept; default: `rehearsal/` in the home, derived from the session's directory. */
  readonly conversations?: string
}

const can: Abilities = {
  resume: true,
  fork: true,
  steer: true,
  interrupt: true,
  permissions: ['bypass', 'ask', 'read-only'],
  questions: true,
  usage: 'tokens+cost',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  // A file that it is told of and that is never played; its directives speak to the daemon themselves.
  instructions: 'file',
  pictures: 'path',
  mcp: false,
  guard: true,
}

/** Names the file that holds the instructions of the session; nobody plays what is in it. */
const toldBy = 'DROVER_INSTRUCTIONS_FILE'

const lifetimeOf = (config: HarnessConfig): 'turn' | 'session' => (config.lifetime === 'session' ? 'session' : 'turn')

/** `[harness.rehearsal] env`, already checked by the config schema. */
/** How long it waits for a daemon that is away, where the daemon was told so. */
const patienceOf = ({ DROVER_DAEMON_WAIT: seconds }: Start['hostEnv']): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { DROVER_DAEMON_WAIT: seconds }

const envOf = (config: HarnessConfig): Readonly<Record<string, string>> =>
  typeof config.env === 'object' && config.env !== null ? (config.env as Record<string, string>) : {}

export function createRehearsal(options: RehearsalOptions): Harness {
  return {
    id: 'rehearsal',
    name: 'Rehearsal',
    can,
    passEnv: [],
    install: 'Ships with Drover.',
    proven: 'tested',
    testedVersions: 'the version that ships with Drover',
    locate: async (host) =>
      (await host.isExecutable(options.node)) && (await host.readText(options.player)) !== null
        ? { binary: options.node, prefix: [options.player] }
        : null,
    probe: async (host) => {
      const found = (await host.readText(options.player)) !== null
      return found
        ? { state: 'ready', binary: options.player, version: null, tested: 'inside', message: 'Ships with Drover.' }
        : {
            state: 'missing',
            binary: null,
            version: null,
            tested: 'unknown',
            message: `The player is not at ${options.player}.`,
            hint: 'Reinstall Drover, or run `npm run build` in a checkout.',
          }
    },
    refuseModel: (model) => {
      if (model === 'invalid') return 'The rehearsal refuses the model "invalid" on purpose.'
      return /^[a-z0-9-]+$/.test(model) ? null : 'A rehearsal model is made of small letters, digits and dashes.'
    },
    readTranscript: (files, { nativeId, sessionDir }) => {
      let whole = false
      const file = join(conversationsOf({ sessionDir }, options), `${nativeId}.json`)
      const take = (row: { readonly id?: unknown }): void => {
        whole ||= row.id === nativeId
      }
      return readRows(files, file, take, () => (whole ? null : 'it holds no conversation'))
    },
    early: (config) => ({ ...config, lifetime: 'session' }),
    plan: (start) => ({
      argv: [start.program.binary, ...start.program.prefix, ...flags(start, conversationsOf(start, options))],
      env: {
        ...envOf(start.config),
        ...(start.instructions === null ? {} : { [toldBy]: instructionsPath(start) }),
        ...patienceOf(start.hostEnv),
      },
      files: instructionsFiles(start),
      stdin: { mode: 'followed' },
      lifetime: lifetimeOf(start.config),
    }),
    open: (start, saved) =>
      openDroverLines(
        {
          lifetime: lifetimeOf(start.config),
          first: { type: 'prompt', text: start.prompt, source: start.source, model: start.model },
          early: start.early === true,
        },
        saved,
      ),
  }
}

function flags(start: Start, conversations: string): readonly string[] {
  return [
    '--conversations',
    conversations,
    '--id',
    start.freshId,
    '--permissions',
    start.permissions,
    '--lifetime',
    lifetimeOf(start.config),
    ...(start.model === null ? [] : ['--model', start.model]),
    ...(start.resume === null ? [] : ['--resume', start.resume]),
    ...(start.resume !== null && start.fork ? ['--fork'] : []),
    ...(start.guard === null ? [] : ['--guarded']),
  ]
}

/** Outside every workspace and shared by all sessions, so that a fork in another session finds its origin. */
function conversationsOf(start: Pick<Start, 'sessionDir'>, options: RehearsalOptions): string {
  if (options.conversations !== undefined) return options.conversations
  const sessions = dirname(start.sessionDir)
  return basename(sessions) === 'sessions' ? join(dirname(sessions), 'rehearsal') : join(sessions, 'rehearsal')
}
