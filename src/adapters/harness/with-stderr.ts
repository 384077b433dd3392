/** A launch whose standard error comes along with its output, for CLIs that tell of their retries there alone. */

/** `exec` leaves no shell behind, and no text of anybody is read by it: arguments stay arguments. */
export const withStderr = (argv: readonly string[]): readonly string[] => [
  '/bin/sh',
  '-c',
  'exec "$@" 2>&1',
  'sh',
  ...argv,
]
