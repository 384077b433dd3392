/**
 * The own interfaces of the CLIs in a real tmux against the scripted model: words, long pastes, tools and tokens in the log, hand-over
 * both ways, leaving, and a daemon that dies in the middle. One stage for each CLI, one story for each thing that may go wrong.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { ok } from '../support/world.ts'
import { onCached } from './cached.ts'
import { type Cli, clis } from './clis.ts'
import { openStage, type Stage, textsOf, untidyTurns } from './stage.ts'

/** How somebody in front of it leaves. */
const leaving: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['/exit', 'Enter'],
  codex: ['C-c'],
  opencode: ['C-c'],
  gemini: ['/quit', 'Enter'],
  qwen: ['/quit', 'Enter'],
  copilot: ['/exit', 'Enter'],
  pi: ['/quit', 'Enter'],
}

const line = (n: number): string => `line ${n}\tмир 漢字 مرحبا 👩‍👩‍👧 e\u0301, and the rest of it`
const longText = `${Array.from({ length: 250 }, (_, n) => line(n)).join('\n')}\nMODEL say all of it`

for (const cli of clis) {
  onCached(cli.name, cli.version, (bin) => describe(`${cli.name} ${cli.version} in a terminal`, () => story(cli, bin)))
}

function story(cli: Cli, bin: string): void {
  let stage: Stage
  let session: Session
  beforeAll(async () => {
    stage = await openStage(cli, bin)
  })
  afterAll(() => stage.end())
  const { spawnTerminal, send, ended, press, git, marked } = hands(() => stage)

  it('begins with its first prompt; its tools, words and tokens are in the log', async () => {
    session = await spawnTerminal('MODEL run echo made > made.txt\nMODEL say the first')
    expect(session.mode).toBe('terminal')
    await ended(session, 1)
    const rows = await stage.drover.rows(session.id)
    expect(textsOf(rows, 1)).toContain('the first')
    expect(kinds(rows)).toEqual(expect.arrayContaining(['user', 'tool', 'tool_result', 'text', 'usage', 'turn_end']))
    expect((await stage.drover.session(session.id)).nativeId).not.toBeNull()
    expect(git(session)).toBe('?? made.txt\n')
    expect(marked()).toEqual([])
  })

  it('takes words, and 20 KB of them', async () => {
    await send(session, 'MODEL remember fig')
    await ended(session, 2)
    await send(session, longText)
    await ended(session, 3)
    expect(textsOf(await stage.drover.rows(session.id), 3)).toContain('all of it')
    expect(stage.model.requests.some(({ body }) => JSON.stringify(body).includes('line 249'))).toBe(true)
  })

  it('is headless and back in its interface with the conversation', async () => {
    const { call } = stage.drover
    await ok(call('POST', `/api/v1/sessions/${session.id}/headless`, {}))
    await stage.drover.turnEnd(session.id, (await stage.turn(session, 'MODEL recall')).turn)
    const headless = await stage.drover.rows(session.id)
    expect(textsOf(headless, 4)).toContain('recalled fig')
    await ok(call('POST', `/api/v1/sessions/${session.id}/open`, {}))
    await send(session, 'MODEL recall')
    await ended(session, 5)
    expect(textsOf(await stage.drover.rows(session.id), 5)).toContain('recalled fig')
  })

  it('loses and doubles nothing when the daemon dies in the middle of a turn', async () => {
    const gate = stage.gate()
    const going = send(session, `MODEL run ${gate.command}\nMODEL say after the death`).catch(() => null)
    await gate.reached()
    await stage.drover.crash()
    await going
    gate.open()
    await stage.drover.start()
    await ended(session, 6)
    const rows = await stage.drover.rows(session.id)
    expect(textsOf(rows, 6).match(/after the death/g)).toHaveLength(1)
    expect(untidyTurns(rows)).toEqual([])
  })

  it('leaves by its own way, and comes back with what it knew', async () => {
    const own = await spawnTerminal('MODEL remember plum')
    await ended(own, 1)
    await press(own, leaving[cli.name] ?? [])
    const gone = await stage.drover.until(own.id, ({ phase }) => phase === 'ended')
    expect(gone.endReason).toBe('agent_exit')
    await ok(stage.drover.call('POST', `/api/v1/sessions/${own.id}/restore`, {}))
    await send(own, 'MODEL recall')
    await ended(own, 2)
    expect(textsOf(await stage.drover.rows(own.id), 2)).toContain('recalled plum')
    expect(git(own)).toBe('')
    expect(marked()).toEqual([])
  })
}

const kinds = (rows: readonly EventRow[]): readonly string[] => rows.map(({ kind }) => kind)

function hands(stage: () => Stage) {
  const at = (session: Session): string => `/api/v1/sessions/${session.id}`
  return {
    spawnTerminal: (prompt: string, more: Record<string, unknown> = {}) =>
      stage().spawn(prompt, { mode: 'terminal', ...more }),
    /** At once, or a moment later where the interface still rests from the turn before. */
    async send(session: Session, message: string): Promise<void> {
      const { delivery } = await ok<{ delivery: { state: string } }>(
        stage().drover.call('POST', `${at(session)}/send`, { message }),
      )
      expect(delivery, JSON.stringify(delivery)).toMatchObject({ state: expect.stringMatching(/^(started|queued)$/) })
    },
    /** Nothing that was sent for it is told as not having arrived. */
    async ended(session: Session, turn: number): Promise<void> {
      expect(await stage().drover.turnEnd(session.id, turn)).toMatchObject({ outcome: 'completed' })
      const rows = await stage().drover.rows(session.id)
      expect(rows.filter((row) => row.kind === 'notice' && row.code === 'delivery_unconfirmed')).toEqual([])
    },
    async press(session: Session, keys: readonly string[]): Promise<void> {
      const { terminal } = await ok<{ terminal: { argv: string[] } }>(
        stage().drover.call('GET', `${at(session)}/terminal`),
      )
      await typeInto(terminal.argv, keys)
    },
    /** An interface writes its own settings down, such as the notes it has shown; nothing of ours is among them. */
    marked: () =>
      stage()
        .touched()
        .filter((path) => /drover/i.test(readFileSync(join(stage().drover.env.HOME ?? '', path), 'utf8'))),
    git: (session: Session): string =>
      execFileSync('git', ['status', '--porcelain'], { cwd: session.workspace ?? '', encoding: 'utf8' }),
  }
}

/**
 * As somebody at the keyboard would: through the same server of tmux that shows it. `argv` is the client that would. Enter comes
 * once the words are seen, and not within half a second of them: some take it for a part of a paste.
 */
async function typeInto(argv: readonly string[], keys: readonly string[]): Promise<void> {
  const at = argv.findIndex((word) => word.startsWith('attach'))
  const pane = `${argv[argv.indexOf('-t') + 1] ?? ''}:`
  const tmux = (...words: string[]): string =>
    execFileSync(argv[0] ?? 'tmux', [...argv.slice(1, at), ...words], { encoding: 'utf8' })
  for (const key of keys) {
    if (key === 'Enter') await new Promise((resolve) => setTimeout(resolve, 500))
    tmux('send-keys', '-t', pane, key)
    while (key.startsWith('/') && !tmux('capture-pane', '-p', '-t', pane).includes(key))
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
