/** What CLIs' own files tell of a silence: rows as the pinned versions wrote them, cut to what is read. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { resetOf } from '#core/failure/reset-of'
import type { Files, QuietRef } from '#ports/harness'
import { claudeQuietReason } from './claude-code/quiet.ts'
import { codexQuietReason } from './codex/quiet.ts'
import { opencodeQuietReason } from './opencode/quiet.ts'

const now = new Date('2026-06-19T10:05:00Z')

/** A disk of these files. */
function disk(content: Readonly<Record<string, readonly string[]>>): Files {
  return {
    list: async (directory) => [
      ...new Set(
        Object.keys(content).flatMap((file) =>
          file.startsWith(`${directory}/`) ? [file.slice(directory.length + 1).split('/')[0]!] : [],
        ),
      ),
    ],
    size: async (file) => content[file]?.join('\n').length ?? null,
    eachLine: async (file, hear) => {
      for (const line of content[file] ?? []) hear(line)
      return content[file]?.join('\n').length ?? null
    },
  }
}

const quiet = (over: Partial<QuietRef> = {}): QuietRef => ({
  nativeId: null,
  cwd: '/home/me/w/sparrow',
  sessionDir: '/h/sessions/s1',
  launchDir: '/h/sessions/s1/launches/1',
  env: { HOME: '/home/me' },
  config: {},
  sinceMs: Date.parse('2026-06-19T10:00:00Z'),
  ...over,
})

/** Category and reset, as the engine would read them. */
function verdict(evidence: readonly Parameters<typeof classify>[0][number][]): readonly [string, string | null] {
  const category = classify(evidence)
  return [category, resetOf(category, evidence, now, 'UTC')?.toISOString() ?? null]
}

describe('opencode: T17, the monthly limit of opencode-go behind a connection that carries nothing', () => {
  const log = '/home/me/.local/share/opencode/log'
  const began =
    'timestamp=2026-06-19T10:00:01.000Z level=INFO run=59dc2426 message="creating instance" directory=/home/me/w/sparrow'
  const limit =
    'timestamp=2026-06-19T10:00:03.000Z level=ERROR run=59dc2426 service=llm providerID=opencode-go modelID=kimi-k2.6 message="stream error" error.error="AI_APICallError: Monthly usage limit reached. It will reset in 4 days 0 hours."'

  it('is in the log file of the server, found by the directory of its run', async () => {
    const evidence = await opencodeQuietReason(disk({ [`${log}/opencode.log`]: [began, limit] }), quiet())
    expect(evidence).toEqual([
      { channel: 'log', message: 'AI_APICallError: Monthly usage limit reached. It will reset in 4 days 0 hours.' },
    ])
    expect(verdict(evidence)).toEqual(['usage_limit', '2026-06-23T10:05:00.000Z'])
  })

  it('is in the output of the launch, where the log was asked for', async () => {
    const spool = '/h/sessions/s1/launches/1/stdout'
    const evidence = await opencodeQuietReason(disk({ [spool]: ['{"type":"step_start"}', limit] }), quiet())
    expect(verdict(evidence)).toEqual(['usage_limit', '2026-06-23T10:05:00.000Z'])
  })

  it('is read from the lines of older versions, one file a start', async () => {
    const lines = [
      'INFO  2026-06-19T10:00:01 +33ms service=default directory=/home/me/w/sparrow creating instance',
      'ERROR 2026-06-19T10:00:03 +9ms service=llm providerID=opencode-go error={"name":"GoUsageLimitError","data":{"message":"Weekly usage limit reached. It will reset in 5 days 10 hours."}} stream error',
    ]
    const evidence = await opencodeQuietReason(disk({ [`${log}/2026-06-19T100001.log`]: lines }), quiet())
    expect(evidence[0]?.type).toBe('GoUsageLimitError')
    expect(verdict(evidence)).toEqual(['usage_limit', '2026-06-24T20:05:00.000Z'])
  })

  it.each([
    ['of another run', [began.replace('sparrow', 'heron'), limit]],
    ['of an earlier turn', [began, limit.replace('10:00:03', '09:12:03')]],
    ['that passes', [began, limit.replace(/Monthly.*hours\./, 'Rate limit exceeded, retrying')]],
    ['that is no error', [began, limit.replace('level=ERROR', 'level=INFO')]],
    ['that an agent wrote', [began, `{"type":"text","part":{"text":${JSON.stringify(limit)}}}`]],
  ])('a line %s is none', async (_name, lines) => {
    expect(await opencodeQuietReason(disk({ [`${log}/opencode.log`]: lines }), quiet())).toEqual([])
  })
})

