/** The words people type, right and wrong. */
import { describe, expect, test } from 'vitest'
import { DroverError } from '#contract/error'
import { commands } from './commands.ts'
import { parse } from './parse.ts'

function refused(...argv: string[]): { message: string; hint: string } {
  try {
    parse(commands, argv)
  } catch (error) {
    if (error instanceof DroverError && error.code === 'USAGE')
      return { message: error.message, hint: error.hint ?? '' }
    throw error
  }
  throw new Error(`${argv.join(' ')} was not refused`)
}

function accepted(...argv: string[]) {
  const parsed = parse(commands, argv)
  if (parsed.type !== 'run') throw new Error(`${argv.join(' ')} is ${parsed.type}`)
  return { path: parsed.command.path.join(' '), args: parsed.args, values: parsed.values }
}

/** Section 2 of the contract, word for word. */
const contract: readonly (readonly [words: string, path: string])[] = [
  ['start --timeout 5 --log-file f', 'start'],
  ['stop --keep-agents -y', 'stop'],
  ['restart', 'restart'],
  ['status', 'status'],
  ['version', 'version'],
  ['completion bash', 'completion'],
  ['completion zsh', 'completion'],
  ['completion fish', 'completion'],
  ['logs --follow', 'logs'],
  ['dashboard', 'dashboard'],
  ['events --after 3 --type session_ended --follow', 'events'],
  ['daemon', 'daemon'],
  ['up', 'up'],
  ['up some/path', 'up'],
  ['link', 'link'],
  ['link ls', 'link ls'],
  ['link revoke 3', 'link revoke'],
  ['phone', 'phone'],
  ['init -y', 'init'],
  ['doctor --fix', 'doctor'],
  ['project add --path p --id i --name n', 'project add'],
  ['project ls', 'project ls'],
  ['project get a', 'project get'],
  ['project rm a -y', 'project rm'],
  ['project set a k=v l=w', 'project set'],
  ['project trust a', 'project trust'],
  [
    'spawn --prompt t --project p --harness h --model m --name n --branch b --base r --kind worker --permissions ask --wait',
    'spawn',
  ],
  ['spawn --from-file f --agent h --kind orchestrator --scratch --permissions read-only', 'spawn'],
  ['session ls -p a --include-terminated --all', 'session ls'],
  ['session get a-1', 'session get'],
  ['session get a-1 -p a', 'session get'],
  ['session get a-1 a-2', 'session get'],
  ['ls -p a --all', 'ls'],
  ['ps', 'ps'],
  ['attach a-1', 'attach'],
  ['kill a-1 a-2 a-3', 'kill'],
  ['session set a-1 --model m --name n', 'session set'],
  ['session rename a-1 name', 'session rename'],
  ['session kill a-1', 'session kill'],
  ['session restore a-1', 'session restore'],
  ['session fork a-1', 'session fork'],
  ['session retry a-1 a-2 --agent cx', 'session retry'],
  ['session archive a-1 a-2 --end', 'session archive'],
  ['session unarchive a-1 a-2', 'session unarchive'],
  ['session cleanup a-1 a-2 -y', 'session cleanup'],
  ['session cleanup -p a --dry-run -y', 'session cleanup'],
  ['session worktree ls', 'session worktree ls'],
  ['session attach a-1', 'session attach'],
  ['session attach a-1 --read-only', 'session attach'],
  ['session open a-1 --no-attach', 'session open'],
  ['session headless a-1 a-2 --force', 'session headless'],
  ['session switch a-1 --agent cx', 'session switch'],
  ['hooks claude-code Stop', 'hooks'],
  ['session tail a-1 --follow --raw', 'session tail'],
  ['session diff a-1 --stat', 'session diff'],
  ['session snapshots a-1', 'session snapshots'],
  ['session recover a-1 --snapshot 2 --to dir', 'session recover'],
  ['send --session a-1 --message t --interrupt', 'send'],
  ['send --session a-1 --message t --model m', 'send'],
  ['spawn --project p', 'spawn'],
  ['cancel a-1', 'cancel'],
  ['answer a-1 r1 allow', 'answer'],
  ['orchestrator ls', 'orchestrator ls'],
  ['land a-1 --into b --push --message m', 'land'],
  ['review a-1 --send --note n --interrupt --no-open', 'review'],
  ['session comment a-1 f:1-2 some words --old', 'session comment'],
  ['heat ls', 'heat ls'],
  ['pr open a-1 --title t --body b --base main --draft', 'pr open'],
  ['pr ls -p a --all', 'pr ls'],
  ['pr get pr-1', 'pr get'],
  ['pr merge pr-1 --method squash --head abc', 'pr merge'],
  ['pr diff pr-1', 'pr diff'],
  ['pr ready pr-1', 'pr ready'],
  ['pr resolve pr-1 T1 T2', 'pr resolve'],
  ['session claim-pr a-1 17 --no-takeover', 'session claim-pr'],
  ['pr close #17', 'pr close'],
  ['heat show h-1', 'heat show'],
  ['heat verify h-1 a-1', 'heat verify'],
  ['heat keep h-1 a-1 -m m', 'heat keep'],
  ['afk status --json', 'afk status'],
  ['afk enrol shop --landing pr --ci checks --ci x --check', 'afk enrol'],
  ['afk run ada/shop#12 -p shop', 'afk run'],
  ['afk stop --now', 'afk stop'],
  ['afk resume', 'afk resume'],
  ['session commit a-1 -m m', 'session commit'],
  ['session update a-1 --hand', 'session update'],
  ['session push a-1', 'session push'],
  ['merge a-1 --into b --priority 3 --push --wait --dry-run', 'merge'],
  ['merge feature/login', 'merge'],
  ['merge ls --state queued --session a-1 --all', 'merge ls'],
  ['merge get m-1', 'merge get'],
  ['merge diff m-1 --stat', 'merge diff'],
  ['merge output m-1', 'merge output'],
  ['merge approve m-1 --wait', 'merge approve'],
  ['merge retry m-1 --wait', 'merge retry'],
  ['merge cancel m-1', 'merge cancel'],
  ['harness ls', 'harness ls'],
  ['harness probe', 'harness probe'],
  ['harness probe codex', 'harness probe'],
  ['harness check codex', 'harness check'],
  ['routes check', 'routes check'],
  ['routes check -p a', 'routes check'],
  ['mcp', 'mcp'],
  ['config show', 'config show'],
  ['config check', 'config check'],
  ['token rotate', 'token rotate'],
  ['notify ls', 'notify ls'],
  ['notify test --to phone', 'notify test'],
  ['notify rm push-1', 'notify rm'],
  ['actions ls', 'actions ls'],
  ['mcp install codex --yes --print', 'mcp install'],
  ['mcp uninstall codex --yes', 'mcp uninstall'],
  ['actions run reset --yes', 'actions run'],
  ['task add --project p --title t --body b --head --role r --blocked-by t-1', 'task add'],
  ['task add --project p --title t --after t-1', 'task add'],
  ['task ls -p a --state ready --role r --all', 'task ls'],
  ['task get t-1', 'task get'],
  ['task get', 'task get'],
  ['task set t-1 --priority 2 --ready', 'task set'],
  ['task done --summary s', 'task done'],
  ['task fail t-1 --needs-user', 'task fail'],
  ['task handoff --summary s --followup f', 'task handoff'],
  ['task claim t-1', 'task claim'],
  ['task move t-1 --head', 'task move'],
  ['task rm t-1 -y', 'task rm'],
  ['task import tasks.md -p a', 'task import'],
  ['task export -p a', 'task export'],
  [
    'mail send --to @parent --subject s --body b --type result --payload {} --priority high --reply-to mail-1',
    'mail send',
  ],
  ['mail send --to @builders --body - --effort e-1', 'mail send'],
  ['mail check', 'mail check'],
  ['mail check --to a-1 --keep', 'mail check'],
  [
    'mail list --to operator --from a-1 --type status --state queued --thread mail-1 --effort e-1 --limit 5',
    'mail list',
  ],
  ['mail list --cursor 9', 'mail list'],
  ['mail read mail-1', 'mail read'],
  ['mail reply mail-1 --body b --option o --priority low', 'mail reply'],
  ['mail thread mail-1', 'mail thread'],
  ['mail edit mail-1 --body b', 'mail edit'],
  ['mail move mail-1 --to head', 'mail move'],
  ['mail cancel mail-1', 'mail cancel'],
  ['mail purge --all --days 3 --agent a-1 -y', 'mail purge'],
  ['nudge a-1 --force --message m', 'nudge'],
  ['relay', 'relay'],
  [
    'relay do it --project p -n 3 -a cc -a cx@2 --route r --parallel 2 --new --land --base b --dry-run --detach',
    'relay',
  ],
  ['relay --iterations 3 --agent cc --resume r-1 --in-place', 'relay'],
  ['relay --resume', 'relay'],
  ['relay -- stop the leak', 'relay'],
  ['relay ls', 'relay ls'],
  ['relay get r-1 --follow', 'relay get'],
  ['relay stop r-1 --now', 'relay stop'],
  ['relay pause r-1', 'relay pause'],
  ['relay resume r-1', 'relay resume'],
  ['relay skip r-1', 'relay skip'],
  ['relay land r-1', 'relay land'],
  ['tail --project p --try 3 --raw', 'tail'],
  ['progress --summary s --complete --followup a --followup b', 'progress'],
  ['instructions show', 'instructions show'],
  ['instructions edit', 'instructions edit'],
  ['agents', 'agents'],
  ['agents reset cc', 'agents reset'],
  [
    'spawn --role builder --parent a-1 --task t-1 --spec f --files a --files b --effort e-1 --profile p --allow-overlap',
    'spawn',
  ],
  ['wait --for children --deadline 2h', 'wait'],
  ['children', 'children'],
  ['children a-1', 'children'],
  ['dismiss a-1', 'dismiss'],
  [
    'effort start goal --project p --role lead --agent cc:opus --into b --permissions ask --budget 5 --detach',
    'effort start',
  ],
  ['effort ls -p a', 'effort ls'],
  ['effort show e-1 --follow', 'effort show'],
  ['effort stop e-1 --reason r -y', 'effort stop'],
  ['effort complete e-1', 'effort complete'],
  ['effort budget e-1 10', 'effort budget'],
  ['group create name t-1 t-2 -p a', 'group create'],
  ['group add g-1 t-1', 'group add'],
  ['group rm g-1 t-1', 'group rm'],
  ['group status name', 'group status'],
  ['group ls', 'group ls'],
  ['trace a-1', 'trace'],
  ['replay a-1 a-2', 'replay'],
  ['feed -f', 'feed'],
  ['inspect a-1 --follow', 'inspect'],
  ['errors -p a', 'errors'],
  ['clean --mail --sessions --logs --all --dry-run -y', 'clean'],
  ['costs --by session --since 7d -p a', 'costs'],
  ['orchestrator start -p a', 'orchestrator start'],
  ['orchestrator stop', 'orchestrator stop'],
  ['orchestrator ask what now --timeout 30', 'orchestrator ask'],
  ['orchestrator output --follow -n 10', 'orchestrator output'],
]

