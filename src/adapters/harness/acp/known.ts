/**
 * Agents that speak the protocol and that Drover also drives by an adapter of its own: where their program lies, and what
 * keeps telemetry, updates and a repository's own settings out, are told by that adapter. Any other agent is started as
 * its configuration says.
 */
import { basename } from 'node:path'
import type { HarnessConfig, Host, LaunchPlan, Located, Start } from '#ports/harness'
import { geminiEnv, passEnv as geminiPassEnv, trustFlags } from '../gemini/plan.ts'
import { install as installGemini, locateGemini } from '../gemini/probe.ts'

export interface Known {
  readonly install: string
  readonly passEnv: readonly string[]
  locate(host: Host, config: HarnessConfig): Promise<Located | null>
  /** Arguments beyond the configured ones, variables and files. */
  launch(start: Start): Pick<LaunchPlan, 'env' | 'files'> & { readonly argv: readonly string[] }
}

const agents: Readonly<Record<string, Known>> = {
  gemini: {
    install: installGemini,
    passEnv: geminiPassEnv,
    locate: locateGemini,
    launch: (start) => ({ argv: trustFlags, env: geminiEnv(start), files: [] }),
  },
}

export function knownAgent(program: string): Known | null {
  const name = basename(program)
  return Object.hasOwn(agents, name) ? (agents[name] ?? null) : null
}
