/** `drover instructions show | edit`: `.drover/instructions.md` of a project, which stands in the prompt of every try. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DroverError } from '#contract/error'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { harmless } from '../print.ts'
import { projectMeant } from '../project-here.ts'

async function fileOf(context: Context): Promise<string> {
  const client = await context.connect()
  const id = await projectMeant(context, client)
  const { project } = await client.call('GET /api/v1/projects/{id}', { path: { id } })
  return join(project.path, '.drover', 'instructions.md')
}

/** null: there are none, or nothing but space. */
function read(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return text.trim() === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new DroverError('INVALID_PATH', `${file} cannot be read: ${(error as Error).message}`, {
      hint: 'It must be a text file that you may read.',
      cause: error,
    })
  }
}

export const show: Run = async (context) => {
  const file = await fileOf(context)
  const instructions = read(file)
  context.answer({ file, instructions }, () =>
    instructions === null ? '(no project instructions set)\n' : `${harmless(instructions).trimEnd()}\n`,
  )
  return 0
}

export const edit: Run = async (context) => {
  const file = await fileOf(context)
  const editor = context.env.VISUAL || context.env.EDITOR || 'vi'
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  // An editor may be given with words of its own (`code --wait`), so a shell reads it.
  const { status, error } = spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  if (error !== undefined || status !== 0) {
    throw new DroverError('USAGE', `the editor \`${editor}\` ended with ${error?.message ?? status}`, {
      hint: `Set VISUAL or EDITOR, or write ${file} by other means.`,
    })
  }
  context.answer({ file, instructions: read(file) }, () => `${file}\n`)
  return 0
}
