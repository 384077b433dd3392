/** Questions to the person at the terminal, and whole texts from standard input. */
import { DroverError } from '#contract/error'
import type { Context } from './context.ts'

/** Asks only where somebody can answer: on a terminal, without -y and without --json. Elsewhere the command goes on. */
export async function confirm(context: Context, question: string): Promise<boolean> {
  if (context.on('yes') || context.json || !context.io.inTty || !context.io.errTty) return true
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const stopped = new AbortController()
  lines.on('SIGINT', () => stopped.abort())
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: stopped.signal })
    return /^y(es)?$/i.test(answer.trim())
  } catch {
    return false // Ctrl+C or Ctrl+D: not a yes.
  } finally {
    lines.close()
  }
}

export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A whole number from a flag, or a refusal that names the flag. */
export function wholeNumber(context: Context, flag: string): number | undefined {
  const given = context.flag(flag)
  if (given === undefined) return undefined
  if (!/^\d{1,15}$/.test(given)) {
    throw new DroverError('USAGE', `--${flag} takes a whole number, not \`${given}\``, {
      hint: `Write \`--${flag} 10\`.`,
    })
  }
  return Number(given)
}
