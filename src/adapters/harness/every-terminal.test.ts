/** Screens as the real interfaces drew them (shortened), and what each plan may do: the same for every CLI that has a terminal side. */
import { describe, expect, it } from 'vitest'
import type { Start } from '#ports/harness'
import { everyHarness } from './every-harness.suite.ts'
import { startWith } from './recorded.suite.ts'

const sides = everyHarness.flatMap(([name, harness, over]) =>
  harness.terminal === undefined || name.includes(' ') ? [] : [{ name, side: harness.terminal, over }],
)
const rule = '─'.repeat(60)
const [top, bottom] = ['▄'.repeat(60), '▀'.repeat(60)]

interface Seen {
  readonly rows: readonly string[]
  readonly title?: string
}

/** At rest, with a draft, with a long paste of 440 lines in the box, at work, and asking. */
const screens: Readonly<Record<string, Partial<Record<'rest' | 'draft' | 'paste' | 'work' | 'dialog', Seen>>>> = {
  pi: {
    rest: { rows: [' all done', rule, '', rule, '/ws (master)', '↑2.9k ↓8 $0.003   m • medium'] },
    draft: { rows: [' all done', rule, 'hello draft', 'second line', rule, '/ws (master)', '↑2.9k'] },
    paste: { rows: [rule, '[paste #1 +440 lines]', rule, '/ws (master)', '↑4.4k'] },
    work: { rows: [' $ sleep 12', ' ⠇ Working...', '', rule, '', rule, '/ws (master)', '↑19k'] },
  },
  qwen: {
    rest: {
      rows: ['  ◆︎ x', rule, '*   Type your message or @path/to/file', rule, '  YOLO mode (shift + tab to cycle)'],
    },
    draft: { rows: [rule, '* hello draft', '  second line \u200b', rule, '  YOLO mode (shift + tab to cycle)'] },
    paste: { rows: [rule, '* [Pasted Content 3519 chars] \u200b', rule, '  YOLO mode (shift + tab to cycle)'] },
    work: {
      rows: [
        '  .. Hold tight (2s · esc to cancel)',
        rule,
        '*   Type your message or @path/to/file',
        rule,
        '  Enter to steer',
      ],
    },
    dialog: {
      rows: [
        "   Allow execution of: 'touch'?",
        '   › 1. Yes, allow once',
        '     4. No, suggest changes (esc)',
        '  ⠏ Waiting',
      ],
    },
  },
  gemini: {
    rest: {
      rows: ['✦ x', ' YOLO Ctrl+Y', top, ' *   Type your message or @path/to/file', bottom, ' /ws   master'],
      title: '◇  Ready (ws)',
    },
    draft: { rows: [top, ' * hello draft', '   second line', bottom, ' /ws   master'], title: '◇  Ready (ws)' },
    paste: { rows: [top, ' * [Pasted Text: 440 lines]', bottom, ' /ws   master'], title: '◇  Ready (ws)' },
    work: {
      rows: [' ⠦ Thinking... (esc to cancel, 3s)', top, ' *   Type your message or @path/to/file', bottom],
      title: '✦  Working… (ws)',
    },
    dialog: {
      rows: ['│ Allow execution of [Shell]?  │', '│ ● 1. Allow once  │', '│   3. No, suggest changes (esc)  │'],
      title: '✋  Action Required (ws)',
    },
  },
  copilot: {
    rest: { rows: [' ● all done', rule, '❯', rule, ' ← open sidebar · Interactive · Allow All    gpt-4.1'] },
    draft: { rows: [rule, '❯ hello draft', '  second line', rule, ' Interactive · Allow All    gpt-4.1'] },
    paste: { rows: [rule, '❯ [Saved pasted content to workspace (33.3 KB) id=1]', rule, ' Interactive    gpt-4.1'] },
    work: { rows: [rule, '❯', rule, ' ◉ Working · 56 B esc esc interrupt    gpt-4.1'] },
    dialog: {
      rows: [
        '│ Do you want to run this command?  │',
        '│ ❯ 1. Yes  │',
        '│ ↑/↓ to navigate · enter to select · esc to cancel │',
        '╰──╯',
      ],
    },
  },
  opencode: {
    rest: {
      rows: [
        '     ▣  Build · m',
        '',
        '  ┃',
        '  ┃',
        '  ┃',
        '  ┃  Build auto · m',
        `  ╹${bottom}`,
        '   /ws   ctrl+p commands',
      ],
    },
    draft: {
      rows: ['', '  ┃', '  ┃  hello draft', '  ┃  second line', '  ┃', '  ┃  Build auto · m', `  ╹${bottom}`, '   /ws'],
    },
    paste: { rows: ['', '  ┃', '  ┃  [Pasted ~440 lines]', '  ┃', '  ┃  Build auto · m', `  ╹${bottom}`, '   /ws'] },
    work: {
      rows: ['', '  ┃', '  ┃', '  ┃  Build auto · m', `  ╹${bottom}`, '   ⬝⬝■■  esc interrupt    ctrl+p commands'],
    },
    dialog: {
      rows: [
        '  ┃  △ Permission required',
        '  ┃  $ touch made.txt',
        '  ┃   Allow once   Allow always   Reject   enter confirm',
        '  ┃',
      ],
    },
  },
}

const sent = Array.from({ length: 440 }, () => 'a line ').join('\n')

describe.each(sides)('$name', ({ name, side, over }) => {
  const look = (seen: Seen) => side.look({ rows: seen.rows, styled: seen.rows, title: seen.title ?? '' })
  const { rest, draft, paste, work, dialog } = screens[name] ?? {}

  it.skipIf(rest === undefined)('is ready at rest, with an empty box', () => {
    expect(look(rest!)).toEqual({ ready: true, working: false, dialog: null, draft: '' })
  })
  it.skipIf(draft === undefined)('shows a draft as it was typed', () => {
    expect(look(draft!)).toMatchObject({ ready: true, draft: 'hello draft\nsecond line' })
    expect(side.holds('hello draft\nsecond line', 'other words')).toBe(false)
  })
  it.skipIf(paste === undefined)('knows a long paste by what the CLI shows for it', () => {
    expect(side.holds(look(paste!).draft ?? '', sent)).toBe(true)
  })
  it.skipIf(work === undefined)('works', () => {
    expect(look(work!)).toMatchObject({ working: true, dialog: null })
  })
  it.skipIf(dialog === undefined)('asks, and takes no words then', () => {
    expect(look(dialog!)).toMatchObject({ ready: false, draft: null, dialog: expect.stringMatching(/\S/) })
  })

  it('starts with files of its launch alone, and with no secret in its words', () => {
    const start: Start = startWith({ ...over, prompt: 'do it', hostEnv: { OPENAI_API_KEY: 'sk-secret', HOME: '/h' } })
    const plan = side.plan(start)
    expect(plan).toMatchObject({ terminal: true, stdin: { mode: 'closed' }, lifetime: 'session' })
    for (const { path } of plan.files) expect(path).toMatch(/^(?!\/)(?!.*\.\.)/)
    expect(JSON.stringify([plan.argv, plan.files])).not.toContain('sk-secret')
    // As an argument, or by a file of the launch.
    expect(JSON.stringify([plan.argv, plan.files])).toContain('do it')
  })
})
