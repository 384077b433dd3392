/**
 * An unfinished relay is in the way, or a stopped one could go on: which is meant? A person at a terminal is asked once,
 * piped words are read, and where neither is there the flags decide. Owns the question; what follows is the command's.
 */
import { fstatSync } from 'node:fs'
import { DroverError } from '#contract/error'
import type { Relay } from '#contract/relay'
import type { Context } from '../context.ts'
import { oneLine } from '../print.ts'

/** The first choice that begins with what was said. */
export function meantBy<T extends string>(answer: string, choices: readonly T[]): T | null {
  const word = answer.trim().toLowerCase()
  return word === '' ? null : (choices.find((choice) => choice.startsWith(word)) ?? null)
}

export const canAsk = ({ io, json }: Context): boolean => io.inTty && io.errTty && !json

/** null: no answer that fits. */
export async function ask<T extends string>(question: string, choices: readonly T[]): Promise<T | null> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const stopped = new AbortController()
  lines.on('SIGINT', () => stopped.abort())
  lines.on('close', () => stopped.abort())
  try {
    return meantBy(await lines.question(`${question} [${choices.join('/')}] `, { signal: stopped.signal }), choices)
  } catch {
    return null // Ctrl+C or Ctrl+D: no answer.
  } finally {
    lines.close()
  }
}

/** Something is at the other end of standard input that may have words for us. */
function isPiped(): boolean {
  try {
    const found = fstatSync(0)
    return found.isFIFO() || found.isFile() || found.isSocket()
  } catch {
    return false // Closed.
  }
}

/** What is piped was written before we asked; whoever keeps a pipe open and says nothing is not waited for. */
const patienceMs = 1_000

/** null: nothing is piped, it ended, or it says nothing. */
export async function pipedLine(): Promise<string | null> {
  if (process.stdin.isTTY === true || !isPiped()) return null
  const { stdin } = process
  return new Promise((resolve) => {
    let text = ''
    const finish = (line: string | null) => {
      clearTimeout(timer)
      stdin.off('data', read)
      stdin.off('end', ended)
      stdin.off('error', ended)
      stdin.pause()
      resolve(line)
    }
    const ended = () => finish(text === '' ? null : text)
    const read = (piece: Buffer) => {
      text += piece.toString('utf8')
      const cut = text.indexOf('\n')
      if (cut >= 0) finish(text.slice(0, cut))
    }
    const timer = setTimeout(ended, patienceMs)
    stdin.on('data', read)
    stdin.on('end', ended)
    stdin.on('error', ended)
  })
}

const words = (relay: Relay): string => {
  const what = relay.prompt === null ? 'on the queue' : `"${oneLine(relay.prompt, 40)}"`
  const done = relay.target === null ? `${relay.completed} done` : `${relay.completed} of ${relay.target} done`
  const how = relay.state === 'ended' ? 'was stopped' : `is ${relay.state}`
  return `${relay.id} ${how} (${what}, ${done}, ${relay.mix.join(' ')}).`
}

const resumeOrNew = ['resume', 'new'] as const
export type Mode = (typeof resumeOrNew)[number]

/** null: nobody says. A word that is neither is refused. */
export async function modeFor(context: Context, relay: Relay): Promise<Mode | null> {
  if (canAsk(context)) return ask(`${words(relay)} Resume it, or begin a new one?`, resumeOrNew)
  const line = await pipedLine()
  if (line === null || line.trim() === '') return null
  const mode = meantBy(line, resumeOrNew)
  if (mode !== null) return mode
  throw new DroverError('USAGE', `\`${oneLine(line, 40)}\` is neither resume nor new`, {
    hint: `${relay.id} is there already: pipe \`resume\` or \`new\`, or say --resume or --new.`,
  })
}

const keepOrOverwrite = ['keep', 'overwrite'] as const

/** A flag that was given is meant, so only a person is asked. */
export async function keepsMix(context: Context, relay: Relay, given: readonly string[]): Promise<boolean> {
  if (!canAsk(context)) return false
  const question = `It runs ${relay.mix.join(' ')}; you gave ${given.join(' ')}. Keep its mix, or overwrite it?`
  return (await ask(question, keepOrOverwrite)) !== 'overwrite'
}
