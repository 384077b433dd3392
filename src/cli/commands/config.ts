/** `drover config show | check`: works without a daemon, because a wrong file may be what keeps it from starting. */
import { DroverError } from '#contract/error'
import type { ConfigValue } from '#contract/project'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { harmless, paint, table } from '../print.ts'
import { projectAround } from '../project-here.ts'
import { repositoryAround } from './setup.ts'

/** A project's own settings are known to the daemon only: it is asked when a project is named or around here. */
async function fromDaemon(context: Context): Promise<readonly ConfigValue[] | null> {
  const named = context.flag('project')
  if (context.inside && named === undefined) return null
  const client = named === undefined ? await context.connectIfRunning() : await context.connect()
  if (client === null) return null
  const id = named ?? projectAround((await client.call('GET /api/v1/projects')).projects, context.cwd)?.id
  if (id === undefined) return null
  const { config } = await client.call('GET /api/v1/projects/{id}/config', { path: { id } })
  return config as readonly ConfigValue[]
}

async function fromFiles(context: Context): Promise<readonly ConfigValue[]> {
  const { effectiveValues } = await import('../local-config.ts')
  const found = effectiveValues(context.env, repositoryAround(context.cwd))
  if (!('state' in found)) return found
  throw new DroverError('INVALID_CONFIG', found.message ?? 'the configuration does not hold', {
    hint: found.hint ?? 'Run `drover config check`.',
  })
}

export const show: Run = async (context) => {
  const config = (await fromDaemon(context)) ?? (await fromFiles(context))
  context.answer({ config }, () =>
    table(
      context.io,
      ['KEY', 'SOURCE', 'VALUE'],
      config.map((entry) => [
        entry.key,
        entry.source === 'default' ? paint(context.io, 'dim', 'default') : (entry.file ?? entry.source),
        harmless(JSON.stringify(entry.value) ?? 'unset'),
      ]),
    ),
  )
  return 0
}

export const check: Run = async (context) => {
  const { checkFiles } = await import('../local-config.ts')
  const files = checkFiles(context.env, repositoryAround(context.cwd))
  const ok = files.every((file) => file.state !== 'wrong')
  context.answer({ ok, files }, () =>
    files
      .map((found) => {
        if (found.state === 'absent') return `${paint(context.io, 'dim', 'absent')}  ${found.file}\n`
        const hint = found.hint === undefined ? '' : `        ${found.hint}\n`
        if (found.state === 'warns') return `${paint(context.io, 'yellow', 'warns')}   ${found.message}\n${hint}`
        if (found.state === 'ok') return `${paint(context.io, 'green', 'ok')}      ${found.file}\n`
        return `${paint(context.io, 'red', 'wrong')}   ${found.message} (INVALID_CONFIG)\n${hint}`
      })
      .join(''),
  )
  return ok ? 0 : 1
}
