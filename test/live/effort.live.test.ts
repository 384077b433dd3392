/**
 * An effort on the real CLIs with the scripted model: Claude Code leads and starts its builders through the tools of `drover mcp`,
 * Codex reports through the same tools, opencode through the `drover` command. A file by each is merged, and the effort ends once.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Mail } from '#contract/mail'
import { ok, root } from '../support/world.ts'
import { onCached } from './cached.ts'
import { type Cli, cliNamed, settle, touched } from './clis.ts'
import { errorsOf, openStage, type Stage, textsOf } from './stage.ts'

const [lead, codex, opencode] = [cliNamed('claude-code'), cliNamed('codex'), cliNamed('opencode')]
const onAll = (cases: (bins: readonly string[]) => void): void =>
  onCached(lead.name, lead.version, (one) =>
    onCached(codex.name, codex.version, (two) =>
      onCached(opencode.name, opencode.version, (three) => cases([one, two, three])),
    ),
  )

const door = (name: string, input: object): string => `MODEL door ${name} ${JSON.stringify(input)}`
const build = (file: string): string =>
  `MODEL run echo by ${file} > ${file} && git add ${file} && git commit -q -m "Add ${file}"`
const send = (type: string, subject: string): string =>
  `MODEL run drover mail send --to @parent --type ${type} --subject "${subject}" --body "${subject}"`

const byTools = [
  build('codex.txt'),
  door('merge_ready', { subject: 'codex.txt is ready' }),
  door('mail_send', { to: '@parent', type: 'worker_done', subject: 'codex.txt is built', body: 'by tools' }),
]
const byShell = [
  build('opencode.txt'),
  send('merge_ready', 'opencode.txt is ready'),
  send('worker_done', 'opencode.txt is built'),
]
const child = (cli: Cli, script: readonly string[]): string =>
  door('spawn', { role: 'builder', agent: cli.name, files: [`${cli.name}.txt`], prompt: script.join('\n') })
const report = { to: 'operator', type: 'worker_done', subject: 'Both files are there', body: 'codex.txt, opencode.txt' }
const goal = [
  child(codex, byTools),
  child(opencode, byShell),
  door('wait', { for: 'children' }),
  `MODEL after 2 worker_done ${door('mail_send', report).replace(/^MODEL /, '')}`,
].join('\n')

/** What each session said and did, for whoever has to find out why it did not come to its end. */
async function story({ drover }: Stage, { sessions }: Effort): Promise<string> {
  const parts = sessions.map(async ({ id, role, status }) => {
    const rows = await drover.rows(id)
    const lines = rows.map((row) => JSON.stringify(row).slice(0, 400))
    return [`== ${role} ${id} ${status}`, ...lines].join('\n')
  })
  return (await Promise.all(parts)).join('\n')
}

onAll((bins) => {
  it('Claude Code leads, Codex and opencode build, and what both built is merged', async () => {
    const path = [...bins, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':')
    const stage = await openStage(lead, bins[0] ?? '', { env: { ...codex.env(''), ...opencode.env(''), PATH: path } })
    const { drover, model } = stage
    const home = drover.env.HOME ?? ''
    try {
      writeFileSync(join(home, '.gitconfig'), '[user]\nname = Ada\nemail = ada@localhost\n')
      for (const cli of [codex, opencode]) settle(cli, home, model.url)
      const body = { projectId: 'demo', goal, role: 'lead', agent: lead.name, into: 'main' }
      const begun = (await ok<{ effort: Effort }>(drover.call('POST', '/api/v1/efforts', body))).effort
      const done = await drover.change(0, (change: Change) =>
        change.type === 'effort_completed' && change.payload.id === begun.id ? change.payload : undefined,
      )
      const told = await story(stage, done)
      expect([done.state, done.reason], told).toEqual(['completed', null])
      expect(done.sessions.map(({ role, status, report: owed }) => [role, status, owed?.state])).toEqual([
        ['lead', expect.any(String), 'reported'],
        ['builder', expect.any(String), 'reported'],
        ['builder', expect.any(String), 'reported'],
      ])
      expect(done.merges.map(({ state }) => state)).toEqual(['landed', 'landed'])
      expect(drover.repo.git('show', 'main:codex.txt')).toBe('by codex.txt\n')
      expect(drover.repo.git('show', 'main:opencode.txt')).toBe('by opencode.txt\n')

      const { mail } = await ok<{ mail: readonly Mail[] }>(
        drover.call('GET', `/api/v1/mail?effort=${begun.id}&limit=100`),
      )
      const count = (type: string, to: string) => mail.filter((one) => one.type === type && one.to === to).length
      const [leading, ...building] = await Promise.all(done.sessions.map(({ id }) => drover.session(id)))
      expect([count('merge_ready', leading!.id), count('worker_done', leading!.id)]).toEqual([2, 2])
      expect([
        count('worker_done', 'operator'),
        count('result', 'operator'),
        count('worker_died', leading!.id),
      ]).toEqual([1, 1, 0])
      expect(building.map(({ harness }) => harness).toSorted()).toEqual(['codex', 'opencode'])
      for (const { id } of [leading!, ...building]) expect(errorsOf(await drover.rows(id), 1), id).toEqual([])
      expect(textsOf(await drover.rows(leading!.id), 1)).toContain('done 3')
      expect([lead, codex, opencode].flatMap((cli) => touched(cli, home, model.url))).toEqual([])
    } finally {
      await stage.end()
    }
  })
})
