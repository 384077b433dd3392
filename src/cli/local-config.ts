/**
 * The configuration files as this machine has them, read without the daemon. Bundled apart from the rest of the command
 * line, because the schema's weight would slow every other command; so it answers faults as values and throws none.
 */
import { DroverError } from '#contract/error'
import type { ConfigValue } from '#contract/project'
import { loadEffective, userConfigFile } from '#src/config/effective'
import { readLayer, repositoryFile, warningsOf } from '#src/config/layer'
import { unspawnable } from '#src/config/spawnable'

export interface FileFinding {
  readonly file: string
  readonly state: 'ok' | 'absent' | 'wrong' | 'warns'
  readonly message?: string
  readonly hint?: string
}

type Env = Readonly<Record<string, string | undefined>>

function told(file: string, error: unknown): FileFinding {
  if (!(error instanceof DroverError)) throw error
  const hint = error.hint === undefined ? {} : { hint: error.hint }
  return { file, state: 'wrong', message: error.message, ...hint }
}

function look(kind: 'user' | 'repository', file: string): FileFinding {
  try {
    const layer = readLayer(kind, file)
    if (layer === null) return { file, state: 'absent' }
    const [message] = warningsOf(layer)
    if (message === undefined) return { file, state: 'ok' }
    return { file, state: 'warns', message, hint: 'It is read as it is; a newer Drover may understand more of it.' }
  } catch (error) {
    return told(file, error)
  }
}

/** Each file by itself, then all of them together, then what a spawn would refuse of it. */
export function checkFiles(env: Env, repository: string | null): readonly FileFinding[] {
  const user = userConfigFile(env)
  const findings = [look('user', user)]
  if (repository !== null) findings.push(look('repository', repositoryFile(repository)))
  if (findings.some((finding) => finding.state === 'wrong')) return findings
  try {
    const effective = loadEffective({ userFile: user, repoPath: repository, projectSettings: {}, env })
    const refused = unspawnable(effective).map((one) => ({ file: 'all together', state: 'wrong', ...one }) as const)
    return [...findings, ...refused]
  } catch (error) {
    return [...findings, told('all together', error)]
  }
}

export function effectiveValues(env: Env, repository: string | null): readonly ConfigValue[] | FileFinding {
  try {
    const userFile = userConfigFile(env)
    return loadEffective({ userFile, repoPath: repository, projectSettings: {}, env }).sources
  } catch (error) {
    return told('the configuration', error)
  }
}
