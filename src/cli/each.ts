/**
 * One command for several ids: each is tried, each result is told, and one that failed spoils none of the others. As JSON the
 * answers stand in one list, in the order of the ids. Leaves what the command does to the command.
 */
import { DroverError } from '#contract/error'
import type { Run } from './command.ts'
import type { Context } from './context.ts'
import type { Io } from './print.ts'
import { json, paint } from './print.ts'

/** What failed, as it is told: `main.ts` has the words for every error. */
export type Explain = (error: unknown) => { readonly text: string; readonly hint: string | null; readonly code: string }

type Result =
  | { readonly id: string; readonly ok: true; readonly [field: string]: unknown }
  | { readonly id: string; readonly ok: false; readonly error?: { code: string; message: string; hint: string | null } }

const asObject = (shape: unknown): object =>
  typeof shape === 'object' && shape !== null && !Array.isArray(shape) ? shape : { answer: shape }

/** A context like the given one, for a single id; its answer is heard instead of printed where JSON is wanted. */
const forOne = (context: Context, id: string, hear: (shape: unknown) => void): Context =>
  Object.create(context, {
    args: { value: [id] },
    answer: {
      value: (shape: unknown, people: () => string) => (context.json ? hear(shape) : context.io.out(people())),
    },
  }) as Context

/** 1 where one of them failed, else 0. */
export async function runEach(run: Run, context: Context, explain: Explain): Promise<number> {
  // Only the first would ever be seen.
  if (context.on('follow'))
    throw new DroverError('USAGE', '--follow shows one at a time', { hint: 'Give one id, or leave --follow away.' })
  const results: Result[] = []
  for (const id of new Set(context.args)) results.push(await one(run, context, id, explain))
  if (context.json) context.io.out(json({ results }))
  return results.every(({ ok }) => ok) ? 0 : 1
}

async function one(run: Run, context: Context, id: string, explain: Explain): Promise<Result> {
  let heard: unknown = {}
  try {
    const hear = (shape: unknown) => {
      heard = shape
    }
    const code = await run(forOne(context, id, hear))
    return { ...asObject(heard), id, ok: (code ?? 0) === 0 } as Result
  } catch (error) {
    const { text, hint, code } = explain(error)
    if (!context.json) tell(context.io, `${id}: ${text}`, hint)
    return { id, ok: false, error: { code, message: error instanceof Error ? error.message : text, hint } }
  }
}

function tell(io: Io, text: string, hint: string | null): void {
  io.err(`${io.errTty ? paint(io, 'red', text) : text}\n${hint === null ? '' : `${hint}\n`}`)
}
