/**
 * A harness for any agent that speaks the Agent Client Protocol, from configuration alone:
 *
 *   [harness.gemini-acp]
 *   protocol = "acp"
 *   command = ["gemini", "--acp"]
 *
 * Owns its launch and its abilities. Agents that Drover also has an adapter for are launched as that adapter launches
 * them (`known.ts`); what is said is the dialogue's.
 */
import type { Abilities, Harness, HarnessConfig, Host, LaunchPlan, Located, Readiness, Start } from '#ports/harness'
import { asArgument } from '../instructions.ts'
import { type AcpConfig, readAcpConfig } from './config.ts'
import { openAcp } from './dialogue.ts'
import { type Known, knownAgent, plainLaunch } from './known.ts'

/**
 * What the protocol itself gives. An agent may have less, which only its greeting tells: then a resume is context lost, a
 * read-only turn and an unknown model are refused before any prompt.
 */
const can: Abilities = {
  resume: true,
  fork: false,
  // The step under way is cancelled and the turn goes on with the words.
  steer: true,
  interrupt: true,
  permissions: ['bypass', 'ask', 'read-only'],
  // A form of one field reaches the operator; whether an agent ever asks is not known beforehand.
  questions: false,
  usage: 'tokens',
  models: true,
  thinking: true,
  deltas: true,
  tools: true,
  instructions: 'prompt',
  pictures: 'inline',
  // Whether an agent that nobody has run here hands its environment to servers is not known.
  mcp: false,
  // What an agent asks for by itself is answered by the permission mode; it need not ask.
  guard: false,
}

/** INVALID_CONFIG when the command is missing or a key has the wrong shape. */
export function createAcp(name: string, config: HarnessConfig): Harness {
  const acp = readAcpConfig(name, config)
  const known = knownAgent(acp.command[0])
  return {
    id: name,
    name,
    can:
      known === null ? can : { ...can, instructions: known.instructions, mcp: known.mcp !== null, guard: known.guard },
    passEnv: [...new Set([...(known?.passEnv ?? []), ...acp.passEnv])],
    install: known?.install ?? `Defined by [harness.${name}]; its program is ${acp.command[0]}.`,
    proven: 'untested',
    testedVersions: `none: run \`drover harness check ${name}\``,
    locate: (host) => locate(host, acp, known),
    probe: (host) => probe(host, acp, known),
    // Only the running agent knows its models.
    refuseModel: () => null,
    plan: (start) => plan(start, acp, known),
    open: (start, saved) => {
      const model = start.model ?? acp.model
      const role = { before: beforePrompts(start, known), server: known?.mcp === 'session' ? start.mcp : null }
      return openAcp({ name, modelByFlag: acp.modelFlag !== null, ...role }, { ...start, model }, saved)
    },
  }
}

/** Instructions that neither a flag nor a file carries. */
function beforePrompts(start: Start, known: Known | null): string | null {
  if (known?.instructions === 'file') return null
  return known?.instructions === 'flag' && asArgument(start) !== null ? null : start.instructions
}

async function locate(host: Host, acp: AcpConfig, known: Known | null): Promise<Located | null> {
  if (known !== null) return known.locate(host, acp.binary === null ? {} : { binary: acp.binary })
  const program = (acp.binary ?? acp.command[0]).replace(/^~\//, `${host.env.HOME ?? ''}/`)
  const binary = program.startsWith('/') ? program : await host.which(program)
  return binary !== null && (await host.isExecutable(binary)) ? { binary, prefix: [] } : null
}

/** It is not started: a greeting would need a process for some seconds, and tells nothing about credentials. */
async function probe(host: Host, acp: AcpConfig, known: Known | null): Promise<Readiness> {
  const found = await locate(host, acp, known)
  const common = { version: null, tested: 'unknown' } as const
  if (found !== null) return { ...common, state: 'ready', binary: found.binary, message: `Found at ${found.binary}.` }
  return {
    ...common,
    state: 'missing',
    binary: null,
    message: `${acp.binary ?? acp.command[0]} is not on PATH or not executable.`,
    hint: 'Install it, or correct `command` or `binary`.',
  }
}

function plan(start: Start, acp: AcpConfig, known: Known | null): LaunchPlan {
  const model = start.model ?? acp.model
  const launch = (known?.launch ?? plainLaunch)(start)
  const [, ...rest] = acp.command
  const flag = acp.modelFlag === null || model === null ? [] : [acp.modelFlag, model]
  return {
    argv: [...launch.program, ...rest, ...launch.flags, ...flag],
    env: { ...launch.env, ...acp.env, ...launch.held },
    files: [...launch.files],
    stdin: { mode: 'followed' },
    lifetime: 'session',
  }
}
