/** A notification on the desk where the daemon runs, by the desktop's own program: `notify-send`, or `osascript` on macOS. No shell. */
import { spawn } from 'node:child_process'
import type { Message } from '#contract/notify'
import type { Seen } from '#ports/notifier'

/** As AppleScript writes a text. */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

export function desktopArgv({ title, body, priority }: Message, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin')
    return ['osascript', '-e', `display notification ${quoted(body)} with title ${quoted(title)}`]
  const urgency = priority === 'high' ? 'critical' : priority
  // Bodies are read as markup there: what an agent said is text.
  const plain = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return ['notify-send', '--app-name=Drover', `--urgency=${urgency}`, '--', title, plain]
}

export function showOnDesktop(
  message: Message,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Seen> {
  const [program = '', ...args] = desktopArgv(message, process.platform)
  return new Promise((done) => {
    const failed = (error: string, again: boolean): void => done({ type: 'failed', error, again })
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    let said = ''
    child.stderr?.on('data', (data: Buffer) => {
      if (said.length < 500) said += data.toString()
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? failed(`${program} is not installed`, false) : failed(error.message, true),
    )
    child.on('close', (code) =>
      code === 0 ? done({ type: 'shown' }) : failed(`${program}: ${said.trim() || `exit ${code}`}`.slice(0, 300), true),
    )
  })
}
