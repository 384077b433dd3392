/** What a hook of an agent's CLI leaves for the daemon. */

/** Of the home: calls of hooks that could not be written. `drover doctor` looks there. */
export const hookFailures = 'hooks.failed'
/** More facts than this are left out of a call; what it was is told all the same. */
export const mostHookBytes = 4 * 1024 * 1024
