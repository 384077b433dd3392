/** The harness of a session as its runtime needs it: a CLI's own interface has another launch and another dialogue. */
import { DroverError } from '#contract/error'
import type { Mode } from '#contract/terminal'
import { terminalRuntime } from '#flows/engine/runtimes'
import type { Harness, TerminalSide } from '#ports/harness'

export const modeOf = (placed: { readonly runtime: string }): Mode =>
  placed.runtime === terminalRuntime ? 'terminal' : 'headless'

export const isTerminal = (placed: { readonly runtime: string }): boolean => placed.runtime === terminalRuntime

/** Everything that launches, reads or speaks to a session's agent works with what this answers. */
export function sideOf(harness: Harness, runtime: string): Harness {
  if (runtime !== terminalRuntime) return harness
  const side = needSide(harness)
  return {
    ...harness,
    can: { ...harness.can, steer: side.midTurn === 'takes', interrupt: true },
    plan: (start) => side.plan(start),
    open: (start, saved) => side.open(start, saved),
  }
}

export function needSide(harness: Harness): TerminalSide {
  if (harness.terminal !== undefined) return harness.terminal
  throw new DroverError(
    'ABILITY_MISSING',
    `Harness "${harness.id}" has no interface that Drover can keep in a terminal.`,
    {
      hint: 'Leave --terminal out, or take one that has: drover harness ls --json says which (terminal).',
      details: { harness: harness.id, ability: 'terminal' },
    },
  )
}
