/**
 * Git's environment configuration with which every push goes nowhere: what no guard saw still fails. Only the addresses of
 * pushes are changed; fetches, clones and everything local work as before.
 */

/** No program of git's serves this kind of address, so it fails at once and says why. */
const nowhere = 'drover-does-not-push://'

/**
 * Every address begins like one of these: schemes, absolute and relative paths, `user@host:path` and `host:path` by their first
 * letter. Git takes the longest that fits.
 */
const starts: readonly string[] = [
  'https://',
  'http://',
  'ssh://',
  'git://',
  'git+ssh://',
  'ssh+git://',
  'ftp://',
  'ftps://',
  'file://',
  'ext::',
  '/',
  './',
  '../',
  '.',
  '~',
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-@[%+,=\\',
]

const key = `url.${nowhere}.pushInsteadOf`

/** Behind whatever configuration the environment holds already. */
export function deadPush(env: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const before = Number(env.GIT_CONFIG_COUNT ?? '0')
  const from = Number.isSafeInteger(before) && before > 0 ? before : 0
  const dead: Record<string, string> = { GIT_CONFIG_COUNT: String(from + starts.length) }
  starts.forEach((start, n) => {
    dead[`GIT_CONFIG_KEY_${from + n}`] = key
    dead[`GIT_CONFIG_VALUE_${from + n}`] = start
  })
  return dead
}
