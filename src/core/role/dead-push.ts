/**
 * Git's environment configuration with which every push goes nowhere: what no guard saw still fails. Only pushes are touched;
 * fetches, clones and everything local work as before.
 *
 * Two locks. Every address of a push is replaced by one that no program of git's serves (the empty beginning fits all of them).
 * An address that a remote keeps for pushes alone (`pushurl`), or that the user's own rule replaces first, is not: for those a
 * push must be signed, which the other side has to offer and hosts do not.
 */
const dead: readonly (readonly [key: string, value: string])[] = [
  ['url.drover-does-not-push://.pushInsteadOf', ''],
  ['push.gpgSign', 'true'],
]

/** Behind whatever configuration this environment holds already. */
export function deadPush(env: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const before = Number(env.GIT_CONFIG_COUNT ?? '0')
  const from = Number.isSafeInteger(before) && before > 0 ? before : 0
  const given: Record<string, string> = { GIT_CONFIG_COUNT: String(from + dead.length) }
  dead.forEach(([key, value], n) => {
    given[`GIT_CONFIG_KEY_${from + n}`] = key
    given[`GIT_CONFIG_VALUE_${from + n}`] = value
  })
  return given
}
