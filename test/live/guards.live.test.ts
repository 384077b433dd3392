/**
 * Guards of the whole of Drover on the real CLIs with the scripted model, in bypass mode: what a role may not do is not run and
 * the model reads why, what is allowed runs, and with the daemon killed nothing does.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { corpus } from '#core/role/guard-corpus'
import { appears } from '../support/appears.ts'
import { awaited } from '../support/awaited.ts'
import { ok } from '../support/world.ts'
import { caseOn } from './cached.ts'
import { cliNamed } from './clis.ts'
import type { Stage } from './stage.ts'

/** No report is asked for: one turn is looked at. */
const config = '[coordination]\nreminders = 0\n'
const builder = { role: 'builder', files: ['src/**'], permissions: 'bypass' }

const notices = (rows: readonly EventRow[], code: string) =>
  rows.flatMap((row) => (row.kind === 'notice' && row.code === code ? [row] : []))
/** What the model was shown in the last request. */
const shown = ({ model }: Stage): string => JSON.stringify(model.requests.findLast(({ helper }) => !helper)?.body)
const script = (...commands: string[]): string =>
  [...commands.map((command) => `MODEL run ${command}`), 'MODEL say done'].join('\n')
const thereIn = ({ workspace }: Session, ...files: string[]): readonly string[] =>
  files.filter((file) => existsSync(join(workspace ?? '', file)))

function withOrigin({ drover }: Stage): () => string {
  const bare = join(drover.dir, 'bare.git')
  execFileSync('git', ['init', '-q', '--bare', bare])
  drover.repo.git('remote', 'add', 'origin', bare)
  return () => execFileSync('git', ['-C', bare, 'for-each-ref'], { encoding: 'utf8' })
}

const judged =
  (harness: string) =>
  async (stage: Stage): Promise<void> => {
    const { drover } = stage
    const pushed = withOrigin(stage)
    const prompt = script(
      'mkdir -p src && touch src/allowed',
      'touch refused',
      "sh -c 'touch refused2'",
      'cd .. && touch refused3',
      'git push origin HEAD',
      'git -C . push origin HEAD',
      "printf 'git push origin HEAD' > src/push.sh",
      'sh src/push.sh > src/push.txt 2>&1; true',
    )
    const session = await stage.spawn(prompt, { ...builder, harness })
    expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
    expect(thereIn(session, 'src/allowed', 'src/push.txt', 'refused', 'refused2', '../refused3')).toEqual([
      'src/allowed',
      'src/push.txt',
    ])
    expect(pushed()).toBe('')
    expect(shown(stage)).toContain('is outside your files')
    expect(shown(stage)).toContain('Nothing is pushed from here')
    const rows = await drover.rows(session.id)
    // One of them may have been refused by a rule of the CLI before anybody was asked.
    expect(notices(rows, 'guard_denied').length).toBeGreaterThanOrEqual(4)
    expect(notices(rows, 'unguarded')).toEqual([])
    expect(notices(rows, 'unguarded_command')).toHaveLength(1)
    expect(stage.touched()).toEqual([])
  }

async function away(stage: Stage): Promise<void> {
  const { drover } = stage
  const gate = join(drover.dir, 'gate')
  execFileSync('mkfifo', [gate])
  const pipe = openSync(gate, 'r+')
  const session = await stage.spawn(
    script(`mkdir -p src && touch src/began && head -n 1 ${gate}`, 'touch src/gone', 'touch gone'),
    builder,
  )
  await appears(join(session.workspace ?? '', 'src')).then(() => appears(join(session.workspace ?? '', 'src', 'began')))
  await drover.crash()
  writeSync(pipe, 'opened\n')
  const exit = join(drover.home, 'sessions', session.id, 'launches', '1', 'exit')
  await awaited('the end of the agent', appears(exit))
  closeSync(pipe)
  expect(thereIn(session, 'src/gone', 'gone')).toEqual([])
  expect(shown(stage)).toContain('daemon is away')
  await drover.start()
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
}

/** Lines of the corpus of that verdict; none that would leave this machine if nobody refused it. */
const sampleOf = (about: string, every: number): readonly string[] =>
  corpus
    .filter((group) => group.about === about)
    .flatMap(({ commands }) => commands.split('\n'))
    .filter((line) => line !== '' && !/https?:|EOF|gh |sudo|doas/.test(line))
    .filter((_, at) => at % every === 0)