describe('the contract', () => {
  test.each(contract)('drover %s (must never 43)', (words, path) => {
    expect(accepted(...words.split(' '), '--json', '--no-start').path).toBe(path)
  })

  test('every command of the table is in the contract, has examples and a summary', () => {
    const known = new Set(contract.map(([, path]) => path))
    for (const command of commands) {
      expect(known).toContain(command.path.join(' '))
      expect(command.examples.length).toBeGreaterThan(0)
      expect(command.summary.length).toBeGreaterThan(10)
    }
  })

  test.each(commands.flatMap((c) => c.examples))('the example `%s` is accepted', (example) => {
    const words = [...example.split(' > ')[0]!.matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2]!)
    expect(() => parse(commands, words.slice(1))).not.toThrow()
  })

  test.each(commands.map((c) => [c.path.join(' '), c] as const))('the code of %s can be loaded', async (_, command) => {
    expect(typeof (await command.load())).toBe('function')
  })
})

describe('values', () => {
  test('a value may stand behind a space or an equals sign, and may begin with a dash', () => {
    expect(accepted('spawn', '--prompt', '--not-a-flag').values.prompt).toBe('--not-a-flag')
    expect(accepted('spawn', '--prompt=a=b').values.prompt).toBe('a=b')
  })
  test('a flag that may be repeated keeps every value in order', () => {
    expect(accepted('relay', '-a', 'cc', '--agent=cx@2', '-a', 'ge op', 'go').values.agent).toEqual([
      'cc',
      'cx@2',
      'ge op',
    ])
    expect(accepted('task', 'handoff', '--followup', 'a', '--followup', 'b').values.followup).toEqual(['a', 'b'])
  })
  test('a value that may be left out is taken only when the next word looks like one', () => {
    expect(accepted('relay', '--resume', 'r-3', 'go').values.resume).toBe('r-3')
    expect(accepted('relay', '--resume=r-3').values.resume).toBe('r-3')
    expect(accepted('relay', '--resume', 'go', 'on')).toMatchObject({ args: ['go', 'on'], values: { resume: true } })
    expect(accepted('relay', '--resume', '--detach').values).toEqual({ resume: true, detach: true })
  })
  test("a prompt that begins with a subcommand's word needs --, and the refusal says so", () => {
    expect(accepted('relay', '--', 'stop', 'the', 'leak')).toMatchObject({
      path: 'relay',
      args: ['stop', 'the', 'leak'],
    })
    expect(accepted('relay', '-n', '3', 'stop', 'it').args).toEqual(['stop', 'it'])
    expect(refused('relay', 'stop', 'the', 'leak').hint).toBe(
      'To begin a prompt with `stop`, write `drover relay -- stop …`.',
    )
  })
  test('an alias gives the value to the flag it stands for', () => {
    expect(accepted('spawn', '--agent', 'codex').values.harness).toBe('codex')
  })
  test('words behind -- are arguments', () => {
    expect(accepted('answer', 'a-1', 'r1', '--', '--no').args).toEqual(['a-1', 'r1', '--no'])
  })
  test('flags may stand before the command (must never 43)', () => {
    expect(accepted('--json', 'session', 'ls')).toMatchObject({ path: 'session ls', values: { json: true } })
  })
})

describe('refusals', () => {
  test.each([
    [['stauts'], 'Did you mean `drover status`?'],
    [['sesion', 'ls'], 'Did you mean `drover session`?'],
    [['session', 'lst'], 'Did you mean `drover session ls`?'],
    [['session', 'ls', '--include-terminate'], 'Did you mean `--include-terminated`?'],
    [['spawn', '--promt', 'x'], 'Did you mean `--prompt`?'],
    [['spawn', '--permissions', 'bypas'], 'Did you mean `bypass`?'],
    [['completion', 'fisch'], 'Did you mean `fish`?'],
    [['--jsn'], 'Did you mean `--json`?'],
  ])('%j is answered with the nearest', (argv, hint) => {
    expect(refused(...(argv as string[])).hint).toContain(hint)
  })
  test('what is missing or too much is named', () => {
    expect(refused('session', 'get').message).toContain('<id>')
    expect(refused('session', 'attach', 'a', 'b').message).toContain('`b`')
    expect(refused('spawn', '--prompt').message).toContain('--prompt')
    expect(refused('session').hint).toContain('attach')
    expect(refused('stop', '--yes=1').message).toContain('takes no value')
  })
})
