/**
 * Finds CLIs that are a Node script inside an npm package. The script itself is started, with the Node that runs the
 * daemon: launchers around it that start a second Node would swallow signals, and the Node on PATH may be too old.
 * Owns the search; which script it is, each adapter tells.
 */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located } from '#ports/harness'

export interface NodeScript {
  /** The name on PATH. */
  readonly command: string
  /** The npm package that brings it. */
  readonly package: string
  /** The script below the package that does the work. */
  readonly script: string
  /** Flags for Node itself. */
  readonly nodeFlags?: readonly string[]
}

/** `[harness.NAME] binary` wins; one that lies in no such package is started as it is. null: not installed. */
export async function locateScript(host: Host, config: HarnessConfig, wanted: NodeScript): Promise<Located | null> {
  const asked = typeof config.binary === 'string' && config.binary !== '' ? config.binary : wanted.command
  const found = asked.includes('/') ? asked : await host.which(asked)
  if (found === null || !(await host.isExecutable(found))) return null
  const real = await host.realpath(found)
  const marker = `/node_modules/${wanted.package}/`
  const at = real.lastIndexOf(marker)
  if (at === -1) return { binary: real, prefix: [] }
  const script = join(real.slice(0, at + marker.length), wanted.script)
  if ((await host.readText(script)) === null) return { binary: real, prefix: [] }
  return { binary: process.execPath, prefix: [...(wanted.nodeFlags ?? []), script] }
}
