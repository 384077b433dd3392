/**
 * Rows on a whole terminal, and the keys that are pressed there, by ink: the other screen of the terminal, one synchronized
 * frame a change, everything given back at the end. Bundled apart from the rest of the command line and loaded by the
 * dashboard alone; knows rows and keys, nothing of agents. Its types are checked with the cockpit's: those of React would put a
 * browser's names into the whole command line.
 */
import { PassThrough } from 'node:stream'
import { Box, render, Text, type TextProps, useInput } from 'ink'
import { createElement, type ReactElement } from 'react'
import type { Key } from '#core/dashboard/hands'
import type { Row, Span } from '#core/dashboard/spans'
import type { View, ViewOptions } from './view-shape.ts'

/** At most so many pictures a second. */
const framesPerSecond = 10

const styles: Readonly<Record<Span['tone'], TextProps>> = {
  plain: {},
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: 'green' },
  bad: { color: 'red' },
  warn: { color: 'yellow' },
}

const signs: Readonly<Record<string, Key>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  '\u001b': 'escape',
}

/** Several signs may come at once: fast fingers, a paste. */
const typed = (input: string): readonly Key[] =>
  [...input].flatMap((sign) => signs[sign] ?? (sign < ' ' ? [] : [{ sign }]))

function Picture({ rows, colour, onKey }: ViewOptions & { readonly rows: readonly Row[] }): ReactElement {
  useInput((input, key) => {
    if (key.ctrl) return input === 'c' ? onKey('interrupt') : undefined
    const named: Key | null = key.upArrow
      ? 'up'
      : key.downArrow
        ? 'down'
        : key.pageUp
          ? 'page_up'
          : key.pageDown
            ? 'page_down'
            : key.return
              ? 'enter'
              : key.escape
                ? 'escape'
                : key.backspace || key.delete
                  ? 'backspace'
                  : null
    if (named !== null) return onKey(named)
    for (const one of typed(input)) onKey(one)
  })
  return createElement(
    Box,
    { flexDirection: 'column' },
    rows.map(({ spans, chosen }, at) =>
      createElement(
        Text,
        { key: at, wrap: 'truncate-end' },
        spans.map(({ text, tone, chosen: mine = chosen }, n) =>
          createElement(Text, { key: n, ...(!colour ? {} : mine ? { inverse: true } : styles[tone]) }, text),
        ),
      ),
    ),
  )
}

/**
 * Standard input as ink wants it, a stream of its own: ink reads in a way after which another reader of the same terminal, the
 * line of `attach`, and then ink again would hear nothing.
 */
function input() {
  const { stdin } = process
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => void stdin.setRawMode(raw),
    ref: () => undefined,
    unref: () => undefined,
  })
  const hear = (bytes: Buffer) => void keys.write(bytes)
  stdin.on('data', hear)
  stdin.resume()
  return {
    keys: keys as unknown as NodeJS.ReadStream,
    end() {
      stdin.off('data', hear)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}

export function open(options: ViewOptions): View {
  const picture = (rows: readonly Row[]) => createElement(Picture, { ...options, rows })
  const { keys, end } = input()
  const app = render(picture([]), {
    stdin: keys,
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    // Said here, or a variable named CI would leave the screen empty.
    interactive: true,
    maxFps: framesPerSecond,
    patchConsole: false,
  })
  return {
    draw: (rows) => app.rerender(picture(rows)),
    async end() {
      app.unmount()
      await app.waitUntilExit()
      end()
    },
  }
}
