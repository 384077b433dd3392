/** The command by which a CLI's hook tells Drover what happened: it appends one line to the spool of its launch. */

/** For CLIs that give the hook's facts on standard input. `DROVER_BIN` is in the environment of every launch. */
export const hookCommand = (harness: string, event: string): string => `"$DROVER_BIN" hooks ${harness} ${event}`

/** Claude's shape, which others took over. */
export const hookTable = (
  harness: string,
  events: readonly string[],
  timeout: number,
): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    events.map((event) => [
      event,
      [{ matcher: '*', hooks: [{ type: 'command', command: hookCommand(harness, event), timeout }] }],
    ]),
  )
