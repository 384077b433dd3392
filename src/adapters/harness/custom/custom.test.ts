/** Custom harnesses without a process: argv, abilities, wrong configuration, how an end is judged. */
import { describe, expect, it } from 'vitest'
import type { DroverError } from '#contract/error'
import type { HarnessConfig, Host, Start } from '#ports/harness'
import { createCustom } from './custom.ts'

const start = (over: Partial<Start> = {}): Start => ({
  sessionId: 's-1',
  launchId: 'l_1',
  launchDir: '/launch',
  sessionDir: '/home/sessions/s-1',
  cwd: '/work',
  program: { binary: '/bin/agent', prefix: [] },
  version: null,
  prompt: 'do it',
  source: 'operator',
  model: null,
  permissions: 'bypass',
  resume: null,
  fork: false,
  freshId: 'fresh-id',
  trusted: true,
  instructions: null,
  mcp: null,
  guard: null,
  pictures: [],
  config: {},
  hostEnv: {},
  ...over,
})
const plan = (config: HarnessConfig, over: Partial<Start> = {}) => createCustom('mine', config).plan(start(over))
const exit = (code: number | null, stderrTail = '') => ({ code, signal: null, stderrTail, how: 'exited' }) as const

describe('argv', () => {
  it('gives the prompt by standard input without a prompt variable', () => {
    const made = plan({ command: ['agent', '--print'] })
    expect(made.argv).toEqual(['/bin/agent', '--print'])
    expect(made.stdin).toEqual({ mode: 'file', text: 'do it' })
    expect(made.files).toEqual([])
  })
  it('fills variables as whole arguments and inside one, and closes standard input', () => {
    const made = plan({ command: ['agent', '-p', '$PROMPT', '--id=$SESSION', 'm:$MODEL'] }, { model: 'big' })
    expect(made.argv).toEqual(['/bin/agent', '-p', 'do it', '--id=fresh-id', 'm:big'])
    expect(made.stdin).toEqual({ mode: 'closed' })
  })
  it('never reads a value for another variable or for shell words', () => {
    const prompt = '$MODEL $(reboot) `x` $& $PROMPT_FILE'
    const made = plan({ command: ['agent', '$PROMPT', '$PROMPTS', '$HOME'] }, { prompt, model: 'big' })
    expect(made.argv).toEqual(['/bin/agent', prompt, '$PROMPTS', '$HOME'])
  })
  it('keeps a prompt that begins with a dash from being a flag', () =>
    expect(plan({ command: ['agent', '$PROMPT'] }, { prompt: '--yolo' }).argv).toEqual(['/bin/agent', ' --yolo']))
  it('places the prompt file in the launch directory', () => {
    const made = plan({ command: ['agent', '--file', '$PROMPT_FILE'] })
    expect(made.argv).toEqual(['/bin/agent', '--file', '/launch/prompt.txt'])
    expect(made.files).toEqual([{ path: 'prompt.txt', content: 'do it' }])
    expect(made.stdin).toEqual({ mode: 'closed' })
  })
  it('leaves a model out with its flag when there is none', () => {
    const command = ['agent', '--model', '$MODEL', '--m=$MODEL', '$PROMPT']
    expect(plan({ command }).argv).toEqual(['/bin/agent', 'do it'])
    expect(plan({ command, model: 'usual' }).argv).toEqual(['/bin/agent', '--model', 'usual', '--m=usual', 'do it'])
  })
  it('adds the model flag at the end, or before --', () => {
    expect(plan({ command: ['agent'], model_flag: '-m' }, { model: 'a b' }).argv).toEqual(['/bin/agent', '-m', 'a b'])
    expect(plan({ command: ['agent', '--', '$PROMPT'], model_flag: '--model=' }, { model: 'x' }).argv).toEqual([
      '/bin/agent',
      '--model=x',
      '--',
      'do it',
    ])
    expect(plan({ command: ['agent'], model_flag: '-m' }, { model: '$SESSION' }).argv).toContain('$SESSION')
    expect(plan({ command: ['agent', '--', '$PROMPT'], model_flag: '' }, { model: 'x' }).argv).toEqual([
      '/bin/agent',
      '--',
      'do it',
      'x',
    ])
    expect(plan({ command: ['agent'], model_flag: '' }).argv).toEqual(['/bin/agent'])
  })
  it('resumes by added arguments, by a whole command, or by the same $SESSION', () => {
    const resume = 'old-id'
    const command = ['agent', '--new', '$SESSION']
    expect(plan({ command, resume: ['--resume', '$SESSION'] }, { resume }).argv).toEqual([
      '/bin/agent',
      '--resume',
      'old-id',
    ])
    expect(plan({ command, resume: ['agent', 'resume', '$SESSION', '-'] }, { resume }).argv).toEqual([
      '/bin/agent',
      'resume',
      'old-id',
      '-',
    ])
    expect(plan({ command }, { resume }).argv).toEqual(['/bin/agent', '--new', 'old-id'])
  })
  it('sets env as it is written and passes on what is named', () => {
    expect(plan({ command: ['agent'], env: { A: '$PROMPT' } }).env).toEqual({ A: '$PROMPT' })
    expect(createCustom('mine', { command: ['a'], pass_env: ['MY_KEY'] }).passEnv).toEqual(['MY_KEY'])
  })
})

