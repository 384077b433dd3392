/**
 * Finds the program to execute for CLIs that come from npm as a shim around a native binary. The shim is passed over: a
 * signal to it would leave the real program running. Owns the search; where each CLI keeps its binary is told by its
 * adapter. Also the version question that every probe asks.
 */
import { dirname, join } from 'node:path'
import type { HarnessConfig, Host, Located } from '#ports/harness'

export interface NativeProgram {
  /** The name on PATH. */
  readonly command: string
  /** The npm package that brings the shim. */
  readonly package: string
  /** Paths of the native binary below `node_modules`, best first; those that do not exist are passed over. */
  readonly binaries: readonly string[]
}

/** `[harness.NAME] binary` wins and is taken as it is. null: not installed. */
export async function locateNative(host: Host, config: HarnessConfig, program: NativeProgram): Promise<Located | null> {
  const asked = typeof config.binary === 'string' && config.binary !== '' ? config.binary : program.command
  const found = asked.includes('/') ? asked : await host.which(asked)
  if (found === null || !(await host.isExecutable(found))) return null
  const real = await host.realpath(found)
  return { binary: (await nativeBeside(host, real, program)) ?? real, prefix: [] }
}

async function nativeBeside(host: Host, real: string, program: NativeProgram): Promise<string | null> {
  const marker = `/node_modules/${program.package}/`
  const at = real.lastIndexOf(marker)
  if (at === -1) return null
  const roots = [join(real.slice(0, at), 'node_modules'), join(real.slice(0, at + marker.length), 'node_modules')]
  for (const path of program.binaries) {
    for (const root of roots) {
      const binary = join(root, path)
      if (binary !== real && dirname(binary) !== dirname(real) && (await host.isExecutable(binary))) return binary
    }
  }
  return null
}

/** The first number that looks like a version in what `--version` prints; null when it prints none or fails. */
export async function versionOf(host: Host, program: Located, signal: AbortSignal): Promise<string | null> {
  const argv = [program.binary, ...program.prefix, '--version']
  const { code, stdout, stderr } = await host.exec(argv, { timeoutMs: 15_000, signal })
  // pi says it on standard error where nobody reads a terminal.
  const said = (text: string): string | undefined => /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(text)?.[0]
  return code === 0 ? (said(stdout) ?? said(stderr) ?? null) : null
}

/** Negative, zero or positive, by the three numbers. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number)
  const [left, right] = [parts(a), parts(b)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function testedBetween(version: string | null, from: string, to: string): 'inside' | 'outside' | 'unknown' {
  if (version === null) return 'unknown'
  return compareVersions(version, from) >= 0 && compareVersions(version, to) <= 0 ? 'inside' : 'outside'
}
