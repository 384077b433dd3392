/** The agent CLIs of the cache that lanes try beside the rehearsal, at a scripted model of their own. */
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { cachedClis, settle } from '../clis.ts'
import type { Steps } from '../lane.ts'

export const wanted: readonly string[] = ['claude-code', 'codex', 'opencode']

/** `body` gets the names of those that are there, and the model they speak to; with none nothing is tried, and that is said. */
export async function withClis(
  { home, clis, observe }: Steps,
  body: (found: readonly string[], model: ModelServer) => Promise<void>,
) {
  const found = clis ? cachedClis().filter((cli) => wanted.includes(cli.harness)) : []
  if (found.length === 0) return observe(`no agent CLI is tried (${clis ? 'the cache has none' : 'not asked for'})`)
  const model = await startModelServer()
  try {
    const path = [...found.map((cli) => cli.bin), home.env.PATH].join(':')
    Object.assign(home.env, settle(home.dir, model.url, path))
    await body(
      found.map((cli) => cli.harness),
      model,
    )
  } finally {
    await model.close()
  }
}
