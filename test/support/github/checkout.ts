/** A checkout whose origin is a repository at the GitHub of this machine: git itself goes to the bare repository behind it. */
import { type TempRepo, tempRepo } from '../temp-repo.ts'
import type { FakeGitHub, FakeRepo } from './types.ts'

/** `forge`: the directory that the GitHub keeps its repositories in. */
export function checkoutOf(
  github: Pick<FakeGitHub, 'url' | 'repo'>,
  forge: string,
  name: string,
  path: string,
): { readonly repo: FakeRepo; readonly local: TempRepo } {
  const repo = github.repo(name)
  const local = tempRepo(path)
  local.git('remote', 'add', 'origin', `${github.url}/${name}.git`)
  local.git('config', `url.file://${forge}/.insteadOf`, `${github.url}/`)
  local.git('push', '-q', 'origin', 'main')
  return { repo, local }
}
