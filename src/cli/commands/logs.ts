/** `drover logs`: the daemon's log file, its end or as it grows. Reads the file itself: a log matters most when the daemon is down. */
import { existsSync } from 'node:fs'
import { DroverError } from '#contract/error'
import { wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import { logInUse } from '../home.ts'
import { followFile, logTail } from '../log-file.ts'

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return { message: line } // A line that is no JSON: what a crash printed.
  }
}

export const logs: Run = async (context) => {
  if (context.inside) {
    throw new DroverError('FORBIDDEN_SCOPE', "an agent may not read the daemon's log", {
      hint: 'Ask the operator to run `drover logs` in a terminal of their own.',
    })
  }
  const file = logInUse(context.home)
  const follow = context.on('follow')
  if (!existsSync(file)) {
    throw new DroverError('DAEMON_NOT_RUNNING', `there is no log yet at ${file}`, {
      hint: 'Start the daemon with `drover start`.',
    })
  }
  const text = logTail(file, 0, wholeNumber(context, 'lines') ?? 200)
  const lines = text === '' ? [] : text.split('\n')
  if (context.json && !follow) context.answer({ lines: lines.map(parsed) }, () => '')
  else if (lines.length > 0) context.io.out(`${lines.join('\n')}\n`)
  if (follow) {
    const following = followFile(context.io, file)
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    })
    await following.end()
  }
  return 0
}
