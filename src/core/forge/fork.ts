/** A fork's branch beside the branches here: what it is called, where it is fetched from and pushed to. Pure. */
import { placeOf } from './place.ts'

interface Forked {
  readonly number: number
  /** `owner/name`. */
  readonly repo: string
  /** null: that repository is gone. */
  readonly headRepo: string | null
  readonly branch: string
}

/** Its branch is in another repository, or in one that is gone. */
export const isForeign = ({ repo, headRepo }: Pick<Forked, 'repo' | 'headRepo'>): boolean =>
  headRepo === null || headRepo.toLowerCase() !== repo.toLowerCase()

/** The same address with another repository of the same host; null: it names none. */
export function siblingAddress(address: string, repo: string): string | null {
  const place = placeOf(address)
  const [owner, name] = repo.split('/')
  if (place === null || owner === undefined || name === undefined) return null
  const own = `${place.owner}/${place.name}`
  const at = address.toLowerCase().lastIndexOf(own.toLowerCase())
  const made = `${address.slice(0, at)}${repo}${address.slice(at + own.length)}`
  const found = at < 0 ? null : placeOf(made)
  return found?.host === place.host && found.owner === owner && found.name === name ? made : null
}

/**
 * What a fork's branch may be called here, the best first: never a name that its own repository uses for something else, so
 * that `main` of a fork is not `main`.
 */
export function namesOfForeign({ number, headRepo, branch }: Forked): readonly string[] {
  const owner = headRepo?.split('/')[0] ?? 'fork'
  return [`${owner}/${branch}`, `${owner}/${branch}-pr-${number}`]
}