describe('abilities', () => {
  const can = (config: HarnessConfig) => createCustom('mine', { command: ['agent'], ...config }).can
  it.each<[HarnessConfig, object]>([
    [{}, { resume: false, models: false, usage: 'none', tools: false, questions: false, permissions: ['bypass'] }],
    [{ resume: ['-r', '$SESSION'] }, { resume: false }],
    [{ command: ['agent', '--id', '$SESSION'] }, { resume: true }],
    [{ output: 'ndjson', text_path: 't', resume: ['-r', '$SESSION'] }, { resume: false }],
    [{ output: 'ndjson', text_path: 't', session_path: 'id', resume: ['-r', '$SESSION'] }, { resume: true }],
    [{ output: 'ndjson', text_path: 't', usage_path: 'u' }, { usage: 'tokens' }],
    [{ output: 'ndjson', text_path: 't', usage_path: 'u', cost_path: 'c' }, { usage: 'tokens+cost' }],
    [{ model_flag: '-m' }, { models: true }],
    [{ model_flag: '' }, { models: true }],
    [{ output: 'drover' }, { tools: true, questions: true, interrupt: false, resume: false, steer: false }],
    [{ output: 'drover', lifetime: 'session' }, { interrupt: true }],
    [{ output: 'drover', command: ['agent', '$PROMPT'] }, { questions: false }],
  ])('%j gives %j', (config, wanted) => expect(can(config)).toMatchObject(wanted))
})

describe('wrong configuration', () => {
  it.each<[HarnessConfig, string]>([
    [{}, 'command'],
    [{ command: [] }, 'command'],
    [{ command: 'agent --print' }, 'command'],
    [{ command: ['./agent'] }, 'command'],
    [{ command: ['agent'], output: 'xml' }, 'output'],
    [{ command: ['agent'], output_strategy: 'head' }, 'output_strategy'],
    [{ command: ['agent'], output: 'drover', output_strategy: 'tail' }, 'output_strategy'],
    [{ command: ['agent'], tail_stream: 'stdin' }, 'tail_stream'],
    [{ command: ['agent'], binary: 'bin/agent' }, 'binary'],
    [{ command: ['agent'], protocol: 'telepathy' }, 'protocol'],
    [{ command: ['agent'], output: 'ndjson' }, 'text_path'],
    [{ command: ['agent'], output: 'ndjson', text_path: 'a..b' }, 'text_path'],
    [{ command: ['agent'], lifetime: 'session' }, 'lifetime'],
    [{ command: ['agent'], env: { A: 1 } }, 'env'],
    [{ command: ['agent'], success_exit: 'zero' }, 'success_exit'],
    [{ command: ['agent'], fails: [{ match: '(', category: 'auth' }] }, 'fails'],
    [{ command: ['agent'], fails: [{ match: 'x', category: 'sad' }] }, 'fails'],
    [{ command: ['agent'], fails: [{ match: 'x', channel: 'stdout', category: 'auth' }] }, 'fails'],
  ])('%j names the key %s', (config, key) => {
    let thrown: DroverError | null = null
    try {
      createCustom('mine', config)
    } catch (error) {
      thrown = error as DroverError
    }
    expect(thrown).toMatchObject({ code: 'INVALID_CONFIG', details: { harness: 'mine', key } })
    expect(thrown?.hint).toBeTruthy()
  })
})

