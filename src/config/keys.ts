/**
 * Every key of the configuration in one table: who may set it, what it takes, its default, what it does. The rows are in
 * `keys/`, one file a subject. The schema checks values, this table explains them; a test holds the two together. `*` stands
 * for a name of the writer's choice.
 */
import { actionKeys } from './keys/action.ts'
import { afkKeys } from './keys/afk.ts'
import { budgetKeys } from './keys/budget.ts'
import { coordinationKeys } from './keys/coordination.ts'
import { daemonKeys } from './keys/daemon.ts'
import { doorKeys } from './keys/door.ts'
import { harnessKeys } from './keys/harness.ts'
import { landingKeys } from './keys/landing.ts'
import { projectKeys } from './keys/project.ts'
import { relayKeys } from './keys/relay.ts'
import type { Row } from './keys/row.ts'
import { telemetryKeys } from './keys/telemetry.ts'
import { turnKeys } from './keys/turn.ts'
import { plainKey, spellingsOf } from './spellings.ts'

export interface KeyDoc {
  readonly key: string
  /** project: also in a repository's file and by `project set`. daemon: in the user's file only. */
  readonly scope: 'project' | 'daemon'
  readonly expects: string
  readonly fallback: unknown
  readonly about: string
  /** Applied from a repository's file only after `drover project trust`. */
  readonly trust?: true
}

const doc =
  (scope: KeyDoc['scope']) =>
  ([key, expects, fallback, about, trust]: Row): KeyDoc => ({
    key,
    scope,
    expects,
    fallback,
    about,
    ...(trust ? { trust } : {}),
  })

export const keyDocs: readonly KeyDoc[] = [
  ...projectKeys,
  ...landingKeys,
  ...turnKeys,
  ...relayKeys,
  ...budgetKeys,
  ...coordinationKeys,
  ...harnessKeys,
]
  .map(doc('project'))
  .concat([...daemonKeys, ...doorKeys, ...actionKeys, ...telemetryKeys, ...afkKeys].map(doc('daemon')))

export const daemonTables: readonly string[] = [
  'server',
  'forge',
  'limits',
  'retention',
  'log',
  'notify',
  'editor',
  'personas',
  'doors',
  'actions',
  'telemetry',
  'afk',
]

const asPattern = (key: string): RegExp => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}(\\.|$)`)
const patterns = keyDocs.map((entry) => [asPattern(entry.key), entry] as const)

/** The entry that explains a key, or a key inside it; by another spelling too. */
export const docOf = (key: string): KeyDoc | null =>
  patterns.find(([pattern]) => pattern.test(plainKey(key)))?.[1] ?? null

/** The table of the documentation. */
export function keyTable(): string {
  const row = ({ key, scope, expects, fallback, about, trust }: KeyDoc): string => {
    const value = fallback === null ? '' : `\`${JSON.stringify(fallback)}\``
    const also = spellingsOf(key)
    const names = also.length === 0 ? '' : ` Also accepted as ${also.map((one) => `\`${one}\``).join(', ')}.`
    return `| \`${key}\` | ${expects} | ${value} | ${scope === 'daemon' ? 'user' : trust ? 'trusted' : 'any'} | ${about}${names} |`
  }
  return ['| key | takes | default | file | what it does |', '|---|---|---|---|---|', ...keyDocs.map(row)].join('\n')
}
