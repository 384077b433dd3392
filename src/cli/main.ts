/**
 * The door of the command line: words in, exit code out. Prints every failure in one form: `message (CODE) [request id]`,
 * and below it what to do next. Loads a command's code only when it runs.
 */
import { DroverError, exitOf } from '#contract/error'
import { commands } from './commands.ts'
import { createContext, type Setting } from './context.ts'
import { parse } from './parse.ts'
import { json, paint, processIo } from './print.ts'

/** The message, then the hint, each harmless to a pipe. */
export function explain(error: unknown): { text: string; hint: string | null; exit: number; code: string } {
  if (isGoneDirectory(error)) return explain(goneDirectory(error))
  if (error instanceof DroverError) {
    const requestId = 'requestId' in error && typeof error.requestId === 'string' ? ` [${error.requestId}]` : ''
    const { code, message } = error
    return { text: `${message} (${code})${requestId}`, hint: error.hint ?? null, exit: exitOf(code), code }
  }
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const hint = 'This is a defect of drover; please report it.'
  return { text: `${why} (INTERNAL_ERROR)`, hint, exit: 1, code: 'INTERNAL_ERROR' }
}

const isGoneDirectory = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.syscall === 'uv_cwd'

const goneDirectory = (cause: unknown): DroverError =>
  new DroverError('INVALID_PATH', 'the directory this shell is in no longer exists', {
    hint: 'Change into one that does (`cd ~`), then run the command again.',
    cause,
  })

export async function run(argv: readonly string[], setting: Setting): Promise<number> {
  try {
    const parsed = parse(commands, argv)
    if (parsed.type === 'version') {
      setting.io.out(parsed.json ? json({ version: setting.version }) : `drover ${setting.version}\n`)
      return 0
    }
    if (parsed.type === 'help') {
      const { help } = await import('./help.ts')
      setting.io.out(help(commands, parsed.path, setting.io))
      return 0
    }
    const work = await parsed.command.load()
    const context = createContext(setting, parsed.args, parsed.values)
    if (parsed.args.length > 1 && parsed.command.args[0]?.each) {
      const { runEach } = await import('./each.ts')
      return await runEach(work, context, explain)
    }
    return (await work(context)) ?? 0
  } catch (error) {
    const { text, hint, exit } = explain(error)
    const shown = setting.io.errTty ? paint(setting.io, 'red', text) : text
    setting.io.err(`${shown}\n${hint === null ? '' : `${hint}\n`}`)
    return exit
  }
}

/** Called by the bin. */
export async function main(root: string, version: string): Promise<void> {
  process.umask(0o077)
  const io = processIo(process.env)
  // A reader that goes away (`drover session tail … | head`) ends us quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const setting: Setting = {
    root,
    version,
    env: process.env,
    // Asked for when a command needs it: in a directory that was removed Node throws.
    get cwd() {
      return process.cwd()
    },
    io,
  }
  process.exitCode = await run(process.argv.slice(2), setting)
}
