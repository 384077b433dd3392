/**
 * Agents that speak the protocol and that Drover also drives by an adapter of its own: where their program lies, and what
 * keeps telemetry, updates and a repository's own settings out, are told by that adapter. Any other agent is started as
 * its configuration says.
 */
import { basename } from 'node:path'
import type { HarnessConfig, Host, LaunchPlan, Located, Start } from '#ports/harness'
import { copilotEnv, copilotFlags, passEnv as copilotPassEnv } from '../copilot/plan.ts'
import { install as installCopilot, locateCopilot } from '../copilot/probe.ts'
import { geminiEnv, passEnv as geminiPassEnv, geminiShield, trustFlags as geminiTrust } from '../gemini/plan.ts'
import { install as installGemini, locateGemini } from '../gemini/probe.ts'
import { httpTap } from '../http-tap.ts'
import { type Preload, preloaded } from '../node-shield.ts'
import { afterFirstStart } from '../opencode/first-start.ts'
import { passEnv as opencodePassEnv, planOpencode } from '../opencode/plan.ts'
import { install as installOpencode, locateOpencode } from '../opencode/probe.ts'
import { qwenEnv, qwenModules, passEnv as qwenPassEnv, trustFlags as qwenTrust } from '../qwen/plan.ts'
import { install as installQwen, locateQwen } from '../qwen/probe.ts'

export interface Known {
  readonly install: string
  readonly passEnv: readonly string[]
  locate(host: Host, config: HarnessConfig): Promise<Located | null>
  launch(start: Start): Preparation
}

/** The program with what belongs before its arguments, arguments beyond the configured ones, variables and files. */
export type Preparation = Pick<LaunchPlan, 'env' | 'files'> & {
  readonly program: readonly string[]
  readonly flags: readonly string[]
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
    locate: locateQwen,
    launch: (start) => ({
      ...withModules(start, qwenModules(start)),
      flags: qwenTrust(start),
      env: qwenEnv(start),
    }),
  },
  copilot: {
    install: installCopilot,
    passEnv: copilotPassEnv,
    locate: locateCopilot,
    // The variable that trusts the folder would also allow every tool, which is for the operator to say here.
    launch: (start) => ({
      ...plainLaunch(start),
      flags: copilotFlags,
      env: copilotEnv({ ...start, trusted: start.trusted && start.permissions === 'bypass' }),
    }),
  },
  opencode: {
    install: installOpencode,
    passEnv: opencodePassEnv,
    locate: locateOpencode,
    launch: (start) => ({
      ...plainLaunch(start),
      program: afterFirstStart(plainLaunch(start).program),
      env: planOpencode({ ...start, config: {} }).env,
    }),
  },
}

export function knownAgent(program: string): Known | null {
  const name = basename(program)
  return Object.hasOwn(agents, name) ? (agents[name] ?? null) : null
}