describe('codex', () => {
  const id = '019edf26-b1be-7a50-9feb-7642b07a22e3'
  const file = `/home/me/.codex/sessions/2026/06/19/rollout-2026-06-19T10-00-00-${id}.jsonl`
  const row = (payload: object, at = '2026-06-19T10:00:03.000Z'): string =>
    JSON.stringify({ timestamp: at, ordinal: 9, type: 'event_msg', payload })
  const ask = (...lines: string[]) => codexQuietReason(disk({ [file]: lines }), quiet({ nativeId: id }))
  const limit = {
    type: 'task_complete',
    error: {
      message:
        'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), or try again at 10:35 AM.',
      codex_error_info: 'usage_limit_exceeded',
    },
  }

  it('tells a limit in the rollout', async () => {
    expect(verdict(await ask(row(limit)))).toEqual(['usage_limit', '2026-06-19T10:35:00.000Z'])
    const error = { type: 'error', message: 'spent', codex_error_info: { usage_limit_exceeded: {} } }
    expect(verdict(await ask(row(error)))).toEqual(['usage_limit', null])
  })

  it('tells which window is full by the counts', async () => {
    const window = (used_percent: number, resets_at: number) => ({ used_percent, window_minutes: 300, resets_at })
    const rate_limits = {
      primary: window(100, 1781870400),
      secondary: window(40, 1782000000),
      rate_limit_reached_type: 'rate_limit_reached',
    }
    expect(verdict(await ask(row({ type: 'token_count', info: null, rate_limits })))).toEqual([
      'usage_limit',
      '2026-06-19T12:00:00.000Z',
    ])
    const free = { ...rate_limits, rate_limit_reached_type: null }
    expect(await ask(row({ type: 'token_count', info: null, rate_limits: free }))).toEqual([])
  })

  it('tells nothing of other turns, and nothing without a conversation', async () => {
    expect(await ask(row(limit, '2026-06-19T09:00:00.000Z'))).toEqual([])
    expect(await codexQuietReason(disk({ [file]: [row(limit)] }), quiet())).toEqual([])
  })
})

describe('claude-code', () => {
  const id = '4a7ccbe2-ff52-49f1-8f6c-2dc6b4ee297d'
  const file = `/home/me/.claude/projects/-home-me-w-sparrow/${id}.jsonl`
  const ask = (...rows: object[]) =>
    claudeQuietReason(disk({ [file]: rows.map((row) => JSON.stringify(row)) }), quiet({ nativeId: id }))
  const timestamp = '2026-06-19T10:00:03.000Z'

  it('tells a limit that it tries again in vain', async () => {
    const message =
      '429 {"type":"error","error":{"type":"rate_limit_error","message":"You have hit your weekly limit · resets Jun 20 at 7am"},"request_id":"req_1"}'
    const evidence = await ask({ type: 'system', subtype: 'api_error', timestamp, error: { message, status: 429 } })
    expect(evidence).toMatchObject([{ channel: 'log', status: 429, type: 'rate_limit_error' }])
    expect(verdict(evidence)).toEqual(['usage_limit', '2026-06-20T07:00:00.000Z'])
  })

  it('tells a limit that it answered with', async () => {
    const content = [{ type: 'text', text: "You've hit your session limit · resets 3pm (UTC)" }]
    const row = {
      type: 'assistant',
      timestamp,
      isApiErrorMessage: true,
      error: 'rate_limit',
      apiErrorStatus: 429,
      message: { content },
    }
    expect(verdict(await ask(row))).toEqual(['usage_limit', '2026-06-19T15:00:00.000Z'])
    // The same words as prose of a model are none.
    expect(await ask({ type: 'assistant', timestamp, message: { content } })).toEqual([])
  })

  it('a passing refusal is no spent quota', async () => {
    const message = '429 {"type":"error","error":{"type":"rate_limit_error","message":"scripted failure 429"}}'
    const evidence = await ask({ type: 'system', subtype: 'api_error', timestamp, error: { message, status: 429 } })
    expect(verdict(evidence)).toEqual(['rate_limit', null])
  })
})
