/** `drover logs`: the daemon's log file, its end or as it grows. Reads the file itself: a log matters most when the daemon is down. */
import { createReadStream, existsSync, statSync, watch } from 'node:fs'
import { DroverError } from '#contract/error'
import { wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { logTail } from '../daemon-control.ts'

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
  const file = context.home.logFile
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
  if (follow) await followFile(context, file)
  return 0
}

/** Prints what is appended until Ctrl+C; a file that shrank is read from its start again. */
function followFile(context: Context, file: string): Promise<void> {
  let at = statSync(file).size
  let reading: Promise<void> = Promise.resolve()
  const read = () => {
    reading = reading.then(async () => {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size < at) at = 0
      if (size === at) return
      for await (const chunk of createReadStream(file, { start: at, end: size - 1 })) context.io.out(String(chunk))
      at = size
    })
  }
  // The watcher is a hint for speed; the timer is what can be trusted.
  const watcher = watch(file, read)
  const timer = setInterval(read, 1000)
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(timer)
      watcher.close()
      void reading.then(resolve)
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  })
}
