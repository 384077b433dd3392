/**
 * A whole Drover with one real CLI and the scripted model: the stage that the live cases of every CLI share. Owns the
 * world, the user's settings in it, and the few things every case does with a session. Each stage is a world of its own,
 * so that cases may run side by side.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { appears } from '../support/appears.ts'
import { type ModelServer, startModelServer } from '../support/model-server/model-server.ts'
import { ok, root, type World, world } from '../support/world.ts'
import { type Cli, settle, touched } from './clis.ts'

export interface Stage {
  readonly model: ModelServer
  readonly drover: World
  spawn(prompt: string, more?: Record<string, unknown>): Promise<Session>
  /** A further turn, and its end. */
  turn(session: Session, prompt: string): Promise<TurnEnd>
  send(session: Session, prompt: string): Promise<number>
  /** A command that waits at a gate, for a tool of the agent to run. */
  gate(): Gate
  /** The user's files that are not as the user wrote them. */
  touched(): readonly string[]
  end(): Promise<void>
}

export type TurnEnd = Extract<EventRow, { kind: 'turn_end' }>

export interface Gate {
  readonly command: string
  /** Resolves once the command runs. */
  reached(): Promise<void>
  open(): void
  /** Processes that still wait at it. */
  waiting(): readonly number[]
}

export interface StageOptions {
  /** The user's configuration of Drover. */
  readonly config?: string
  readonly env?: Readonly<Record<string, string>>
  /** Files of the repository. */
  readonly repo?: Readonly<Record<string, string>>
}

export async function openStage(cli: Cli, bin: string, options: StageOptions = {}): Promise<Stage> {
  const model = await startModelServer()
  const drover = await world({
    start: false,
    env: {
      PATH: [bin, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':'),
      ...cli.env(model.url),
      ...options.env,
    },
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.repo === undefined ? {} : { repo: options.repo }),
  })
  const home = drover.env.HOME ?? ''
  const held: number[] = []
  settle(cli, home, model.url)
  await drover.start()
  await drover.addProject()
  const spawn: Stage['spawn'] = (prompt, more = {}) =>
    drover.spawn(prompt, { harness: cli.name, model: undefined, ...more })
  const send: Stage['send'] = async ({ id }, prompt) => {
    const { turn } = await ok<{ turn: { n: number } }>(drover.call('POST', `/api/v1/sessions/${id}/turns`, { prompt }))
    return turn.n
  }
  return {
    model,
    drover,
    spawn,
    send,
    turn: async (session, prompt) => drover.turnEnd(session.id, await send(session, prompt)),
    gate: () => makeGate(drover, held),
    touched: () => touched(cli, home, model.url),
    async end() {
      for (const pipe of held) closeSync(pipe)
      await drover.end()
      await model.close()
    },
  }
}

/** A pipe that is held open from here: neither side ever waits for the other to open it. */
function makeGate(drover: World, held: number[]): Gate {
  const n = held.length + 1
  const [began, gate] = [join(drover.dir, `began-${n}`), join(drover.dir, `gate-${n}`)]
  execFileSync('mkfifo', [gate])
  const pipe = openSync(gate, 'r+')
  held.push(pipe)
  return {
    command: `touch ${began}; head -n 1 ${gate}`,
    reached: () => appears(began),
    open: () => void writeSync(pipe, 'opened\n'),
    waiting: () => drover.processes().flatMap(({ pid, command }) => (command === `head -n 1 ${gate}` ? [pid] : [])),
  }
}

/** What is left of a list that must become empty; a process that is ending, or the daemon's own git, takes a moment. */
export async function leftOf<T>(look: () => readonly T[]): Promise<readonly T[]> {
  const until = Date.now() + 60_000
  while (look().length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
  return look()
}

export const textsOf = (rows: readonly EventRow[], turn: number): string =>
  rows.flatMap((row) => (row.kind === 'text' && row.turn === turn ? [row.text] : [])).join('\n')

export const errorsOf = (rows: readonly EventRow[], turn: number): readonly Extract<EventRow, { kind: 'error' }>[] =>
  rows.flatMap((row) => (row.kind === 'error' && row.turn === turn ? [row] : []))

/** Each turn has one end, and nothing of it comes after. */
export function untidyTurns(rows: readonly EventRow[]): readonly number[] {
  const turns = [...new Set(rows.flatMap((row) => (row.turn === null ? [] : [row.turn])))]
  return turns.filter((turn) => {
    const kinds = rows.filter((row) => row.turn === turn).map((row) => row.kind)
    return kinds.at(-1) !== 'turn_end' || kinds.filter((kind) => kind === 'turn_end').length !== 1
  })
}
