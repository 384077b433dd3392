/**
 * What a spare is told: a text for its shell that puts it where the launch runs, gives it the launch's environment and the
 * arguments of the wrapper. Every word is quoted. Owns what can be said so; whatever cannot goes the ordinary way.
 */
import { type WrapperRequest, wrapperWords } from './wrapper.ts'

/** A start that the system itself would refuse for its size (E2BIG) is left to it; this is far below. */
const longest = 96 * 1024

/** Names that shells give a meaning or a fixed value of their own: as inherited variables they are taken otherwise than as assigned ones. */
const ofTheShell =
  /^(?:IFS|PPID|UID|EUID|GROUPS|OPT\w+|RANDOM|SRANDOM|SECONDS|LINENO|HIST\w+|SHELLOPTS|POSIXLY_CORRECT|EPOCH\w+|PIPESTATUS|DIRSTACK|FUNCNAME|BASH\w*|ENV|PS[0-4]|drover__\w*)$/

/** null: it cannot be said to a shell that runs already. */
export function orderFor(request: WrapperRequest, cwd: string, bound = longest): string | null {
  const env = Object.entries(request.env)
  if (env.some(([name]) => !/^[A-Za-z_]\w*$/.test(name) || ofTheShell.test(name))) return null
  const text = [
    `cd -P -- ${quoted(cwd)} || exit`,
    // `cd` has set it, and rightly.
    ...env.map(([name, value]) => (name === 'PWD' ? 'export PWD' : `export ${name}=${quoted(value)}`)),
    `set -- ${wrapperWords(request).map(quoted).join(' ')}`,
    'drover__order=whole',
    '',
  ].join('\n')
  return text.includes('\0') || Buffer.byteLength(text) > bound ? null : text
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
