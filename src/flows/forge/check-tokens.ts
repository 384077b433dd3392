/** Whether there is a token for each forge that projects live at: looked for at every round, said once when it is missing and when it is back. */
import type { Context } from '#flows/engine/context'
import type { ForgeApi } from '#ports/forge'
import { forgeOf } from './forge-ground.ts'
import type { Watched } from './gather-watched.ts'

/** Answers those that cannot be asked. */
export async function checkTokens(context: Context, groups: readonly Watched[]): Promise<ReadonlySet<ForgeApi>> {
  const hosts = new Map(groups.map(({ api, place }) => [api, place.host]))
  // Also while nobody works there: what is missing is said before it is needed.
  for (const project of context.journal.reads.projects(false)) {
    if (project.repo === '') continue
    try {
      const { api, place } = forgeOf(context, project)
      hosts.set(api, place.host)
    } catch {
      // At no forge that is spoken to, or its configuration does not hold: whoever asks for it by hand hears why.
    }
  }
  const without = new Set<ForgeApi>()
  for (const [api, host] of hosts) {
    const found = await api.token().catch(() => null)
    const was = context.forgeTroubles.has(host)
    if (found === null) {
      without.add(api)
      if (!was) context.log.warn('there is no token for the forge: its pull requests are not looked at', { host })
      context.forgeTroubles.set(host, `there is no token for ${host}: its pull requests are not looked at`)
    } else if (was) {
      context.log.info('there is a token for the forge again', { host, source: found.source })
      context.forgeTroubles.delete(host)
    }
  }
  return without
}
