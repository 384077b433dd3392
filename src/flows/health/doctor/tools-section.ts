/** What Drover and its agents call beside themselves: git, tmux, curl, and the forge. */
import {
  judgeForgejoToken,
  judgeGit,
  judgeGithubToken,
  judgeTmux,
  judgeTool,
  type TokenFinding,
} from '#core/doctor/checks'
import type { Host } from '#ports/harness'
import { type DoctorDeps, type Finding, words } from './finding.ts'

export async function tools(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { host } = deps
  const git = await host
    .exec(['git', '--version'], { timeoutMs: 5000 })
    .then((ran) => (ran.code === 0 ? ran.stdout : null))
    .catch(() => null) // Not there or not runnable: judged as missing.
  const [path, curl] = await Promise.all([host.which('tmux'), host.which('curl')])
  const tmux = path === null ? null : { path, said: await tmuxVersion(host, path) }
  return [
    { check: judgeGit(git) },
    { check: judgeTmux(tmux) },
    { check: judgeTool('curl', curl, "agents' hooks report by it") },
  ]
}

async function tmuxVersion(host: Host, path: string): Promise<string | null> {
  const ran = await host.exec([path, '-V'], { timeoutMs: 5000 }).catch(() => null)
  return ran?.code === 0 ? ran.stdout.trim() : null
}

export async function forge(deps: DoctorDeps, ask: boolean): Promise<readonly Finding[]> {
  const { env } = deps.host
  const url = forgejoUrl(deps)
  const [github, forgejo] = await Promise.all([tryToken(deps.host, ask), tryForgejo(env, url, ask)])
  const more = judgeForgejoToken(url, forgejo)
  return [{ check: judgeGithubToken(github) }, ...(more === null ? [] : [{ check: more }])]
}

/** A configuration that does not hold is told by its own check. */
function forgejoUrl({ settings }: DoctorDeps): string | null {
  try {
    return settings.of(null).forge.forgejoUrl
  } catch {
    return null
  }
}

function tryForgejo(env: Host['env'], url: string | null, ask: boolean): Promise<TokenFinding> {
  const source = 'DROVER_FORGEJO_TOKEN'
  const token = env[source]
  if (!token) return Promise.resolve({ state: 'none' })
  if (!ask || url === null) return Promise.resolve({ state: 'unasked', source })
  const base = url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  return askOwner(`${base}/api/v1/user`, { authorization: `token ${token}`, accept: 'application/json' }, source)
}

/** Asks the forge who the token belongs to; nothing is asked without a token, nor unless a person asked for it. */
async function tryToken(host: DoctorDeps['host'], ask: boolean): Promise<TokenFinding> {
  const { env } = host
  const named = (['DROVER_GITHUB_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'] as const).find((name) => env[name])
  const token = named === undefined ? await ofGh(host) : env[named]
  if (!token) return { state: 'none' }
  const source = named ?? 'gh auth token'
  if (!ask) return { state: 'unasked', source }
  const base = env.GITHUB_API_URL || 'https://api.github.com'
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
  return askOwner(`${base}/user`, headers, source)
}

/** What `gh` keeps; none where it is not there or not signed in. */
async function ofGh(host: DoctorDeps['host']): Promise<string | null> {
  if ((await host.which('gh')) === null) return null
  const ran = await host
    .exec(['gh', 'auth', 'token', '--hostname', 'github.com'], { timeoutMs: 5000 })
    .catch(() => null)
  return ran?.code === 0 ? ran.stdout.trim() || null : null
}

async function askOwner(url: string, headers: Record<string, string>, source: string): Promise<TokenFinding> {
  try {
    const answer = await fetch(url, {
      headers: { ...headers, 'user-agent': 'drover' },
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    })
    if (answer.status === 401 || answer.status === 403) return { state: 'refused', source, status: answer.status }
    if (!answer.ok) return { state: 'untried', source, why: `the forge answered ${answer.status}` }
    const body = (await answer.json()) as { login?: unknown }
    return { state: 'accepted', source, login: typeof body.login === 'string' ? body.login : 'an unnamed user' }
  } catch (error) {
    return { state: 'untried', source, why: words(error) }
  }
}
