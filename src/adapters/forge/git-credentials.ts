/** Whose word git has at each configured forge: the tokens of the variables, for the origin that people clone from. Reads no file, runs nothing. */
import type { Host } from '#ports/harness'
import { tokenVariables } from './github/token.ts'

export interface GitCredential {
  readonly origin: string
  readonly username: string
  readonly token: string
}

export function createGitCredentials({
  host,
  urls,
}: {
  readonly host: Pick<Host, 'env'>
  readonly urls: () => { readonly githubUrl: string; readonly forgejoUrl: string | null }
}): () => readonly GitCredential[] {
  return () => {
    const known = readUrls(urls)
    if (known === null) return []
    const { githubUrl, forgejoUrl } = known
    const github = tokenVariables.map((name) => host.env[name]).find(Boolean)
    const forgejo = host.env.DROVER_FORGEJO_TOKEN
    return [
      ...(github ? [{ origin: originOf(githubUrl), username: 'x-access-token', token: github }] : []),
      ...(forgejo && forgejoUrl !== null ? [{ origin: originOf(forgejoUrl), username: 'drover', token: forgejo }] : []),
    ]
  }
}

/** A configuration that does not hold names no forge. */
function readUrls<T>(urls: () => T): T | null {
  try {
    return urls()
  } catch {
    return null
  }
}

function originOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=[^.]+\.)/, '')}`
}
