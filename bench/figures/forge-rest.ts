/**
 * `forge-rest`: the daemon's CPU, all threads, for watching 500 pull requests of 50 repositories at which nothing happens, in
 * percent of one core at the shipped pace of one round in 30 seconds. Floor: the same daemon without any. Each round must be 50
 * requests that are answered with 304, and nothing else.
 */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import type { PrRecord } from '#ports/store/pr'
import { type World, world } from '#test/support/world'
import type { Measurement } from '../measure.ts'
import { pause } from '../stage/agents.ts'
import { calm, cpuMs } from '../stage/cpu.ts'

const perRepo = 10
/** Rounds are made this often here, and counted as if they were 30 seconds apart. */
const hurriedMs = 1000
const shippedMs = 30_000
const at = '2030-01-01T00:00:00Z'
const head = 'a'.repeat(40)

export const forgeRest: Measurement = {
  figures: [
    {
      id: 'forge-rest',
      unit: '% of a core',
      what: 'CPU of the daemon for watching 500 pull requests of 50 repositories at rest, one round in 30 s',
      floor: 'the same daemon without pull requests',
      rule: { type: 'above-at-most', limit: 1 },
    },
  ],
  async run(stage) {
    const repos = stage.quick ? 10 : 50
    stage.say(`forge-rest: ${repos} repositories with ${perRepo} pull requests each`)
    const forge = await startForge()
    const measure = async (count: number): Promise<number[]> => {
      const made = await opened(forge.url, stage.dir(), count)
      const found: number[] = []
      if (count > 0) await forge.settled(count)
      await calm(made.daemon.pid)
      for (let n = 0; n < stage.rounds; n++) {
        const rounds = 5
        forge.requests.length = 0
        const before = cpuMs(made.daemon.pid)
        const from = performance.now()
        if (count > 0) await forge.waitFor(count * rounds)
        else await pause(rounds * hurriedMs)
        const spent = cpuMs(made.daemon.pid) - before
        const strange = forge.requests.filter((one) => one !== '304 list')
        if (strange.length > 0) throw new Error(`at rest it asked: ${strange.slice(0, 3).join(', ')}`)
        const passed = count > 0 ? rounds : (performance.now() - from) / hurriedMs
        // What it does beside looking is in both: only what a round costs is spread over its 30 seconds.
        found.push((spent / passed / shippedMs) * 100)
      }
      await made.end()
      return found
    }
    try {
      const floor = await measure(0)
      const subject = await measure(repos)
      return { 'forge-rest': { floor, subject, ...(repos === 50 ? {} : { note: `${repos} repositories` }) } }
    } finally {
      await forge.close()
    }
  },
}

/** A daemon whose store has the pull requests already. */
async function opened(url: string, dir: string, repos: number): Promise<World> {
  const config = `[forge]\ninterval = ${hurriedMs / 1000}\n[forge.github]\nurl = "${url}"\n`
  const made = await world({ start: false, env: { DROVER_GITHUB_TOKEN: 'token' }, config })
  mkdirSync(made.home, { recursive: true, mode: 0o700 })
  const journal = openJournal({ path: join(made.home, 'drover.db'), now: () => new Date(), redact: (text) => text })
  journal.command((tx) => {
    for (let n = 0; n < repos; n++) {
      const path = join(dir, `repo-${n}`)
      mkdirSync(path)
      const id = `project-${n}`
      const place = { repo: `${url}/ada/repo-${n}.git`, defaultBranch: 'main' }
      tx.putProject({ id, name: id, path, ...place, settings: {}, archivedAt: null, createdAt: at })
      for (let k = 1; k <= perRepo; k++) tx.putPr(recordOf(url, n, k, tx.nextPrNumber()))
    }
  })
  journal.close()
  await made.start()
  return made
}

