/**
 * A harness from configuration alone: `[harness.NAME]` with a command. Owns how it is launched and what it may honestly
 * say it can; its output is read by `plain.ts` or `drover-lines.ts`.
 */
import { join } from 'node:path'
import type { Abilities, Harness, HarnessConfig, Host, LaunchPlan, Located, Readiness, Start } from '#ports/harness'
import { prompted } from '../instructions.ts'
import { addModel, fill, holds } from './argv.ts'
import { type CustomConfig, holdsPrompt, readCustomConfig } from './config.ts'
import { openDroverLines } from './drover-lines.ts'
import { judgeExit } from './judge.ts'
import { openPlain } from './plain.ts'

/** INVALID_CONFIG when the command is missing or a key has the wrong shape. */
export function createCustom(name: string, config: HarnessConfig): Harness {
  const custom = readCustomConfig(name, config)
  return {
    id: name,
    name,
    can: abilitiesOf(custom),
    passEnv: custom.passEnv,
    install: `Defined by [harness.${name}]; its program is ${custom.command[0]}.`,
    proven: 'untested',
    testedVersions: `none: run \`drover harness check ${name}\``,
    locate: (host) => locate(host, custom),
    probe: (host) => probe(host, custom),
    // Only the tool knows its models; what it refuses is reported, never replaced.
    refuseModel: (model) => (abilitiesOf(custom).models ? null : `${name} takes no model (${model}): set model_flag.`),
    plan: (start) => plan(prompted(start), custom),
    open: (start, saved) => {
      const model = start.model ?? custom.model
      if (custom.output !== 'drover')
        return openPlain({ config: custom, model, knownId: knownId(start, custom) }, saved)
      const first = { type: 'prompt', text: start.prompt, source: start.source, model } as const
      return openDroverLines(
        {
          lifetime: custom.lifetime,
          instructions: start.instructions,
          first: byInput(custom) ? first : null,
          judge: (exit) => judgeExit(custom.fails, exit),
          successExit: custom.successExit,
        },
        saved,
      )
    },
  }
}

const byInput = (config: CustomConfig): boolean => !config.command.some(holdsPrompt)
const choosesId = (config: CustomConfig): boolean => holds(config.command, 'SESSION')
const idOf = (start: Start): string => start.resume ?? start.freshId
/** An id that the launch chose, where the tool itself never tells one. */
const knownId = (start: Start, config: CustomConfig): string | null =>
  choosesId(config) && config.paths.session.length === 0 ? idOf(start) : null

/** Only what the configuration makes possible is declared. */
function abilitiesOf(config: CustomConfig): Abilities {
  const rich = config.output === 'drover'
  const knowsId = rich || choosesId(config) || (config.output === 'ndjson' && config.paths.session.length > 0)
  const usage = rich || config.paths.cost.length > 0 ? 'tokens+cost' : config.paths.usage.length > 0 ? 'tokens' : 'none'
  return {
    resume: knowsId && (config.resume !== null || choosesId(config)),
    fork: false,
    steer: false,
    interrupt: rich && config.lifetime === 'session',
    permissions: ['bypass'],
    questions: rich && byInput(config),
    usage: config.output === 'text' ? 'none' : usage,
    models: config.modelFlag !== null || holds(config.command, 'MODEL'),
    thinking: rich,
    deltas: rich,
    tools: rich,
    instructions: 'prompt',
    pictures: 'path',
    mcp: false,
    guard: false,
  }
}

async function locate(host: Host, config: CustomConfig): Promise<Located | null> {
  const program = (config.binary ?? config.command[0]).replace(/^~\//, `${host.env.HOME ?? ''}/`)
  const binary = program.startsWith('/') ? program : await host.which(program)
  return binary !== null && (await host.isExecutable(binary)) ? { binary, prefix: [] } : null
}

/** Its version is not asked for: nobody knows which flag would be harmless. */
async function probe(host: Host, config: CustomConfig): Promise<Readiness> {
  const found = await locate(host, config)
  const common = { version: null, tested: 'unknown' } as const
  if (found !== null) return { ...common, state: 'ready', binary: found.binary, message: `Found at ${found.binary}.` }
  return {
    ...common,
    state: 'missing',
    binary: null,
    message: `${config.binary ?? config.command[0]} is not on PATH or not executable.`,
    hint: 'Install it, or correct `command` or `binary`.',
  }
}

function plan(start: Start, config: CustomConfig): LaunchPlan {
  const parts = argvParts(start, config)
  const raw = parts.flatMap((part) => part.argv)
  return {
    argv: [start.program.binary, ...start.program.prefix, ...argvOf(parts, start, config)],
    env: config.env,
    files: holds(raw, 'PROMPT_FILE') ? [{ path: promptFile, content: start.prompt }] : [],
    stdin: stdinOf(raw, start, config),
    lifetime: config.lifetime,
  }
}

const promptFile = 'prompt.txt'

function stdinOf(raw: readonly string[], start: Start, config: CustomConfig): LaunchPlan['stdin'] {
  if (raw.some(holdsPrompt)) return { mode: 'closed' }
  return config.output === 'drover' ? { mode: 'followed' } : { mode: 'file', text: start.prompt }
}

interface Part {
  readonly argv: readonly string[]
  readonly session: string | null
}

/**
 * The arguments after the program, before values are put in. A chosen id is for new conversations: where a resume adds
 * arguments of its own, those carry the id and the command's own `$SESSION` is left out.
 */
function argvParts(start: Start, config: CustomConfig): readonly Part[] {
  const [program, ...rest] = config.command
  if (start.resume === null || config.resume === null) return [{ argv: rest, session: idOf(start) }]
  if (config.resume[0] === program) return [{ argv: config.resume.slice(1), session: start.resume }]
  return [
    { argv: rest, session: null },
    { argv: config.resume, session: start.resume },
  ]
}

function argvOf(parts: readonly Part[], start: Start, config: CustomConfig): readonly string[] {
  const model = start.model ?? config.model
  const values = { PROMPT: start.prompt, PROMPT_FILE: join(start.launchDir, promptFile), MODEL: model }
  const filled = parts.flatMap((part) => fill(part.argv, { ...values, SESSION: part.session }))
  return model === null || config.modelFlag === null ? filled : addModel(filled, config.modelFlag, model)
}