describe('the end of a process', () => {
  const end = (config: HarnessConfig, code: number | null, stderr = '', lines: readonly string[] = []) => {
    const dialogue = createCustom('mine', { command: ['agent'], ...config }).open(start(), null)
    dialogue.begin()
    for (const line of lines) dialogue.hear(line)
    return dialogue.end(exit(code, stderr))
  }
  it('is good with a good exit, and the result is the tail of what was said', () => {
    expect(end({ tail_lines: 2 }, 0, '', ['a', '', '\x1b[1mb\x1b[0m', 'c'])).toEqual([
      { kind: 'result', isError: false, text: 'b\nc', durationMs: null },
    ])
    expect(end({ success_exit: [0, 7] }, 7)).toMatchObject([{ kind: 'result', isError: false }])
  })
  it.each<[HarnessConfig, string]>([
    [{ tail_stream: 'stdout' }, 'said\nmore'],
    [{ tail_stream: 'stderr' }, 'told\nloud'],
    [{ tail_stream: 'combined' }, 'told\nloud\nsaid\nmore'],
    [{ tail_stream: 'combined', tail_lines: 3 }, 'loud\nsaid\nmore'],
    [{ tail_stream: 'stderr', tail_lines: 1 }, 'loud'],
    [{ tail_stream: 'stderr', tail_lines: 0 }, ''],
    [{ output_strategy: 'tail' }, 'told\nloud\nsaid\nmore'],
    [{ output_strategy: 'tail', tail_stream: 'stdout' }, 'said\nmore'],
  ])('%j takes the result from %j', (config, text) => {
    const closing = end(config, 0, '\x1b[33mtold\x1b[0m\n\nloud\n', ['said', 'more'])
    expect(closing.at(-1)).toEqual({ kind: 'result', isError: false, text, durationMs: null })
  })
  it('has 40 lines of result with output_strategy, else 20', () => {
    const many = Array.from({ length: 60 }, (_, n) => `line ${n}`)
    const lines = (config: HarnessConfig) =>
      (end(config, 0, '', many).at(-1) as { readonly text: string }).text.split('\n').length
    expect([lines({ output_strategy: 'tail' }), lines({}), lines({ tail_lines: 3 })]).toEqual([40, 20, 3])
  })
  it('says an answer on standard error once, and does not take it for evidence but by a rule', () => {
    const prose = 'the rate limit of the API is documented\n'
    const own = { tail_stream: 'stderr' }
    expect(end(own, 0, prose)).toMatchObject([{ kind: 'text', text: prose.trim() }, { isError: false }])
    expect(end(own, 2, prose)).toMatchObject([
      { kind: 'text' },
      { kind: 'failure', evidence: [{ channel: 'exit', exitCode: 2 }] },
      { isError: true },
    ])
    const fails = [{ match: 'rate limit', category: 'rate_limit' }]
    expect(end({ ...own, fails }, 0, prose)).toMatchObject([
      { kind: 'text' },
      { kind: 'failure', evidence: [{ channel: 'stderr', stated: 'rate_limit' }, {}] },
      { isError: true },
    ])
    expect(end({ tail_stream: 'combined' }, 0, 'only here\n')).toMatchObject([{ kind: 'text' }, { text: 'only here' }])
  })
  it.each([
    ['\x1b]0;title\x07a', 'a'],
    ['\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['\x1b7saved\x1b8', 'saved'],
    ['\x1b(Bplain', 'plain'],
    ['\x1b[38;2;1;2;3mrgb\x1b[0K', 'rgb'],
    ['10%\r50%\r100%\r', '100%'],
    ['bell\x07 and\tback\x08', 'bell and\tback'],
    ['cut\x1b[3', 'cut'],
  ])('%j is shown as %j, in the text and in the result', (line, text) => {
    const dialogue = createCustom('mine', { command: ['agent'] }).open(start(), null)
    expect(dialogue.hear(line).events).toEqual([{ kind: 'text', text }])
    expect(dialogue.end(exit(0))).toMatchObject([{ kind: 'result', text }])
  })
  it('keeps standard error in the evidence of a bad exit', () =>
    expect(end({}, 2, 'it broke\n')).toMatchObject([
      {
        kind: 'failure',
        evidence: [
          { channel: 'exit', exitCode: 2 },
          { channel: 'stderr', message: 'it broke' },
        ],
      },
      { kind: 'result', isError: true },
    ]))
  it('believes a rule over a good exit, and prose on standard output never', () => {
    const fails = [{ match: 'usage limit', category: 'usage_limit' }]
    expect(end({ fails }, 0, 'Usage limit reached')).toMatchObject([
      { kind: 'failure', evidence: [{ channel: 'stderr', stated: 'usage_limit' }, {}, {}] },
      { isError: true },
    ])
    expect(end({ fails }, 0, '', ['usage limit reached, rate limit, 529'])).toMatchObject([{ isError: false }])
  })
  it('reads an exit code by rule', () =>
    expect(end({ fails: [{ match: '^42$', channel: 'exit', category: 'context_lost' }] }, 42)).toMatchObject([
      { kind: 'failure', evidence: [{ stated: 'context_lost', exitCode: 42 }, {}] },
      {},
    ]))
  it('does not believe JSON output without a line of JSON', () =>
    expect(end({ output: 'ndjson', text_path: 't' }, 0, '', ['hello'])).toMatchObject([
      { kind: 'failure' },
      { isError: true },
    ]))
  it('tells an error event by its words, type, status and rule', () => {
    const config = {
      output: 'ndjson',
      text_path: 't',
      error_path: 'error',
      fails: [{ match: 'login', channel: 'event', category: 'auth' }],
    }
    const dialogue = createCustom('mine', { command: ['agent'], ...config }).open(start(), null)
    expect(dialogue.hear('{"error":false}').events).toEqual([])
    expect(dialogue.hear('{"error":{"message":"please login","type":"denied","status":401}}').events).toMatchObject([
      { kind: 'failure', evidence: [{ channel: 'event', type: 'denied', status: 401, stated: 'auth' }] },
    ])
    expect(dialogue.end(exit(0))).toMatchObject([{ kind: 'result', isError: true }])
  })
})

describe('finding the program', () => {
  const host = (found: string | null): Host =>
    ({
      env: { HOME: '/home/me' },
      which: async () => found,
      isExecutable: async (path: string) => path.startsWith('/home/me') || path === '/usr/bin/agent',
    }) as unknown as Host
  const signal = new AbortController().signal
  it('looks on PATH, takes absolute paths and the home', async () => {
    const at = (command: string, found: string | null) =>
      createCustom('m', { command: [command] }).locate(host(found), {})
    expect(await at('agent', '/usr/bin/agent')).toEqual({ binary: '/usr/bin/agent', prefix: [] })
    expect(await at('agent', null)).toBeNull()
    expect(await at('~/bin/agent', null)).toEqual({ binary: '/home/me/bin/agent', prefix: [] })
    expect(await at('/nowhere/agent', null)).toBeNull()
    const named = createCustom('m', { command: ['agent'], binary: '~/other' })
    expect(await named.locate(host('/usr/bin/agent'), {})).toEqual({ binary: '/home/me/other', prefix: [] })
  })
  it('says missing with what to do', async () => {
    const missing = await createCustom('m', { command: ['agent'] }).probe(host(null), {}, signal)
    expect(missing).toMatchObject({ state: 'missing', hint: expect.any(String) })
  })
})
