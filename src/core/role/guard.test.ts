/** Every command of the corpus through the real grammar, and what wrapping may never change. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shellParser } from '#adapters/shell/parse'
import { judgeCall } from './guard.ts'
import { type CorpusGroup, corpus } from './guard-corpus.ts'
import type { GuardFacts, Verdict } from './guard-facts.ts'

const worktree = '/work/tree'
const roles: Record<CorpusGroup['role'], GuardFacts> = {
  writer: facts({}),
  scoped: facts({ scope: ['src/api/**', 'docs/*.md'] }),
  reader: facts({ mayWriteFiles: false }),
}

function facts(changed: Partial<GuardFacts>): GuardFacts {
  return {
    mayWriteFiles: true,
    scope: [],
    mayPush: false,
    worktree,
    branch: 'mine',
    nativeSubagents: 'allow',
    ...changed,
  }
}

const judge = (command: string, role: CorpusGroup['role'] = 'writer', cwd = worktree): Verdict =>
  judgeCall(roles[role], { tool: 'shell', command, cwd }, shellParser.parse)

const wordOf = (verdict: Verdict): string =>
  verdict.verdict === 'allow' && verdict.unguarded !== undefined ? 'unguarded' : verdict.verdict

/** A here-document needs its lines. */
const whole = (command: string): string => {
  if (command === 'cat <<EOF | sh') return 'cat <<EOF | sh\ngit push\nEOF\n'
  return command.endsWith("<<'EOF'") ? `${command}\ngit push\nEOF\n` : command
}

const cases = corpus.flatMap(({ role, verdict, about, commands }) =>
  commands
    .split('\n')
    .filter((line) => line !== '')
    .map((command) => ({ role, verdict, about, command: whole(command) })),
)

describe('the corpus', () => {
  test('is large, and says everything once', () => {
    expect(cases.length).toBeGreaterThan(400)
    const seen = cases.map(({ role, command }) => `${role} ${command}`)
    expect(seen.filter((one, n) => seen.indexOf(one) !== n)).toEqual([])
  })

  test.each(cases)('$role: $about: $verdict $command', ({ role, verdict, command }) => {
    const given = judge(command, role)
    expect({ ...given, word: wordOf(given) }).toMatchObject({ word: verdict })
    if (given.verdict === 'deny') expect(given.reason).toMatch(/^[\s\S]{20,}\.$/)
  })
})

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Layers that change nothing of what runs inside. */
const layers: readonly ((inner: string) => string)[] = [
  (inner) => `sh -c ${quote(inner)}`,
  (inner) => `bash -lc ${quote(inner)}`,
  (inner) => `env A=1 sh -c ${quote(inner)}`,
  (inner) => `nohup sh -c ${quote(inner)}`,
  (inner) => `timeout 9 bash -euo pipefail -c ${quote(inner)}`,
  (inner) => `eval ${quote(inner)}`,
  (inner) => `sh <<< ${quote(inner)}`,
  (inner) => `time {\n${inner}\n}`,
  (inner) => `true && {\n${inner}\n}`,
  (inner) => `false || {\n${inner}\n}`,
  (inner) => `ls; ${inner}`,
  (inner) => `{\n${inner}\n} | cat`,
  (inner) => `cat a | {\n${inner}\n}`,
  (inner) => `(${inner}\n)`,
  (inner) => `echo "$(${inner}\n)"`,
  (inner) => `X=$(${inner}\n) ls`,
  (inner) => `if true; then\n${inner}\nfi`,
  (inner) => `for n in 1 2; do (${inner}\n) done`,
  (inner) => `case x in (x)\n${inner}\n;; esac`,
  (inner) => `cat <(${inner}\n)`,
]

const wrapped = (groups: (verdict: string) => boolean) =>
  fc.record({
    one: fc.constantFrom(
      ...cases.filter(
        ({ verdict, about, command }) => groups(verdict) && !about.startsWith('what no') && !command.includes('EOF'),
      ),
    ),
    by: fc.array(fc.constantFrom(...layers), { minLength: 1, maxLength: 4 }),
  })

describe('wrapping', () => {
  test('what is denied stays denied in any number of layers (weak point 16)', () => {
    fc.assert(
      fc.property(
        wrapped((verdict) => verdict === 'deny'),
        ({ one, by }) => {
          const command = by.reduce((inner, layer) => layer(inner), one.command)
          expect({ command, ...judge(command, one.role) }).toMatchObject({ verdict: 'deny' })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('what is allowed stays allowed', () => {
    // Two parentheses in a row may begin arithmetic: what cannot be told apart is denied, and people write a space there.
    const apart = (inner: string): string => (inner.startsWith('(') ? ` ${inner}` : inner)
    fc.assert(
      fc.property(
        wrapped((verdict) => verdict !== 'deny'),
        ({ one, by }) => {
          const command = by.reduce((inner, layer) => layer(apart(inner)), one.command)
          expect({ command, ...judge(command, one.role) }).toMatchObject({ verdict: 'allow' })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('never throws, whatever is typed', () => {
    const noise = fc.array(
      fc.constantFrom(
        'git',
        'push',
        ' ',
        '$(',
        ')',
        '`',
        '"',
        "'",
        '{',
        '}',
        ';',
        '&&',
        '|',
        '<',
        '>',
        '\n',
        'a',
        '$',
        '\\',
        '((',
        '[[',
        ']]',
        'if',
        'then',
        'fi',
        '<<E',
        '${',
        '*',
        '~',
      ),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          noise.map((words) => words.join('')),
        ),
        (command) => {
          expect(['allow', 'deny']).toContain(judge(command).verdict)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('a script without end is refused instead of being followed', () => {
    expect(judge(`A='eval "$A"'; eval "$A"`)).toMatchObject({ verdict: 'deny' })
    expect(judge('f() { f; f; }; f')).toMatchObject({ verdict: 'allow' })
    expect(judge(`for a in ${'x '.repeat(60)}; do for b in ${'y '.repeat(60)}; do ls; done; done`)).toMatchObject({
      verdict: 'deny',
    })
  })
})

describe('other tools', () => {
  const call = (path: string, role: CorpusGroup['role'] = 'writer') =>
    judgeCall(roles[role], { tool: 'write', path }, shellParser.parse)

  test.each([
    ['writer', 'src/a.ts', 'allow'],
    ['writer', '/work/tree/src/a.ts', 'allow'],
    ['writer', '/work/tree/../other/a.ts', 'deny'],
    ['writer', '/work/treehouse/a.ts', 'deny'],
    ['writer', '/etc/hosts', 'deny'],
    ['writer', '.git/hooks/pre-push', 'deny'],
    ['scoped', 'src/api/a.ts', 'allow'],
    ['scoped', 'src/web/a.ts', 'deny'],
    ['scoped', 'docs/a.md', 'allow'],
    ['scoped', 'docs/deep/a.md', 'deny'],
    ['reader', 'src/a.ts', 'deny'],
  ] as const)('%s writes %s: %s', (role, path, verdict) => {
    expect(call(path, role)).toMatchObject({ verdict })
  })

  test("an agent's own sub-agents follow the setting, everything else passes", () => {
    expect(judgeCall(roles.reader, { tool: 'subagent' }, shellParser.parse)).toEqual({ verdict: 'allow' })
    const denied = judgeCall(facts({ nativeSubagents: 'deny' }), { tool: 'subagent' }, shellParser.parse)
    expect(denied).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('drover spawn') })
    expect(judgeCall(roles.reader, { tool: 'other', name: 'WebSearch' }, shellParser.parse)).toEqual({
      verdict: 'allow',
    })
  })
})
