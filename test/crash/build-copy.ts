/** Other builds of the daemon in a directory of their own: this checkout's under another version, and one with defects. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#test/support/world'

/** Answers the path of its program. */
export function copyBuild(dir: string, version: string): string {
  mkdirSync(join(dir, 'dist'), { recursive: true })
  for (const file of ['daemon.mjs', 'rehearsal.mjs', 'cli.cjs', 'cli-config.cjs'])
    cpSync(join(root, 'dist', file), join(dir, 'dist', file))
  cpSync(join(root, 'bin'), join(dir, 'bin'), { recursive: true })
  const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...facts, version }))
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  return join(dir, 'dist', 'daemon.mjs')
}

/** The same with defects that `DROVER_DEFECT` plants; what is shipped has none. */
export function buildWithDefects(dir: string): string {
  const program = copyBuild(dir, '0.0.0')
  const args = [join(root, 'scripts', 'build.mjs'), '--quiet', '--with-defects', program]
  execFileSync(process.execPath, args, { cwd: root, timeout: 60_000, stdio: 'pipe' })
  return program
}
