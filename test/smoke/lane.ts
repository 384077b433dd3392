/**
 * What a smoke lane is: a name, a word on what it shows, and steps in a home of its own. A step that fails ends its lane;
 * what cannot be shown (a part that does not exist yet, a tool that is not here) is an observation, never a pass.
 */
import { type Home, openHome } from './home.ts'
import { canSeeProcesses } from './processes.ts'

export interface Lane {
  readonly name: string
  readonly shows: string
  /** Wants agent CLIs of the cache; the others need nothing but git and curl. */
  readonly clis?: boolean
  run(steps: Steps): Promise<void>
}

export interface Steps {
  readonly home: Home
  /** False: the agent CLIs of the cache are to be left alone. */
  readonly clis: boolean
  check<T>(what: string, body: () => Promise<T> | T): Promise<T>
  observe(what: string): void
}

export interface Tally {
  readonly passed: string[]
  readonly failed: string[]
  readonly observations: string[]
}

export const newTally = (): Tally => ({ passed: [], failed: [], observations: [] })

/** Counts one line; `say` shows it at once. */
export function note(tally: Tally, kind: keyof Tally, text: string, say: (line: string) => void): void {
  tally[kind].push(text)
  const word = { passed: 'ok    ', failed: 'FAILED', observations: 'seen  ' }[kind]
  say(`${word} ${text}`)
}

class StepFailed extends Error {}

const inOneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim().slice(0, 1000)

export async function runLane(lane: Lane, clis: boolean, tally: Tally, say: (line: string) => void): Promise<void> {
  const begun = Date.now()
  const home = openHome()
  const told = (what: string): string => `${lane.name}: ${what}`
  const steps: Steps = {
    home,
    clis,
    async check(what, body) {
      try {
        const found = await body()
        note(tally, 'passed', told(what), say)
        return found
      } catch (error) {
        note(tally, 'failed', told(`${what}: ${inOneLine(error)}`), say)
        throw new StepFailed(what, { cause: error })
      }
    },
    observe: (what) => note(tally, 'observations', told(what), say),
  }
  try {
    await lane.run(steps)
  } catch (error) {
    if (!(error instanceof StepFailed)) note(tally, 'failed', told(`between its steps: ${inOneLine(error)}`), say)
  }
  const left = await home.close()
  const names = left.map(({ pid, command }) => `${pid} ${command.slice(0, 120)}`).join('; ')
  if (!canSeeProcesses) note(tally, 'observations', told('stray processes are not looked for without /proc'), say)
  else if (left.length > 0) note(tally, 'failed', told(`stray processes after the daemon stopped: ${names}`), say)
  else note(tally, 'passed', told('no process is left'), say)
  say(`       ${lane.name} took ${Math.round((Date.now() - begun) / 100) / 10} s`)
}