const recordOf = (url: string, repo: number, number: number, id: number): PrRecord => ({
  ...{ id: `pr-${id}`, projectId: `project-${repo}`, sessionId: `project-${repo}-${number}`, forge: 'github' },
  ...{ host: new URL(url).host, repo: `ada/repo-${repo}`, number, url: `${url}/ada/repo-${repo}/pull/${number}` },
  ...{ nodeId: `PR_${repo}_${number}`, title: 'Work', author: 'ada', state: 'open', draft: false },
  ...{ branch: `work-${number}`, headRepo: `ada/repo-${repo}`, head, base: 'main', ci: 'passing', review: 'none' },
  checks: [{ name: 'unit', state: 'passed', url: 'https://ci.example/1', tail: null }],
  ...{ threads: [], mergeability: 'mergeable', told: null, createdAt: at, updatedAt: at, mergedAt: null },
  seenAt: new Date().toISOString(),
})

/** A forge at which nothing happens: it answers what was asked, and 304 from the second time on. */
async function startForge() {
  const requests: string[] = []
  let heard = (): void => {}
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    const listed = /^\/repos\/ada\/repo-(\d+)\/pulls\?/.exec(path)
    const kept = listed !== null && request.headers['if-none-match'] !== undefined
    const body = listed !== null ? listOf(Number(listed[1])) : manyOf(Buffer.concat(parts).toString())
    requests.push(kept ? '304 list' : `200 ${listed === null ? 'many' : 'list'}`)
    answer.writeHead(kept ? 304 : 200, { 'content-type': 'application/json; charset=utf-8', etag: '"same"' })
    answer.end(kept ? undefined : JSON.stringify(body))
    heard()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (holds()) resolve()
        else heard = look
      }
      look()
    })
  const listOf = (repo: number) =>
    Array.from({ length: perRepo }, (_, k) => {
      const branch = { ref: `work-${k + 1}`, sha: head, repo: { full_name: `ada/repo-${repo}` } }
      return {
        number: k + 1,
        node_id: `PR_${repo}_${k + 1}`,
        updated_at: at,
        head: branch,
        base: { ...branch, ref: 'main' },
      }
    })
  const manyOf = (text: string) => {
    const { variables } = JSON.parse(text) as { variables: Record<string, string> }
    const data = Object.entries(variables).map(([name, node]) => [name.replace('i', 'p'), prOf(node)])
    return { data: Object.fromEntries(data) }
  }
  const page = { pageInfo: { hasNextPage: false, endCursor: null } }
  const prOf = (node: string) => {
    const [, repo, number] = node.split('_')
    const check = { __typename: 'CheckRun', name: 'unit', status: 'COMPLETED', conclusion: 'SUCCESS', databaseId: 1 }
    const contexts = { ...page, nodes: [{ ...check, url: 'https://ci.example/1' }] }
    return {
      ...{
        id: node,
        number: Number(number),
        url: `${url}/ada/repo-${repo}/pull/${number}`,
        title: 'Work',
        state: 'OPEN',
      },
      ...{
        isDraft: false,
        headRefName: `work-${number}`,
        headRefOid: head,
        baseRefName: 'main',
        mergeable: 'MERGEABLE',
      },
      ...{ mergeStateStatus: 'CLEAN', createdAt: at, updatedAt: at, mergedAt: null, author: { login: 'ada' } },
      headRepository: { nameWithOwner: `ada/repo-${repo}` },
      repository: { name: `repo-${repo}`, owner: { login: 'ada' } },
      ...{ reviewRequests: { totalCount: 0 }, reviews: { nodes: [] }, reviewThreads: { ...page, nodes: [] } },
      commits: { nodes: [{ commit: { statusCheckRollup: { contexts } } }] },
    }
  }
  return {
    url,
    requests,
    /** Every repository was answered with 304 once: all was read before. */
    settled: (count: number) => until(() => requests.filter((one) => one === '304 list').length >= count),
    waitFor: (count: number) => until(() => requests.length >= count),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
