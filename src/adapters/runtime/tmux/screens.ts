/** Looks at panes and types into them, one list of commands a call. What is seen there is for others to judge. */
import { randomUUID } from 'node:crypto'
import type { Screen, TerminalKey, Terminals, Typed } from '#ports/terminal'
import { whole } from './colours.ts'
import { isName, paneOf, sessionOf } from './panes.ts'
import { type Answer, type Server, unset } from './server.ts'

type Looks = Pick<Terminals, 'screen' | 'paste' | 'press' | 'kept' | 'drop' | 'attach'>

/** Since when somebody types through a viewer of ours; tmux does not count those. */
export type KeyAge = (launchId: string) => number | null

const facts = [
  '#{pane_dead} #{cursor_x} #{cursor_y} #{pane_width} #{session_attached} #{pane_height}',
  '#{pane_title}',
] as const

/** Without it a question about a pane that is not there would be answered for another one. */
const isThere = (launchId: string): readonly string[] => ['has-session', '-t', sessionOf(launchId), ';']

export function createScreens(server: Server, keyAge: KeyAge, nowMs: () => number): Looks {
  const press = async (launchId: string, keys: readonly TerminalKey[]): Promise<Typed> => {
    const target = paneOf(launchId)
    // Somebody who reads back in what scrolled away would take the keys.
    const answer = await server.ask([
      ...isThere(launchId),
      ...['if-shell', '-F', '-t', target, '#{pane_in_mode}', `send-keys -X -t '${target}' cancel`],
      ...[';', 'if-shell', '-F', '-t', target, '#{pane_dead}', 'display-message -p dead'],
      `send-keys -t '${target}' ${keys.join(' ')} ; display-message -p typed`,
    ])
    return typed(server, answer)
  }
  return {
    async screen(launchId) {
      if (!isName(launchId)) return 'gone'
      const target = paneOf(launchId)
      const mark = randomUUID()
      const answer = await server.ask([
        ...['display-message', '-p', '-t', target, facts[0], ';', 'display-message', '-p', '-t', target, facts[1]],
        ...[';', 'list-clients', '-t', sessionOf(launchId), '-F', '#{client_control_mode} #{client_activity}'],
        ...[';', 'display-message', '-p', mark, ';', 'capture-pane', '-p', '-t', target],
        ...[';', 'display-message', '-p', mark, ';', 'capture-pane', '-e', '-p', '-t', target],
      ])
      if (!answer.ok) return server.unseen(answer)
      return readScreen(answer.out, mark, keyAge(launchId), nowMs()) ?? 'unknown'
    },

    async paste(launchId, text) {
      if (!isName(launchId)) return 'gone'
      if (text === '') return await press(launchId, [])
      const target = paneOf(launchId)
      const buffer = `drover-${randomUUID()}`
      // A paste into a pane whose program is gone ends the whole server: it is looked at where nothing can come between.
      const answer = await server.ask(
        [
          ...isThere(launchId),
          ...['load-buffer', '-b', buffer, '-', ';', 'if-shell', '-F', '-t', target, '#{pane_dead}'],
          `display-message -p dead ; delete-buffer -b ${buffer}`,
          `paste-buffer -p -d -b ${buffer} -t '${target}' ; display-message -p typed`,
        ],
        text,
      )
      if (!answer.ok) await server.ask(['delete-buffer', '-b', buffer])
      return typed(server, answer)
    },

    press: async (launchId, keys) => (isName(launchId) ? await press(launchId, keys) : 'gone'),

    attach: (launchId, readOnly) => ({
      argv: [...server.words(), 'attach-session', ...(readOnly ? ['-r'] : []), '-t', sessionOf(launchId)],
      unset,
    }),

    async kept() {
      const answer = await server.ask(['list-panes', '-a', '-F', '#{session_name} #{pane_dead}'])
      if (!answer.ok) return server.unseen(answer) === 'gone' ? [] : 'unknown'
      const panes = answer.out.split('\n').map((line) => /^(\S+) ([01])$/.exec(line))
      return panes.flatMap((pane) => (pane === null ? [] : [{ launchId: pane[1]!, dead: pane[2] === '1' }]))
    },

    async drop(launchId) {
      if (!isName(launchId)) return
      const target = paneOf(launchId)
      const end = `kill-session -t '${sessionOf(launchId)}'`
      await server.ask(['if-shell', '-F', '-t', target, '#{pane_dead}', end])
    },
  }
}

function typed(server: Server, answer: Answer): Typed {
  const said = answer.out.trim()
  if (answer.ok && (said === 'typed' || said === 'dead')) return said
  return answer.ok ? 'unknown' : server.unseen(answer)
}

function readScreen(out: string, mark: string, viewedMs: number | null, nowMs: number): Screen | null {
  const [head = '', plain, colours] = out.split(`${mark}\n`)
  const [first = '', title = '', ...clients] = head.split('\n')
  const found = /^([01]) (\d+) (\d+) (\d+) (\d+) (\d+)$/.exec(first)
  if (found === null || plain === undefined || colours === undefined) return null
  const people = clients.filter((line) => line.startsWith('0 ')).map((line) => Number(line.slice(2)) * 1000)
  const ages = [...people.map((at) => Math.max(0, nowMs - at)), ...(viewedMs === null ? [] : [viewedMs])]
  return {
    rows: rowsOf(plain).map((row) => row.trimEnd()),
    styled: whole(rowsOf(colours).map(onlyColours)).map((row) => row.trimEnd()),
    cursor: { x: Number(found[2]), y: Number(found[3]) },
    title,
    cols: Number(found[4]),
    dead: found[1] === '1',
    attached: people.length,
    keyAgoMs: ages.length === 0 ? null : Math.min(...ages),
  }
}

const rowsOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** Links, character sets and whatever else a newer tmux puts between the words are left out. */
const others = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;:?]*[A-Za-ln-z]|\x1b[()][0-9A-B]|[\x0e\x0f]/g
const onlyColours = (row: string): string => row.replace(others, '')
