/** What the files of an agent's program say of it: no process is started for it, so that every launch can ask. */
import { dirname, join } from 'node:path'
import type { ProgramFacts } from '#core/session/program-change'
import type { Context } from '#flows/engine/context'
import type { Located } from '#ports/harness'

const highest = 8

export async function lookAtProgram(context: Pick<Context, 'host' | 'files'>, program: Located): Promise<ProgramFacts> {
  // Where an interpreter runs a script, the script is the program.
  const path = program.prefix.find((word) => word.startsWith('/')) ?? program.binary
  const real = await context.host.realpath(path).catch(() => path)
  const brought = await packageOf(context, real)
  if (brought !== null) return brought
  return { stamp: `${real}:${(await context.files.size(real)) ?? 'gone'}`, version: null }
}

/** The npm package that it came with: files of packages keep their names, and often their sizes, from version to version. */
async function packageOf({ host }: Pick<Context, 'host'>, real: string): Promise<ProgramFacts | null> {
  let directory = dirname(real)
  for (let level = 0; level < highest && directory.includes('/node_modules/'); level++) {
    const text = await host.readText(join(directory, 'package.json'))
    const { name, version } = parsed(text)
    if (typeof name === 'string' && typeof version === 'string') return { stamp: `${name}@${version}`, version }
    directory = dirname(directory)
  }
  return null
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
