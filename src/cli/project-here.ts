/** Which project a command means when it is not named. */
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { DroverError } from '#contract/error'
import type { Project } from '#contract/project'
import type { Client } from './client.ts'
import type { Context } from './context.ts'

/** The registered repository that this directory is in, the innermost one. */
export function projectAround(projects: readonly Project[], cwd: string): Project | null {
  let here: string
  try {
    here = realpathSync(cwd)
  } catch {
    return null // The directory is gone; then it is in no repository either.
  }
  const around = projects.filter((p) => here === p.path || here.startsWith(p.path + sep))
  return around.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}

/** The project that a command is about: named, the agent's own, the one around here, the only one. */
export async function projectMeant(context: Context, client: Client): Promise<string> {
  const named = context.flag('project')
  if (named !== undefined) return named
  if (context.inside !== null) return context.inside.sessionId.replace(/-\d+$/, '')
  const { projects } = await client.call('GET /api/v1/projects')
  const found = projectAround(projects, context.cwd) ?? (projects.length === 1 ? projects[0]! : null)
  if (found) return found.id
  if (projects.length === 0) {
    throw new DroverError('PROJECT_NOT_FOUND', 'no project is registered', {
      hint: 'Register this repository with `drover up`, or spawn with --scratch.',
    })
  }
  throw new DroverError('USAGE', 'which project? This directory is in none of them', {
    hint: `Name one with --project: ${projects.map((p) => p.id).join(', ')}. Or register this repository with \`drover up\`.`,
  })
}