/** A sample of the corpus, for whom only the guard stands in between: the permission mode would allow all of it. */
const sampled =
  (harness: string) =>
  async (stage: Stage): Promise<void> => {
    const { drover } = stage
    const pushed = withOrigin(stage)
    const turn = async (role: string, commands: readonly string[]) => {
      const session = await stage.spawn(script(...commands), { role, permissions: 'bypass', harness })
      expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
      const denied = notices(await drover.rows(session.id), 'guard_denied')
      const git = (...args: string[]) =>
        execFileSync('git', ['-C', session.workspace ?? '', ...args], { encoding: 'utf8' })
      return { denied, git }
    }
    const pushes = sampleOf('push in every spelling', 8)
    expect(pushes.length).toBeGreaterThan(12)
    const builder = await turn('builder', pushes)
    // Some are refused by a rule of the CLI before anybody is asked.
    expect(builder.denied.length).toBeGreaterThanOrEqual(pushes.length - 4)
    expect(pushed()).toBe('')

    const [writes, readings] = [sampleOf('any write at all', 2), sampleOf('reading', 3)]
    expect(writes.length).toBeGreaterThan(15)
    const scout = await turn('scout', [...writes, ...readings, 'git log -1 --format=seen-%s'])
    expect(scout.denied.length).toBeGreaterThanOrEqual(writes.length - 4)
    expect(scout.denied.length).toBeLessThanOrEqual(writes.length)
    expect(shown(stage)).toMatch(/seen-\w/)
    expect(scout.git('status', '--porcelain')).toBe('')
    expect(scout.git('log', '--oneline', 'HEAD').split('\n')).toHaveLength(2)
    expect(scout.git('tag', '-l')).toBe('')
  }

/** qwen takes hooks in trusted projects alone. */
async function trusted({ drover }: Stage): Promise<void> {
  const { trust } = await ok<{ trust: { hash: string } }>(drover.call('GET', '/api/v1/projects/demo/trust'))
  await ok(drover.call('POST', '/api/v1/projects/demo/trust', { hash: trust.hash }))
}

/** A sandbox that writes nothing keeps no hook from asking. */
async function reads(stage: Stage): Promise<void> {
  const { drover } = stage
  const session = await stage.spawn(script('git log -1 --format=seen-%s', 'touch refused'), {
    role: 'scout',
    permissions: 'read-only',
  })
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  expect(shown(stage)).toMatch(/seen-\w/)
  expect(thereIn(session, 'refused')).toEqual([])
  expect(notices(await drover.rows(session.id), 'guard_denied')).toHaveLength(1)
}

const living = (name: string): string => `${config}\n[harness.${name}]\nlifetime = "session"\n`
const acp = `${config}\n[harness.oc-acp]\nprotocol = "acp"\ncommand = ["opencode", "acp"]\n`

describe('guards', () => {
  for (const name of ['claude-code', 'codex', 'opencode', 'copilot', 'pi']) {
    caseOn(cliNamed(name), 'allowed runs, refused does not, and the model reads why', judged(name), { config })
    caseOn(cliNamed(name), 'with the daemon killed nothing is run', away, { config })
    caseOn(cliNamed(name), 'a sample of the corpus', sampled(name), { config })
  }
  caseOn(
    cliNamed('qwen'),
    'in a trusted project: allowed runs, refused does not, and the model reads why',
    (stage) => trusted(stage).then(() => judged('qwen')(stage)),
    { config },
  )
  caseOn(
    cliNamed('qwen'),
    'in a trusted project: a sample of the corpus',
    (stage) => trusted(stage).then(() => sampled('qwen')(stage)),
    { config },
  )
  caseOn(
    cliNamed('qwen'),
    'in a trusted project: with the daemon killed nothing is run',
    (stage) => trusted(stage).then(() => away(stage)),
    { config },
  )
  for (const name of ['claude-code', 'codex'])
    caseOn(cliNamed(name), 'the same in a process that lives on', judged(name), { config: living(name) })
  caseOn(cliNamed('opencode'), 'the same by the Agent Client Protocol', judged('oc-acp'), { config: acp })
  caseOn(cliNamed('codex'), 'a role that reads', reads, { config })
})
