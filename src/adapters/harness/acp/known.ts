/**
 * Agents that speak the protocol and that Drover also drives by an adapter of its own: where their program lies, and what
 * keeps telemetry, updates and a repository's own settings out, are told by that adapter. Any other agent is started as
 * its configuration says.
 */
import { basename } from 'node:path'
import type { Abilities, HarnessConfig, Host, LaunchPlan, Located, Start } from '#ports/harness'
import {
  copilotEnv,
  copilotFlags,
  passEnv as copilotPassEnv,
  serverFlags as copilotServer,
  roleEnv,
  roleFiles,
} from '../copilot/plan.ts'
import { install as installCopilot, locateCopilot } from '../copilot/probe.ts'
import { geminiEnv, passEnv as geminiPassEnv, geminiShield, trustFlags as geminiTrust } from '../gemini/plan.ts'
import { install as installGemini, locateGemini } from '../gemini/probe.ts'
import { guardOf } from '../guard-wiring.ts'
import { httpTap } from '../http-tap.ts'
import { instructionsFiles } from '../instructions.ts'
import { type Preload, preloaded } from '../node-shield.ts'
import { afterFirstStart } from '../opencode/first-start.ts'
import { inlineConfig, withRole } from '../opencode/inline-config.ts'
import { opencodeEnv, passEnv as opencodePassEnv } from '../opencode/plan.ts'
import { install as installOpencode, locateOpencode } from '../opencode/probe.ts'
import {
  qwenEnv,
  qwenModules,
  passEnv as qwenPassEnv,
  roleFlags as qwenRole,
  trustFlags as qwenTrust,
} from '../qwen/plan.ts'
import { install as installQwen, locateQwen } from '../qwen/probe.ts'

export interface Known {
  readonly install: string
  readonly passEnv: readonly string[]
  readonly instructions: Abilities['instructions']
  /** How Drover's tool server is named to it: when a session is opened, or by a flag; null: in no way that keeps the token. */
  readonly mcp: 'session' | 'flag' | null
  /** Asks before each call by the way of its adapter, proven in this mode too. */
  readonly guard: boolean
  locate(host: Host, config: HarnessConfig): Promise<Located | null>
  launch(start: Start): Preparation
}

/** The program with what belongs before its arguments, arguments beyond the configured ones, variables and files. */
export type Preparation = Pick<LaunchPlan, 'env' | 'files'> & {
  readonly program: readonly string[]
  readonly flags: readonly string[]
  /** Variables that hold the user's own value already: nothing is put over them. */
  readonly held?: Readonly<Record<string, string>>
}

/** As its configuration says, and nothing else. */
export const plainLaunch = (start: Start): Preparation => ({
  program: [start.program.binary, ...start.program.prefix],
  flags: [],
  env: {},
  files: [],
})

const withModules = (start: Start, modules: readonly Preload[]): Pick<Preparation, 'program' | 'files'> => ({
  program: preloaded(start, modules),
  files: modules,
})

const agents: Readonly<Record<string, Known>> = {
  gemini: {
    install: installGemini,
    passEnv: geminiPassEnv,
    instructions: 'prompt',
    // It keeps variables that look like secrets from its servers.
    mcp: null,
    guard: false,
    locate: locateGemini,
    launch: (start) => ({
      ...withModules(start, [httpTap, ...geminiShield(start)]),
      flags: geminiTrust,
      env: geminiEnv(start),
    }),
  },
  qwen: {
    install: installQwen,
    passEnv: qwenPassEnv,
    instructions: 'flag',
    mcp: 'flag',
    guard: false,
    locate: locateQwen,
    launch: (start) => ({
      ...withModules(start, qwenModules(start)),
      flags: [...qwenTrust(start), ...qwenRole(start)],
      env: qwenEnv(start),
    }),
  },
  copilot: {
    install: installCopilot,
    passEnv: copilotPassEnv,
    instructions: 'file',
    // It passes over servers of this kind that a session is opened with.
    mcp: 'flag',
    guard: false,
    locate: locateCopilot,
    // The variable that trusts the folder would also allow every tool, which is for the operator to say here.
    launch: (start) => ({
      ...plainLaunch(start),
      flags: [...copilotFlags, ...copilotServer(start)],
      env: copilotEnv({ ...start, trusted: start.trusted && start.permissions === 'bypass' }),
      held: roleEnv(start),
      files: roleFiles(start),
    }),
  },
  opencode: {
    install: installOpencode,
    passEnv: opencodePassEnv,
    instructions: 'file',
    mcp: 'session',
    guard: true,
    locate: locateOpencode,
    launch: (start) => {
      const config = start.instructions === null ? null : withRole(start, inlineConfig(start), false)
      const inline = config === null ? {} : { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }
      const guard = guardOf('opencode', start, inline.OPENCODE_CONFIG_CONTENT)
      return {
        ...plainLaunch(start),
        program: afterFirstStart(plainLaunch(start).program),
        env: opencodeEnv({ ...start, config: {} }),
        held: { ...inline, ...guard.env },
        files: [...instructionsFiles(start), ...guard.files],
      }
    },
  },
}

export function knownAgent(program: string): Known | null {
  const name = basename(program)
  return Object.hasOwn(agents, name) ? (agents[name] ?? null) : null
}
