/**
 * The answer of a probe, the same shape for every CLI: missing, of no known version, signed out, unknown, ready. Owns the
 * order of the questions; where a CLI keeps its credentials is told by its adapter. Makes no model call.
 */
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { testedBetween, versionOf } from './native-program.ts'

/** yes: somebody can be charged. no: the CLI would refuse. unknown: it may have credentials that nobody can see. */
export type SignedIn = 'yes' | 'no' | 'unknown'

export interface Probed {
  readonly command: string
  readonly install: string
  readonly testedFrom: string
  readonly testedTo: string
  readonly signInHint: string
  locate(host: Host, config: HarnessConfig): Promise<Located | null>
  signedIn(host: Host, program: Located, signal: AbortSignal): Promise<SignedIn>
}

export async function readinessOf(
  host: Host,
  config: HarnessConfig,
  signal: AbortSignal,
  cli: Probed,
): Promise<Readiness> {
  const program = await cli.locate(host, config)
  if (program === null) {
    const message = `No \`${cli.command}\` on PATH.`
    const hint = `Install it: ${cli.install}`
    return { state: 'missing', binary: null, version: null, tested: 'unknown', message, hint }
  }
  const binary = program.prefix.at(-1) ?? program.binary
  const version = await versionOf(host, program, signal)
  const facts = { binary, version, tested: testedBetween(version, cli.testedFrom, cli.testedTo) }
  if (version === null) {
    const hint = `Run \`${cli.command} --version\` to see why.`
    return { ...facts, state: 'unknown', message: 'It does not tell its version.', hint }
  }
  const signedIn = await cli.signedIn(host, program, signal)
  if (signedIn === 'yes') return { ...facts, state: 'ready', message: 'Installed, with credentials.' }
  const state = signedIn === 'no' ? 'signed-out' : 'unknown'
  const message = signedIn === 'no' ? 'Nobody is signed in.' : 'Installed; no credentials were found.'
  return { ...facts, state, message, hint: cli.signInHint }
}

export const hasAny = (host: Host, names: readonly string[]): boolean =>
  names.some((name) => (host.env[name] ?? '') !== '')
