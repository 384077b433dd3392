/** The sources of a stage by how they are configured; one that could not be asked has told nothing, and says why. */
import type { CiAnswer, CiQuestion, CiSources, CiSpec, ReadChecks } from '#ports/ci-source'
import type { Host } from '#ports/harness'
import type { WayOut } from '#ports/way-out'
import { askCommand } from './command.ts'
import { foldChecks } from './fold-checks.ts'
import { askProbe } from './probe.ts'
import { askWoodpecker } from './woodpecker.ts'

export interface CiSourceOptions {
  readonly host: Pick<Host, 'env' | 'exec'>
  readonly wayOut: WayOut
  /** What the forge of the repository tells. */
  readonly readChecks: ReadChecks
}

export function createCiSources(options: CiSourceOptions): CiSources {
  return (spec) => {
    const asked = sourceOf(spec, options)
    return {
      ask: (question) =>
        asked(question).catch((cause: unknown) => ({
          result: 'pending' as const,
          red: [],
          detail: `could not be asked: ${cause instanceof Error ? cause.message.slice(0, 300) : String(cause)}`,
        })),
    }
  }
}

function sourceOf(
  spec: CiSpec,
  { host, wayOut, readChecks }: CiSourceOptions,
): (question: CiQuestion) => Promise<CiAnswer> {
  switch (spec.kind) {
    case 'checks':
      return async (question) => foldChecks(await readChecks(question))
    case 'woodpecker':
      return askWoodpecker({ url: spec.url, token: () => host.env.DROVER_WOODPECKER_TOKEN, wayOut })
    case 'command':
      return askCommand({ ...spec, host })
    case 'probe':
      return askProbe({ ...spec, token: () => host.env.DROVER_PROBE_TOKEN, wayOut })
  }
}
