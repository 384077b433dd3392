/** The suite of trackers on Forgejo's and Gitea's, against those of this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForgejoTracker } from '#adapters/forge/forgejo/issues'
import { type FakeForgejo, startForgejo } from '#test/support/forgejo/forgejo'
import { type TrackerWorld, trackerSuite } from './tracker.suite.ts'

const token = '0123456789abcdef0123456789abcdef01234567'

describe.each(['forgejo', 'gitea'] as const)('%s', (kind) => {
  let dir: string
  let forgejo: FakeForgejo
  let world: TrackerWorld

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), `drover-${kind}-`))
    forgejo = await startForgejo(dir, token, kind)
    const { issues } = forgejo.repo('ada/shop')
    const host = { env: { DROVER_FORGEJO_TOKEN: token } }
    world = {
      api: createForgejoTracker({ host, now: () => new Date() })(forgejo.url),
      repo: { owner: 'ada', name: 'shop' },
      open: (given) => issues.open(given).number,
      say: (number, author, body) => void issues.say(number, author, body),
      permit: (login, what) => void issues.permissions.set(login, what),
      block: (number, by) => void issues.list.find((one) => one.number === number)?.blockedBy.push(by),
      loseNextAnswer: () => {
        forgejo.lose = true
      },
      writes: () => forgejo.requests.filter(({ method }) => method !== 'GET').length,
    }
  })
  afterAll(async () => {
    expect(forgejo.faults).toEqual([])
    await forgejo.close()
    rmSync(dir, { recursive: true, force: true })
  })

  trackerSuite(kind, () => world)

  it('a label that nobody has made answers no issue, although the forge then answers every one', async () => {
    const { api, repo, open } = world
    open({ title: 'Anything' })
    expect(await api.labelled(repo, 'nobody-made-this')).toEqual([])
  })

  it('a label whose answer was lost is made once', async () => {
    const { api, repo, open, loseNextAnswer } = world
    const number = open({ title: 'Lost label' })
    loseNextAnswer()
    await api.addLabel(repo, number, 'made-once')
    const { issues } = forgejo.repo('ada/shop')
    expect(issues.labels.filter(({ name }) => name === 'made-once')).toHaveLength(1)
    expect((await api.issue(repo, number))?.labels).toEqual(['made-once'])
  })

  it('a label that was taken away is no label that was given', async () => {
    const { api, repo, open } = world
    const number = open({ title: 'Taken', labels: ['ready'], by: 'eve' })
    forgejo.repo('ada/shop').issues.unlabel(number, 'ready', 'bob')
    const events = await api.events(repo, number)
    expect(events.map(({ kind: what, label, actor }) => [what, label, actor])).toEqual([
      ['labeled', 'ready', 'eve'],
      ['unlabeled', 'ready', 'bob'],
    ])
  })

  it('what the forge does not tell about others is unknown, never a no', async () => {
    const { api, repo, permit } = world
    const { issues } = forgejo.repo('ada/shop')
    permit('wren', 'write')
    issues.runs = false
    expect(await api.permission(repo, 'wren')).toBe('unknown')
    issues.runs = true
  })
})
