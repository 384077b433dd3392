/** `drover init`: the repository's own configuration with comments, and ignore entries. Changes nothing that is there. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DroverError } from '#contract/error'
import { initTemplate } from '#src/config/template'
import { confirm } from '../ask.ts'
import type { Run } from '../command.ts'
import { repositoryAround } from './setup.ts'

/** What Drover may put beside the configuration and nobody wants in a commit. */
const ignored = ['*.local.toml', '*.log', '']

/** A repository's file is for everyone who works in it, whatever umask this process runs with. */
function write(file: string, content: string): void {
  writeFileSync(file, content)
  chmodSync(file, 0o644)
}

export const init: Run = async (context) => {
  const root = repositoryAround(context.cwd)
  if (root === null) {
    throw new DroverError('NOT_A_GIT_REPO', `${context.cwd} is in no git repository`, {
      hint: 'Change into a repository, or make one with `git init`.',
    })
  }
  const folder = join(root, '.drover')
  const config = join(folder, 'config.toml')
  const ignore = join(folder, '.gitignore')
  const wanted: [string, string][] = []
  if (!existsSync(config)) wanted.push([config, initTemplate()])
  const have = existsSync(ignore) ? readFileSync(ignore, 'utf8') : ''
  const missing = ignored.filter((line) => line !== '' && !have.split('\n').includes(line))
  if (missing.length > 0)
    wanted.push([ignore, `${have}${have === '' || have.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`])
  const written = wanted.map(([file]) => relative(root, file))
  if (written.length > 0) {
    if (!(await confirm(context, `Write ${written.join(' and ')} in ${root}?`))) return 1
    if (!existsSync(folder)) {
      mkdirSync(folder)
      chmodSync(folder, 0o755)
    }
    for (const [file, content] of wanted) write(file, content)
  }
  context.answer({ root, written }, () =>
    written.length === 0
      ? `nothing to do: ${config} is there\n`
      : `wrote ${written.join(' and ')}\nnext: edit it, then \`drover config check\`\n`,
  )
  return 0
}
